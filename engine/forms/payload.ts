import { emptyOf, toPayload } from '../fields/field.ts';
import type { CompiledForm } from './build.ts';
import type { FieldDefinition, FieldValue, Json } from './types.ts';
import { normaliseValues, type RawValues } from './validate.ts';

/**
 * The payload of a form: every field under its own name, with `submitAs` applied. An empty field is included as an
 * empty value; the call decides what to omit.
 * @param values values that passed `validateForm`, or the raw values
 */
export function payloadOf(compiled: CompiledForm, values: RawValues): Record<string, Json> {
  const payload: Record<string, Json> = normaliseValues(compiled, values);
  for (const { definition } of compiled.fields.values()) {
    const value = payload[definition.name];
    if (value !== undefined) payload[definition.name] = toPayload(definition, value);
  }
  return payload;
}

/** The initial values of a form: each field's default, or an empty value. */
export function initialValues(fields: readonly FieldDefinition[]): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = Object.create(null);
  for (const field of fields) values[field.name] = field.default ?? emptyOf(field);
  return values;
}
