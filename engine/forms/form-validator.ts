import { buildForm } from './build.ts';
import type { FormDefinition, FormMessages } from './types.ts';
import { type RawValues, type Verdict, validateForm } from './validate.ts';

/**
 * Returns a function that validates the values of several forms, each compiled once.
 * @throws RangeError for an unknown form (thrown by the returned function)
 */
export function formValidator(
  forms: readonly FormDefinition[],
  messages: FormMessages,
): (form: string, values: RawValues) => Verdict {
  const compiled = new Map(forms.map((form) => [form.id, buildForm(form, messages)]));
  return (id, values) => {
    const form = compiled.get(id);
    if (form === undefined) throw new RangeError(`Unknown form "${id}".`);
    return validateForm(form, values);
  };
}
