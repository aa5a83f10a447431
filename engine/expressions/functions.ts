import { canonicalJson } from '../values/canonical-json.ts';
import { rounded } from '../values/round.ts';
import type { Json } from './code.ts';
import { numberFunctions } from './number-functions.ts';
import { fail, type Implementation, list, number, shown, string } from './operands.ts';

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Filters pass null through, so that an unanswered value renders as an empty text. */
const onText =
  (change: (text: string) => Json): Implementation =>
  ([value]) =>
    value === null ? null : change(string(value));
const onTwoTexts =
  (test: (text: string, part: string) => boolean): Implementation =>
  ([text, part]) =>
    test(string(text), string(part));

// Intl's spacing and grouping differ between ICU versions, so server and browser could differ: formats the number
// itself.
const written = (units: number, places: number, group: string, point: string, symbol = ''): string => {
  const whole = rounded(Math.abs(units));
  const digits = whole.toFixed(0).padStart(places + 1, '0');
  const grouped = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, group);
  return `${units < 0 && whole > 0 ? '-' : ''}${symbol}${grouped}${places > 0 ? point : ''}${digits.slice(digits.length - places)}`;
};
/**
 * Writes an amount with signs: places, group, point, what is before and after it.
 * @param own the signs of one currency; otherwise the compiler passes those of the site's
 */
const money =
  (isShort: boolean, own?: readonly Json[]): Implementation =>
  ([value, ...signs]) => {
    if (value === null) return null;
    const [places, group, point, before, after] = (own ?? signs) as [number, string, string, string, string];
    const units = rounded(number(value));
    const whole = units / 10 ** places;
    return isShort && Number.isInteger(whole)
      ? written(whole, 0, group, point, before) + after
      : written(units, places, group, point, before) + after;
  };
const reais = [2, '.', ',', 'R$\u00a0', ''];

const decimal = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

/** All functions of the language. The types are in `catalogue.ts`, which is not sent to browsers. */
export const functions = {
  ...numberFunctions,
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
  money: money(false),
  moneyShort: money(true),
  brl: money(false, reais),
  brlShort: money(true, reais),
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
