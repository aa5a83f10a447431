// What judges a form's values comes with what sends them: both are there once a form can be sent.
import './calls.ts';
import type { JudgeForm } from '../../engine/flow/words.ts';
import { judgeForms } from '../../engine/forms/judge.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';

export { watchMasks } from './masked-input.ts';
export { startNextKey } from './next-key.ts';

/** The chunk that carries Yup. */
export const judgeOf = (forms: readonly FormDefinition[], messages: FormMessages): JudgeForm =>
  judgeForms(forms, messages);
