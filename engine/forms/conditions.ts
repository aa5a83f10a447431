/** The conditions of fields and rules (`when`), over the values of the same form. */
import type { Code, Json } from '../../schemas/compiled.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { emptyOf, toPayload } from '../fields/field.ts';
import type { FieldDefinition } from './types.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether a condition holds. A field without a value is empty; one that is sent as a number is read as that number. */
export const meets = (when: Code, fields: readonly FieldDefinition[], values: Values): boolean =>
  evaluate(when, (name) => {
    const field = fields.find((each) => each.name === name);
    const value = (values[name] ?? (field ? emptyOf(field) : null)) as Json;
    return field?.submitAs === 'number' ? toPayload(field, value) : value;
  }) === true;

/** The names of the fields that are hidden. For the conditions of later fields, a hidden field is empty. */
export function hiddenFields(fields: readonly FieldDefinition[], values: Values): ReadonlySet<string> {
  const hidden = new Set<string>();
  let shown = values;
  for (const field of fields) {
    if (field.when === undefined || meets(field.when, fields, shown)) continue;
    hidden.add(field.name);
    shown = { ...shown, [field.name]: null };
  }
  return hidden;
}
