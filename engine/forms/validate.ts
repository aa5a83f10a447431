import { emptyOf } from '../fields/field.ts';
import { isEmpty, readValue } from '../fields/reading.ts';
import type { RuleTests } from '../rules/tests.ts';
import type { CompiledForm } from './build.ts';
import { messageFor } from './checks.ts';
import { hiddenFields } from './conditions.ts';
import type { FieldDefinition, FieldValue, Json } from './types.ts';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export type Verdict =
  | { readonly ok: true; readonly values: Record<string, Json> }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

export type FieldVerdict =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: FieldError };

/** Values from a browser or a request, of unknown types. */
export type RawValues = Readonly<Record<string, unknown>>;

/**
 * Validates a form's values, in browser and server alike.
 * @returns the normalized values (every field present, hidden ones empty, texts trimmed, aliases renamed to their field,
 * unknown names dropped, on an object without prototype), or one error per failing field in form order
 */
export function validateForm(compiled: CompiledForm, values: RawValues): Verdict {
  const normalised = normaliseValues(compiled, values);
  const { fields } = compiled.definition;
  const hidden = hiddenFields(fields, normalised);
  for (const field of fields)
    if (hidden.has(field.name)) normalised[field.name] = emptyOf(field);
    else normalised[field.name] = keptValue(compiled, field, normalised);
  const judged: Record<string, FieldValue | null | undefined> = {};
  for (const name in normalised) judged[name] = absentIfEmpty(normalised[name] as FieldValue | null);
  const messages = compiled.messagesFor(judged, normalised);
  const errors = [...compiled.fields.keys()].flatMap((field) => {
    const message = messages.get(field);
    return message === undefined || hidden.has(field) ? [] : { field, message };
  });
  if (errors.length === 0) return { ok: true, values: normalised };
  return { ok: false, errors: compiled.definition.showErrors === 'first' ? errors.slice(0, 1) : errors };
}

/**
 * Validates one field. Rules with a condition apply as if all other fields were empty.
 * @param name the field's name or one of its aliases
 * @param value the raw value; undefined counts as empty
 * @throws RangeError when the form has no such field
 */
export function validateField(compiled: CompiledForm, name: string, value: unknown): FieldVerdict {
  const field = compiled.fields.get(name) ?? [...compiled.fields.values()].find((f) => isAlias(f.definition, name));
  if (!field) throw new RangeError(`Form "${compiled.definition.id}" has no field "${name}"`);
  const { name: own } = field.definition;
  const normalised = keptValue(compiled, field.definition, { [own]: readValue(field.definition, value) });
  const message = messageFor(field, absentIfEmpty(normalised), {});
  if (message !== undefined) return { ok: false, error: { field: field.definition.name, message } };
  return { ok: true, value: normalised };
}

/**
 * A form's values as they are validated: own properties only, on an object without prototype; a field's name takes
 * precedence over its aliases. Values that are not an object count as an empty form. A value that no field can hold
 * becomes null.
 */
export function normaliseValues(compiled: CompiledForm, values: RawValues): Record<string, FieldValue | null> {
  const given: object = typeof values === 'object' && values !== null ? values : {};
  const normalised: Record<string, FieldValue | null> = Object.create(null);
  for (const { definition } of compiled.fields.values()) {
    const names = [definition.name, ...(definition.aliases ?? [])];
    const name = names.find((candidate) => ownValue(given, candidate) !== undefined);
    normalised[definition.name] = readValue(definition, name && ownValue(given, name));
  }
  return normalised;
}

type Keep = NonNullable<RuleTests<unknown>['keep']>;

/** The value of a field in its normal form, which a rule can determine. */
function keptValue(
  { rules }: CompiledForm,
  field: FieldDefinition,
  values: Readonly<Record<string, FieldValue | null>>,
): FieldValue | null {
  let value = values[field.name] ?? null;
  for (const rule of field.rules)
    value = (rules[rule.rule]?.keep as Keep | undefined)?.(value, rule, values, field) ?? value;
  return value;
}

function ownValue(values: object, name: string): unknown {
  return Object.hasOwn(values, name) ? (values as RawValues)[name] : undefined;
}

function isAlias(field: FieldDefinition, name: string): boolean {
  return field.aliases?.includes(name) ?? false;
}

/** A value as it is judged: an empty value is absent. */
const absentIfEmpty = (value: FieldValue | null): FieldValue | null | undefined =>
  value !== null && isEmpty(value) ? undefined : value;
