import type { Mask } from '../../../schemas/generated/types.ts';

/** The digits 0-9 of a text, in their order. */
export const digitsOf = (text: string): string => text.replace(/[^0-9]+/g, '');

const sizeOf = (layout: string): number => layout.split('#').length - 1;

/** The most digits a mask lays out. */
export const longestOf = ({ formats: layouts }: Mask): number => Math.max(...layouts.map(sizeOf));

/** The digits without a prefix of the mask, where only what follows it is as long as a layout; else all of them. */
export function localDigits({ formats: layouts, prefixes = [] }: Mask, digits: string): string {
  const fits = (length: number): boolean => layouts.some((layout) => sizeOf(layout) === length);
  const prefix = prefixes.find((each) => digits.startsWith(each) && fits(digits.length - each.length));
  // A complete number is local: the digits of a country's prefix may also be an area's.
  return prefix === undefined || fits(digits.length) ? digits : digits.slice(prefix.length);
}

/** Lays out digits by the first layout that holds them. What no layout holds follows the last one: nothing is cut. */
export function layOut({ formats: layouts }: Mask, digits: string): string {
  const layout = layouts.find((each) => sizeOf(each) >= digits.length) ?? (layouts.at(-1) as string);
  let text = '';
  let used = 0;
  for (const sign of layout) {
    if (used === digits.length) break;
    text += sign === '#' ? digits.charAt(used++) : sign;
  }
  return text + digits.slice(used);
}

/** A text laid out by a mask; everything but the digits 0-9 is dropped. Laying out twice gives the same text. */
export const applyMask = (mask: Mask, text: string): string => layOut(mask, localDigits(mask, digitsOf(text)));
