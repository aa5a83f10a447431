/** The types that functions and operators demand of their operands. */
import type { FormatDate, Json } from './code.ts';
import { ExpressionError, type ExpressionErrorCode } from './error.ts';

/**
 * The implementation of a function. It takes evaluated arguments, and throws an ExpressionError if there is no result.
 */
export type Implementation = (args: Json[], formatDate?: FormatDate) => Json;

/** @throws ExpressionError always */
export function fail(code: ExpressionErrorCode, message: string): never {
  throw new ExpressionError(code, message);
}

const kindOf = (value: Json | undefined) =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value === 'object' ? 'record' : typeof value;

/** @throws ExpressionError `wrong-type` */
export const wrongType = (wanted: string, value: Json | undefined): never =>
  fail('wrong-type', `needs ${wanted}, not ${kindOf(value)}`);

/** The value, if it is a number. @throws ExpressionError `wrong-type`, or `not-finite` for an overflow */
export const number = (value: Json | undefined): number =>
  typeof value !== 'number'
    ? wrongType('a number', value)
    : Number.isFinite(value)
      ? value
      : fail('not-finite', 'number too large');

/** The result of adding, subtracting or multiplying `a` and `b`. @throws ExpressionError `not-exact` beyond 2^53 */
export const exact = (result: number, a: number, b: number): number =>
  [a, b].every(Number.isSafeInteger) && !Number.isSafeInteger(result)
    ? fail('not-exact', 'whole number too large to be exact')
    : number(result);

export const add = (a: number, b: number): number => exact(a + b, a, b);

/** @throws ExpressionError `wrong-type` */
export const string = (value: Json | undefined): string =>
  typeof value === 'string' ? value : wrongType('a string', value);
/** @throws ExpressionError `wrong-type` */
export const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : wrongType('a list', value));
/** Formats a number or text for a template. 15 significant digits hide the rounding errors of binary fractions. */
export const shown = (value: Json | undefined): string =>
  typeof value === 'number' ? String(Number.isInteger(value) ? value : Number(value.toPrecision(15))) : string(value);

/** A number that is not 0. */
export const divisor = (value: Json | undefined): number => number(value) || fail('divide-by-zero', 'division by zero');
