import type { Mask } from '../../../schemas/generated/types.ts';

/** The digits 0-9 of a text, in order. */
export const digitsOf = (text: string): string => text.replace(/[^0-9]+/g, '');

const sizeOf = (layout: string): number => layout.split('#').length - 1;

/** The largest number of digits that a mask can format. */
export const longestOf = ({ formats }: Mask): number => Math.max(...formats.map(sizeOf));

/** Whether so many digits exactly fill one of the mask's formats. */
const fits = ({ formats }: Mask, length: number): boolean => formats.some((layout) => sizeOf(layout) === length);

/** The prefixes that are removed of so many digits that begin with them. */
export const removedPrefixes = (mask: Mask, length: number): readonly string[] =>
  // A complete number is local: the digits of a country code may also be an area code.
  fits(mask, length) ? [] : (mask.prefixes ?? []).filter((each) => fits(mask, length - each.length));

/** Removes a prefix of the mask if the remaining digits exactly fill one of its formats. */
export function localDigits(mask: Mask, digits: string): string {
  const prefix = removedPrefixes(mask, digits.length).find((each) => digits.startsWith(each));
  return prefix === undefined ? digits : digits.slice(prefix.length);
}

/**
 * Formats digits by the first format that is long enough. Additional digits follow the last format; none is dropped.
 */
export function layOut({ formats }: Mask, digits: string): string {
  const layout = formats.find((each) => sizeOf(each) >= digits.length) ?? (formats.at(-1) as string);
  let text = '';
  let used = 0;
  for (const sign of layout) {
    if (used === digits.length) break;
    text += sign === '#' ? digits.charAt(used++) : sign;
  }
  return text + digits.slice(used);
}

/** Whether a text begins with `+` and another country's code than those that the mask removes. */
export const isForeign = ({ formats, prefixes }: Mask, text: string): boolean =>
  prefixes !== undefined &&
  !formats.some((layout) => layout.includes('+')) &&
  /^\s*\+/.test(text) &&
  !prefixes.some((prefix) => !prefix.startsWith('0') && digitsOf(text).startsWith(prefix));

/**
 * Formats a text by a mask. Everything except the digits 0-9 is dropped, but a number of another country stays as it is, because
 * without its code it would be another number. Applying a mask twice changes nothing.
 */
export const applyMask = (mask: Mask, text: string): string =>
  isForeign(mask, text) ? text : layOut(mask, localDigits(mask, digitsOf(text)));
