import type { RuleTable } from '../rules/tests.ts';
import { buildForm } from './build.ts';
import type { FormDefinition, FormMessages } from './types.ts';
import { type RawValues, type Verdict, validateForm } from './validate.ts';

/**
 * Returns a function that validates the values of several forms, each compiled once.
 * @param rules at least the rules that the forms use
 * @throws RangeError for an unknown form (thrown by the returned function)
 */
export function validatorWith(
  rules: Partial<RuleTable>,
  forms: readonly FormDefinition[],
  messages: FormMessages,
): (form: string, values: RawValues) => Verdict {
  const compiled = new Map(forms.map((form) => [form.id, buildForm(form, messages, rules)]));
  return (id, values) => {
    const form = compiled.get(id);
    if (form === undefined) throw new RangeError(`Unknown form "${id}".`);
    return validateForm(form, values);
  };
}
