import { canonicalJson } from '../values/canonical-json.ts';
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

const string = (value: Json | undefined): string => (typeof value === 'string' ? value : wrongType('a string', value));
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : wrongType('a list', value));
const isRecord = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats a number or text for a template. 15 significant digits hide the rounding errors of binary fractions. */
export const shown = (value: Json | undefined): string =>
  typeof value === 'number' ? String(Number.isInteger(value) ? value : Number(value.toPrecision(15))) : string(value);
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Filters pass null through, so that an unanswered value renders as an empty text. */
const onText =
  (change: (text: string) => Json): Implementation =>
  ([value]) =>
    value === null ? null : change(string(value));
const onCents =
  (change: (text: string) => string): Implementation =>
  ([cents]) =>
    cents === null ? null : change(reais(number(cents)));

const onTwoTexts =
  (test: (text: string, part: string) => boolean): Implementation =>
  ([text, part]) =>
    test(string(text), string(part));

const extreme =
  (pick: (...of: number[]) => number): Implementation =>
  (args) => {
    const of = (args.length === 1 && Array.isArray(args[0]) ? args[0] : args).map(number);
    return of.length ? pick(...of) : fail('empty-list', 'an empty list has no minimum or maximum');
  };

// Intl's spacing and grouping differ between ICU versions, so server and browser could differ: formats the number
// itself.
const written = (units: number, places: number, group: string, point: string, symbol = ''): string => {
  // Scaled by a power of ten, 1.005 becomes 100.49999999999999: rounding to 15 digits first makes halves round up.
  const rounded = Math.round(Number(Math.abs(units).toPrecision(15)));
  const digits = rounded.toFixed(0).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, group);
  return `${units < 0 && rounded > 0 ? '-' : ''}${symbol}${whole}${places > 0 ? point : ''}${digits.slice(digits.length - places)}`;
};
const reais = (cents: number): string => written(cents, 2, '.', ',', 'R$\u00a0');

const decimal = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

/** Every function of the language. The types are in `catalogue.ts`, which is not sent to browsers. */
export const functions = {
  // Counts code points, as CEL does: an emoji is one.
  size: ([value]) =>
    typeof value === 'string'
      ? [...value].length
      : Object.keys(isRecord(value as Json) ? (value as object) : list(value)).length,
  sum: ([values]) => list(values).reduce((total: number, value) => add(total, number(value)), 0),
  min: extreme(Math.min),
  max: extreme(Math.max),
  // Multiplies by 100 first: 23 / 40 * 100 is 57.49999999999999, which would round down.
  percent: ([value, of]) =>
    number(of) === 0 ? fail('divide-by-zero', 'a percentage of zero') : Math.round((number(value) * 100) / number(of)),
  round: ([value]) => Math.round(number(value)),
  floor: ([value]) => Math.floor(number(value)),
  contains: onTwoTexts((text, part) => text.includes(part)),
  startsWith: onTwoTexts((text, part) => text.startsWith(part)),
  endsWith: onTwoTexts((text, part) => text.endsWith(part)),
  lower: onText((text) => text.toLowerCase()),
  upper: onText((text) => text.toUpperCase()),
  trim: onText((text) => text.trim()),
  digits: onText((text) => text.replace(/\D/g, '')),
  firstName: onText((text) => words(text)[0] ?? ''),
  lastName: onText((text) => words(text).slice(1).pop() ?? ''),
  join: ([values, separator]) => list(values).map(shown).join(string(separator)),
  json: ([value]) => canonicalJson(value),
  // The oldest supported phones lack toWellFormed. Like it, this replaces a lone surrogate with U+FFFD.
  url: ([value]) => (value === null ? null : encodeURIComponent(shown(value).replace(/\p{Surrogate}/gu, '\ufffd'))),
  default: ([value, fallback]) => (value === null ? fallback : value) as Json,
  brl: onCents((text) => text),
  brlShort: onCents((text) => text.replace(/,00$/, '')),
  // The compiler passes the separators of the site's locale.
  decimal: ([value, places, group = ',', point = '.']) => {
    if (value === null) return null;
    const count = number(places);
    if (count < 0 || count > 10 || !Number.isInteger(count)) fail('wrong-type', 'places must be 0 to 10');
    return written(number(value) * 10 ** count, count, string(group), string(point));
  },
  number: onText((text) => (decimal.test(text) ? number(Number(text)) : fail('bad-number', 'not a number'))),
  numberOr: ([value, fallback]) => {
    const written = typeof value === 'string' && decimal.test(value) ? Number(value) : value;
    return typeof written === 'number' && Number.isFinite(written) ? written : number(fallback);
  },
  date: ([value, format], formatDate) =>
    value === null
      ? null
      : formatDate
        ? formatDate(string(value), string(format))
        : fail('no-dates', 'dates cannot be formatted here'),
} satisfies Record<string, Implementation>;

export type FunctionName = keyof typeof functions;
