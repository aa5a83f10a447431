/** Numbers as people write them in a language. */
import { rounded } from './round.ts';

/** The separators of a locale's numbers. */
export interface NumberSigns {
  /** Separates groups of three digits; empty if the locale does not group. */
  readonly group: string;
  readonly point: string;
  /** Stands before or after an amount: `R$`. */
  readonly sign?: string;
}

/** How a number is written that is sent: an amount in its smallest unit, of which `minor` are one of the currency's. */
export interface SentNumber extends NumberSigns {
  readonly minor?: number;
}

/** The signs of the numbers in options, which are not written in a language. */
export const plainSigns = { group: ',', point: '.' };

/**
 * Reads a number that a visitor typed: `1.234,5` or `1234,5` in Portuguese. A point before one or two digits is a decimal
 * sign in every language, because a group has three.
 * @returns null if the text is not a number
 */
export function readNumber(text: string, { group, point, sign = '' }: NumberSigns): number | null {
  const [whole = '', ...rest] = plainSpaces(text.replace(sign, '').trim()).split(point);
  const groups = group === '' ? [whole] : whole.split(plainSpaces(group));
  const isGrouped = groups.length > 1 && groups.every((part, index) => (index ? /^\d{3}$/ : /^-?\d{1,3}$/).test(part));
  const number = [isGrouped ? groups.join('') : whole, ...rest].join('.');
  return /^-?\d{1,15}(\.\d+)?$/.test(number) ? Number(number) : null;
}

/** The number that a text is sent as: an amount in its smallest unit; null if the text is not a number. */
export function sentNumber(text: string, format: SentNumber): number | null {
  const read = readNumber(text, format);
  return read !== null && format.minor ? rounded(read * format.minor) : read;
}

/** Whether a number has at most so many decimals. */
export const fitsDecimals = (number: number, decimals: number): boolean => Number(number.toFixed(decimals)) === number;

/** Some locales group by a narrow space that no keyboard has. */
const plainSpaces = (text: string): string => text.replace(/\s/g, ' ');

/** A number as a visitor types it, without signs between thousands. */
export const writeNumber = (number: number, { point }: Pick<NumberSigns, 'point'>): string =>
  String(number).replace('.', point);
