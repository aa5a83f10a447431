/** How a transition table judges and reads texts. Pages with written numbers or dates have more of it (`written.ts`). */
import type { Json } from '../../schemas/compiled.ts';
import type { AllowedDays } from '../rules/date/day.ts';
import type { NumberFormat } from '../rules/numeric.ts';

/** A regular expression that a text matches. */
export type PatternTest = readonly [source: string] | readonly [source: string, flags: string];

/** A rule that the text of a field passes. */
export type WrittenTest =
  | { readonly rule: 'number' | 'range'; readonly number: NumberFormat }
  | ({ readonly rule: 'date' } & AllowedDays)
  /** The day in this field is not a later one. */
  | { readonly rule: 'notBefore'; readonly field: string };

export type TextTest = PatternTest | WrittenTest;

/** How a number is written, and the unit in which it is read. */
export type ReadFormat = {
  readonly group: string;
  readonly point: string;
  readonly sign?: string;
  readonly minor?: number;
};

export interface TextJudge {
  /** Whether a trimmed text passes a test. @param values those of all fields, as they are submitted */
  test(text: string, test: TextTest, values?: Readonly<Record<string, unknown>>): boolean;
  /** The number as which conditions read a value. @param format undefined where JavaScript reads it alike */
  read(value: Json | undefined, format?: ReadFormat): Json | undefined;
}

/** Judges by regular expressions. As the machine, reads an empty text as null. */
export const plainJudge: TextJudge = {
  test: (text, test) => new RegExp(...(test as PatternTest as readonly [source: string, flags?: string])).test(text),
  read: (value) => (value ? +value : null),
};
