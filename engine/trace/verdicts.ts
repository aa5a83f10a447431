/**
 * Preserves a form's verdict, and the results of conditions, when values are redacted: a rule or a condition may depend on
 * more than the shape that redaction preserves.
 */

import type { Json } from '../../schemas/compiled.ts';
import type { FormValidator } from '../flow/index.ts';
import type { FieldDefinition, FormDefinition } from '../forms/types.ts';
import { writeNumber } from '../values/number-text.ts';
import type { ConditionResults } from './condition-results.ts';

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
    if (rule.rule === 'extension') yield* [rule.valid, rule.invalid];
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

/** Values that differ in conditions, then some of the same shape with other digits, those of the definition, an unknown option and an empty value. */
function* standInsFor(value: Json, real: Json, field: FieldDefinition, results: ConditionResults): Generator<Json> {
  if (typeof value === 'boolean') return yield !value;
  if (Array.isArray(value)) return yield ['?'];
  if (typeof value !== 'string') return;
  yield* results.examples(field, real, value);
  for (const digit of '0123456789') yield value.replace(/[0-9]/g, digit);
  yield* examplesOf(field);
  yield '?';
  yield '';
}

function first<Item>(items: Iterable<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}

/**
 * Redacted values that a form validates like the real ones, and of which conditions say the same. A field for which no
 * replacement works keeps its redacted value.
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
  results: ConditionResults,
): Record<string, Json> {
  const wanted = verdictOf(validate, form.id, real);
  const changed: Record<string, Json> = {};
  const isSame = (field: FieldDefinition, values: Values): boolean => {
    const { name } = field;
    const [own = '', other = ''] = [real[name], values[name]];
    return (
      verdictOf(validate, form.id, values).get(name) === wanted.get(name) &&
      (own === other || results.of(field, own) === results.of(field, other))
    );
  };
  /** The values of a field that have the results of the real one, among these values of the other fields. */
  function* replacementsFor(field: FieldDefinition, values: Values): Generator<Record<string, Json>> {
    for (const standIn of standInsFor(values[field.name] ?? '', real[field.name] ?? '', field, results))
      if (isSame(field, { ...values, [field.name]: standIn })) yield { [field.name]: standIn };
  }
  /** The same together with another field, with which a rule compares it. */
  function* bothFor(field: FieldDefinition, values: Values): Generator<Record<string, Json>> {
    const compared = field.rules.flatMap((rule) => (rule.rule === 'notBefore' ? rule.field : []));
    for (const other of form.fields.filter(({ name }) => compared.includes(name)))
      for (const own of replacementsFor(other, values))
        for (const both of replacementsFor(field, { ...values, ...own })) yield { ...own, ...both };
  }
  // In form order: a field decides whether those below it are shown.
  for (const field of form.fields) {
    const values = { ...redacted, ...changed };
    if (isSame(field, values)) continue;
    Object.assign(changed, first(replacementsFor(field, values)) ?? first(bothFor(field, values)));
  }
  return changed;
}
