// A form can be submitted once its rules are loaded, so the code of calls loads with them.
import './calls.ts';
import type { FormValidator } from '../../engine/flow/machine-setup.ts';
import { formValidator } from '../../engine/forms/form-validator.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';

export { watchMasks } from './masked-input.ts';
export { startNextKey } from './next-key.ts';

/** The chunk that carries Yup. */
export const judgeOf = (forms: readonly FormDefinition[], messages: FormMessages): FormValidator =>
  formValidator(forms, messages);
