/**
 * Preserves a form's verdict when its values are redacted: a rule may depend on more than the shape that redaction
 * preserves.
 */

import type { Json } from '../../schemas/compiled.ts';
import type { FormValidator } from '../flow/index.ts';

type Values = Readonly<Record<string, Json>>;

/** The error message of each invalid field. */
function verdictOf(validate: FormValidator, form: string, values: Values): ReadonlyMap<string, string> {
  const verdict = validate(form, values);
  return new Map(verdict.ok ? [] : verdict.errors.map(({ field, message }) => [field, message]));
}

/** Values of the same shape with other digits, then shorter and shorter ones. */
function* standInsFor(value: Json): Generator<Json> {
  if (typeof value === 'boolean') return yield !value;
  if (typeof value !== 'string') return;
  for (const digit of '0123456789') yield value.replace(/[0-9]/g, digit);
  yield '';
}

/**
 * Redacted values that a form validates like the real ones. A field for which no replacement works keeps its redacted
 * value.
 * @param real the visitor's values
 * @param redacted the same values, redacted
 * @returns the values that replace redacted ones, by name
 */
export function sameVerdict(
  validate: FormValidator,
  form: string,
  real: Values,
  redacted: Values,
): Record<string, Json> {
  const wanted = verdictOf(validate, form, real);
  const given = verdictOf(validate, form, redacted);
  const changed: Record<string, Json> = {};
  for (const field of new Set([...wanted.keys(), ...given.keys()])) {
    if (wanted.get(field) === given.get(field)) continue;
    for (const standIn of standInsFor(redacted[field] ?? '')) {
      const tried = { ...redacted, ...changed, [field]: standIn };
      if (verdictOf(validate, form, tried).get(field) !== wanted.get(field)) continue;
      changed[field] = standIn;
      break;
    }
  }
  return changed;
}
