import { rulesWith } from '../rules/all.ts';
import type { ExtensionRules } from '../rules/extension/extension.ts';
import type { FormDefinition, FormMessages } from './types.ts';
import type { RawValues, Verdict } from './validate.ts';
import { validatorWith } from './validator-with.ts';

/**
 * Returns a function that validates the values of several forms by every rule there is.
 * @param own the site's own rules, at least those that the forms use
 * @throws RangeError for an unknown form (thrown by the returned function)
 */
export const formValidator = (
  forms: readonly FormDefinition[],
  messages: FormMessages,
  own: ExtensionRules = {},
): ((form: string, values: RawValues) => Verdict) => validatorWith(rulesWith(own), forms, messages);
