/** The chunk with the rules of forms. A form can be submitted once it is loaded, so the code of calls loads with it. */
import './calls.ts';
import type { FormValidator } from '../../engine/flow/machine-arguments.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';
import { validatorWith } from '../../engine/forms/validator-with.ts';
import { commonRules } from '../../engine/rules/generated/common.ts';
import type { RuleTable } from '../../engine/rules/tests.ts';
import { watchMasks } from './mask-input.ts';
import { startNextKey } from './next-key.ts';

/**
 * Starts the interactive parts of the fields inside `root`.
 * @param more the rules of these forms that most forms do not have
 * @returns the validator of the forms
 */
export function startRules(
  forms: readonly FormDefinition[],
  messages: FormMessages,
  root: HTMLElement,
  more: Partial<RuleTable>,
): FormValidator {
  startNextKey();
  watchMasks(root);
  return validatorWith({ ...commonRules, ...more }, forms, messages);
}
