/**
 * What a transition table with written numbers or dates needs beside regular expressions. Only pages with such a table receive this
 * code, so that `table.ts` gets it as an argument.
 */
import type { Json } from '../../schemas/compiled.ts';
import { type AllowedDays, isDayIn } from '../rules/date/day.ts';
import { isNumberIn } from '../rules/number/is-number.ts';
import type { NumberFormat } from '../rules/numeric.ts';
import { isInRange } from '../rules/range/in-range.ts';
import { sentNumber } from '../values/written-number.ts';

/** A rule that the text of a field passes. */
export type WrittenTest =
  | { readonly rule: 'number' | 'range'; readonly number: NumberFormat }
  | ({ readonly rule: 'date' } & AllowedDays);

/** How a condition reads a text as a number. */
export type ReadFormat = {
  readonly group: string;
  readonly point: string;
  readonly sign?: string;
  readonly minor?: number;
};

export interface Written {
  /** Whether a trimmed text passes a test. As in a form, rules apply to texts that are not empty. */
  passes(text: string, test: WrittenTest): boolean;
  /** The number as which conditions read a value. */
  read(value: Json, format: ReadFormat): Json;
}

export const written: Written = {
  passes(text, test) {
    if (text === '') return true;
    if (test.rule === 'date') return isDayIn(text, test);
    return (test.rule === 'number' ? isNumberIn : isInRange)(text, test.number);
  },
  read: (value, format) => (typeof value === 'string' ? sentNumber(value, format) : value),
};
