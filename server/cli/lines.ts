/** Lines for a terminal. */

import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { countOf } from '../../engine/values/count-of.ts';

export { countOf };

/** The numbers of errors, warnings and, if there are any, notes: `0 errors`, `2 warnings`, `1 note`. */
export function severityCounts(problems: readonly Pick<AuthorProblem, 'severity'>[]): string[] {
  const numberOf = (wanted: AuthorProblem['severity']) => problems.filter(({ severity }) => severity === wanted).length;
  const notes = numberOf('note');
  const counts = [countOf(numberOf('error'), 'error'), countOf(numberOf('warning'), 'warning')];
  return notes === 0 ? counts : [...counts, countOf(notes, 'note')];
}

/** A text that a visitor may have written: terminals run control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones
export const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');

const shownLength = 140;

/** A line without its indentation; of a long one, the part around a column (from 1). */
export function excerpt(line: string, column: number): string {
  const text = line.trim();
  if (text.length <= shownLength) return text;
  const from = Math.max(0, column - line.length + line.trimStart().length - shownLength / 2);
  const part = text.slice(from, from + shownLength);
  return `${from > 0 ? '…' : ''}${part}${from + shownLength < text.length ? '…' : ''}`;
}

/** The message of an error, with its hint on a second line. */
export function messageOf(error: unknown): string {
  const { message, hint } = error as Error & { readonly hint?: string };
  return hint === undefined ? message : `${message}\n${hint}`;
}

/** A trace that could not be read, as a line. Its name, and what it contains, may be a visitor's. */
export const unreadLine = ({ name, error }: { readonly name: string; readonly error: string }): string =>
  printable(`${name}: ${error}`);

/**
 * Rows with aligned columns.
 * @param numbersFrom the columns from this one on are numbers: they end at the same place
 */
export function alignedRows(
  rows: readonly (readonly string[])[],
  numbersFrom: number = Number.POSITIVE_INFINITY,
): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column < numbersFrom ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
