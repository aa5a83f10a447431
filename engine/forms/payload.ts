import { emptyOf, toPayload } from '../fields/field.ts';
import type { CompiledForm } from './build.ts';
import type { FieldDefinition, FieldValue, Json } from './types.ts';
import { normaliseValues, type RawValues } from './validate.ts';

/**
 * What a form posts: every field under its own name, with `submitAs` applied. An empty field is posted empty; the
 * call decides what it leaves out.
 * @param values values that have passed `validateForm`, or the raw ones they came from
 */
export function payloadOf(compiled: CompiledForm, values: RawValues): Record<string, Json> {
  const payload: Record<string, Json> = normaliseValues(compiled, values);
  for (const { definition } of compiled.fields.values()) {
    const value = payload[definition.name];
    if (value !== undefined) payload[definition.name] = toPayload(definition, value);
  }
  return payload;
}

/** What a form shows at first: each field's default, or an empty value. */
export function initialValues(fields: readonly FieldDefinition[]): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = Object.create(null);
  for (const field of fields) values[field.name] = field.default ?? emptyOf(field);
  return values;
}
