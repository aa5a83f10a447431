/** The conditions of fields (`when`), over the values of the same form. */
import { meets } from '../fields/field.ts';
import type { FieldDefinition } from './types.ts';

type Values = Readonly<Record<string, unknown>>;

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
