/** The value of an expression over the fields above. */
import type { FieldDefinition, RuleDefinition } from '../../../schemas/generated/types.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import type { FieldValue } from '../../fields/kinds/kind.ts';
import { plainSigns, sentNumber, writeNumber } from '../../values/number-text.ts';
import { rounded } from '../../values/round.ts';

export type ComputedDefinition = Extract<RuleDefinition, { rule: 'computed' }>;
type Values = Readonly<Record<string, FieldValue | null>>;

/**
 * The value of a computed field as text. A number that was not given counts as 0. Amounts are in their smallest unit, as
 * wherever an expression reads them.
 * @param values those of the fields above; hidden ones are empty
 * @param number the format of the field's own number
 * @returns an empty text if there is no value
 */
export function computedValue(
  { code = null, reads = {} }: ComputedDefinition,
  values: Values,
  number: FieldDefinition['number'],
): string {
  try {
    const value = evaluate(code, (name) => {
      const given = values[name] ?? '';
      const format = reads[name];
      return format === undefined ? given : (sentNumber(String(given), format) ?? 0);
    });
    if (typeof value !== 'number') return typeof value === 'string' ? value : '';
    if (!Number.isFinite(value)) return '';
    return writeNumber(rounded(value / (number?.minor ?? 1), number?.decimals), plainSigns);
  } catch {
    return '';
  }
}
