/**
 * Preserves a form's verdict when its values are redacted: a rule may depend on more than the shape that redaction
 * preserves.
 */

import type { Json } from '../../schemas/compiled.ts';
import type { FormValidator } from '../flow/index.ts';
import type { FieldDefinition, FormDefinition } from '../forms/types.ts';
import { writeNumber } from '../values/written-number.ts';

type Values = Readonly<Record<string, Json>>;

/** The error message of each invalid field. */
function verdictOf(validate: FormValidator, form: string, values: Values): ReadonlyMap<string, string> {
  const verdict = validate(form, values);
  return new Map(verdict.ok ? [] : verdict.errors.map(({ field, message }) => [field, message]));
}

/** Values that the definition of a field itself contains: the ends of its ranges, a day, an address, the examples of own rules. */
export function* examplesOf({ rules, number }: FieldDefinition): Generator<string> {
  for (const rule of rules) {
    if (rule.rule === 'url') yield 'a.aa';
    if (rule.rule === 'signature') yield 'Aa';
    if ('example' in rule) yield rule.example as string;
    if (rule.rule === 'own') yield* [rule.valid, rule.invalid];
    if (rule.rule !== 'date') continue;
    // The last day first: another date can then be before it.
    for (const day of [rule.to ?? '2999-12-31', rule.from, '2000-01-01']) {
      const [year = '', month = '', date = ''] = day?.split('-') ?? [];
      if (day !== undefined) yield rule.format.replace('YYYY', year).replace('MM', month).replace('DD', date);
    }
  }
  for (const end of [number?.min, number?.max])
    if (number !== undefined && end !== undefined) yield writeNumber(end, number);
}

/** Values of the same shape with other digits, then those of the definition, an unknown option and an empty value. */
function* standInsFor(value: Json, field: FieldDefinition | undefined): Generator<Json> {
  if (typeof value === 'boolean') return yield !value;
  if (Array.isArray(value)) return yield ['?'];
  if (typeof value !== 'string') return;
  for (const digit of '0123456789') yield value.replace(/[0-9]/g, digit);
  if (field !== undefined) yield* examplesOf(field);
  yield '?';
  yield '';
}

/**
 * Redacted values that a form validates like the real ones. A field for which no replacement works keeps its redacted
 * value.
 * @param form the form's definition
 * @param real the visitor's values
 * @param redacted the same values, redacted
 * @returns the values that replace redacted ones, by name
 */
export function sameVerdict(
  validate: FormValidator,
  form: FormDefinition,
  real: Values,
  redacted: Values,
): Record<string, Json> {
  const wanted = verdictOf(validate, form.id, real);
  const given = verdictOf(validate, form.id, redacted);
  const changed: Record<string, Json> = {};
  for (const field of new Set([...wanted.keys(), ...given.keys()])) {
    if (wanted.get(field) === given.get(field)) continue;
    const definition = form.fields.find(({ name }) => name === field);
    for (const standIn of standInsFor(redacted[field] ?? '', definition)) {
      const tried = { ...redacted, ...changed, [field]: standIn };
      if (verdictOf(validate, form.id, tried).get(field) !== wanted.get(field)) continue;
      changed[field] = standIn;
      break;
    }
  }
  return changed;
}
