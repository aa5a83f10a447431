/** Masks as regular expressions. */
import type { Mask } from '../../../schemas/generated/types.ts';
import { layOut, longestOf, removedPrefixes } from './masks.ts';

const escaped = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');

/** A layout that is filled with zeros. The signs between the digits of a mask are no digits. */
const anyDigits = (filled: string): string =>
  escaped(filled).replace(/0+/g, ({ length }) => (length === 1 ? '[0-9]' : `[0-9]{${length}}`));

/** The beginning of a layout that is filled with zeros, with the digits of a prefix instead. */
function beginning(filled: string, prefix: string): string {
  let text = '';
  let used = 0;
  for (const sign of filled) {
    if (used === prefix.length) break;
    text += sign === '0' ? prefix.charAt(used++) : sign;
  }
  return escaped(text);
}

/** A regular expression for the texts that a mask leaves as they are, of at most as many digits as it can format. */
export function maskPattern(mask: Mask): string {
  const texts = Array.from({ length: longestOf(mask) }, (_, index) => {
    const filled = layOut(mask, '0'.repeat(index + 1));
    const removed = removedPrefixes(mask, index + 1).map((prefix) => `(?!${beginning(filled, prefix)})`);
    return removed.join('') + anyDigits(filled);
  });
  return `^(?:${['', ...texts].join('|')})$`;
}
