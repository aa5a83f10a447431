/** Keeps a form's verdict when its values are masked: a rule may look at more than the shape that a mask keeps. */

import type { Json } from '../../schemas/compiled.ts';
import type { JudgeForm } from '../flow/index.ts';

type Values = Readonly<Record<string, Json>>;

/** The message of each field that is wrong. */
function verdictOf(judge: JudgeForm, form: string, values: Values): ReadonlyMap<string, string> {
  const verdict = judge(form, values);
  return new Map(verdict.ok ? [] : verdict.errors.map(({ field, message }) => [field, message]));
}

/** Values of the same shape with other digits, then ever shorter ones. */
function* standInsFor(value: Json): Generator<Json> {
  if (typeof value === 'boolean') return yield !value;
  if (typeof value !== 'string') return;
  for (const digit of '0123456789') yield value.replace(/[0-9]/g, digit);
  yield '';
}

/**
 * Masked values that a form judges as it judges the real ones. A field that no stand-in suits stays as it is masked.
 * @param real the values as the visitor gave them
 * @param masked the same values as the mask made them
 * @returns the masked values to use in their place, by name; only those that differ
 */
export function sameVerdict(judge: JudgeForm, form: string, real: Values, masked: Values): Record<string, Json> {
  const wanted = verdictOf(judge, form, real);
  const given = verdictOf(judge, form, masked);
  const changed: Record<string, Json> = {};
  for (const field of new Set([...wanted.keys(), ...given.keys()])) {
    if (wanted.get(field) === given.get(field)) continue;
    for (const standIn of standInsFor(masked[field] ?? '')) {
      const tried = { ...masked, ...changed, [field]: standIn };
      if (verdictOf(judge, form, tried).get(field) !== wanted.get(field)) continue;
      changed[field] = standIn;
      break;
    }
  }
  return changed;
}
