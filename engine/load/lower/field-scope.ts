/** What expressions of a form can read: the fields above. */
import type { FieldDefinition } from '../../../schemas/generated/types.ts';
import type { Type, Types } from '../../expressions/index.ts';
import type { NumberSigns } from '../../values/written-number.ts';
import { plainSigns } from '../../values/written-number.ts';
import { unanswered } from '../types/value-types.ts';

/**
 * What the conditions of a field can read: the fields above it whose values a trace shows. A replay of a typed value has
 * other letters and digits.
 */
export function conditionTypes(above: readonly FieldDefinition[]): Types {
  const open = above.flatMap((field): [string, Type][] => {
    if (field.pii !== undefined) return [];
    if (field.type === 'checkbox') return [[field.name, { kind: 'bool' }]];
    if (field.type !== 'choice' && field.type !== 'choices') return [];
    if (field.submitAs === 'number') return [[field.name, unanswered]];
    const values = field.options.map(({ value }) => value);
    const type: Type =
      field.type === 'choices'
        ? { kind: 'list', of: { kind: 'enum', values } }
        : { kind: 'enum', values: [...values, ''] };
    return [[field.name, type]];
  });
  return Object.fromEntries(open);
}

/** How the number that a visitor gives is written; undefined for a field that is no number, or a computed one. */
const numberOf = ({ submitAs, number, rules }: FieldDefinition): NumberSigns | undefined =>
  submitAs === 'number' && rules.every(({ rule }) => rule !== 'computed') ? (number ?? plainSigns) : undefined;

/** What a computed field can read: as in conditions, and numbers. */
export function valueTypes(above: readonly FieldDefinition[]): Types {
  const numbers = above.filter((field) => field.pii === undefined && numberOf(field) !== undefined);
  return {
    ...conditionTypes(above),
    ...Object.fromEntries(numbers.map(({ name }) => [name, { kind: 'number' } as const])),
  };
}

/** The numbers among the names that an expression reads, with the way in which they are written. */
export const numbersAmong = (
  above: readonly FieldDefinition[],
  reads: readonly string[],
): Readonly<Record<string, NumberSigns>> =>
  Object.fromEntries(
    above.flatMap((field) => {
      const number = reads.includes(field.name) ? numberOf(field) : undefined;
      if (number === undefined) return [];
      const { group, point, sign } = number;
      return [[field.name, { group, point, ...(sign === undefined ? {} : { sign }) }]];
    }),
  );
