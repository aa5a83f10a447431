/** The conditions of fields and rules (`when`), over the values of the same form. */
import type { Code, Json } from '../../schemas/compiled.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { emptyOf } from '../fields/field.ts';
import type { FieldDefinition } from './types.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether a condition holds. A field without a value is empty. */
export const meets = (when: Code, fields: readonly FieldDefinition[], values: Values): boolean =>
  evaluate(when, (name) => {
    const value = values[name] ?? null;
    const field = fields.find((each) => each.name === name);
    return (value === null && field !== undefined ? emptyOf(field) : value) as Json;
  }) === true;

/** The names of the fields that are hidden. For the conditions of later fields, a hidden field is empty. */
export function hiddenFields(fields: readonly FieldDefinition[], values: Values): ReadonlySet<string> {
  const hidden = new Set<string>();
  const shown: Record<string, unknown> = { ...values };
  for (const field of fields) {
    if (field.when === undefined || meets(field.when, fields, shown)) continue;
    hidden.add(field.name);
    shown[field.name] = null;
  }
  return hidden;
}
