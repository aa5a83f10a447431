import { allRules } from '../rules/all.ts';
import type { FormDefinition, FormMessages } from './types.ts';
import type { RawValues, Verdict } from './validate.ts';
import { validatorWith } from './validator-with.ts';

/**
 * Returns a function that validates the values of several forms by every rule there is.
 * @throws RangeError for an unknown form (thrown by the returned function)
 */
export const formValidator = (
  forms: readonly FormDefinition[],
  messages: FormMessages,
): ((form: string, values: RawValues) => Verdict) => validatorWith(allRules, forms, messages);
