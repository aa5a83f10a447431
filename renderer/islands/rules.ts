/** The chunk with Yup. A form can be submitted once it is loaded, so the code of calls loads with it. */
import './calls.ts';
import type { FormValidator } from '../../engine/flow/machine-setup.ts';
import { formValidator } from '../../engine/forms/form-validator.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';
import { watchMasks } from './masked-input.ts';
import { startNextKey } from './next-key.ts';

/** Starts the interactive parts of the fields inside `root`. @returns the validator of their forms */
export function startRules(forms: readonly FormDefinition[], messages: FormMessages, root: HTMLElement): FormValidator {
  startNextKey();
  watchMasks(root);
  return formValidator(forms, messages);
}
