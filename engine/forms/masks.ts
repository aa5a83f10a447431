import { digitsOf } from './rules.ts';
import type { MaskName } from './types.ts';

interface Mask {
  /** Most digits it holds. */
  readonly length: number;
  /** Lays out at most `length` digits; every digit stays, in order. */
  layOut(digits: string): string;
  /** Drops what a pasted number carries in front; decides by length alone. */
  local(digits: string): string;
}

const masks: { readonly [Name in MaskName]: Mask } = {
  'phone-br': {
    length: 11,
    layOut(digits) {
      if (digits.length === 0) return '';
      if (digits.length <= 2) return `(${digits}`;
      const area = digits.slice(0, 2);
      const number = digits.slice(2);
      const head = digits.length > 10 ? 5 : 4;
      return number.length > head ? `(${area}) ${number.slice(0, head)}-${number.slice(head)}` : `(${area}) ${number}`;
    },
    local(digits) {
      const withCountry = digits.length === 12 || digits.length === 13;
      // By length, because 55 is an area code too: an eleven-digit number that starts with it is a local one.
      return withCountry && digits.startsWith('55') ? digits.slice(2) : digits;
    },
  },
};

/**
 * A text laid out by a mask; anything but the digits 0-9 is dropped, and digits beyond the mask's length.
 * Laying out twice gives the same text.
 */
export function applyMask(name: MaskName, text: string): string {
  const mask = masks[name];
  return mask.layOut(mask.local(digitsOf(text)).slice(0, mask.length));
}

/** One edit of a masked field, as an input event shows it. */
export interface MaskedEdit {
  /** The masked value before the edit. */
  readonly before: string;
  /** The raw value after it. */
  readonly after: string;
  /** The caret after it, in UTF-16 units of `after`. */
  readonly caret: number;
  /**
   * Which way a deletion went (an input event of type `deleteContentForward` is `forward`). Before and after look
   * the same for Backspace and Delete; without this a deletion counts as Backspace.
   */
  readonly deletes?: 'backward' | 'forward';
}

/**
 * The masked value after an edit, and where the caret goes, so that it stays at the same digit. Deleting punctuation
 * deletes the digit next to it (otherwise the mask would put the punctuation back and the key would seem dead). What
 * is typed or pasted into a full field is cut to the room there is, like a native `maxlength`: digits already there
 * are never pushed out.
 */
export function editMasked(name: MaskName, edit: MaskedEdit): { value: string; caret: number } {
  const mask = masks[name];
  const { before, after, caret } = edit;
  const tail = after.slice(caret);
  if (!before.endsWith(tail)) {
    // Not an edit at the caret (an input method or a script replaced the value): only the new text counts.
    const value = applyMask(name, after);
    const dropped = digitsOf(after).length - digitsOf(value).length;
    return { value, caret: caretAfter(value, Math.max(0, digitsOf(after.slice(0, caret)).length - dropped)) };
  }
  const start = before.slice(0, before.length - tail.length);
  const end = after.slice(0, caret);
  const kept = commonPrefix(start, end);
  const removed = start.slice(kept.length);
  const inserted = end.slice(kept.length);

  let left = digitsOf(kept);
  let right = digitsOf(tail);
  if (inserted === '' && removed !== '' && digitsOf(removed) === '') {
    if (edit.deletes === 'forward') right = right.slice(1);
    else left = left.slice(0, -1);
  }
  const room = Math.max(0, mask.length - left.length - right.length);
  const middle = digitsOf(inserted);
  // Where there is room, one typed digit cannot make a number this long; what can is pasted or filled in.
  if (room > 0) {
    const whole = left + middle + right;
    const local = mask.local(whole);
    if (local !== whole) {
      const value = mask.layOut(local);
      const dropped = whole.length - local.length;
      return { value, caret: caretAfter(value, Math.max(0, left.length + middle.length - dropped)) };
    }
  }
  const fits = mask.local(middle).slice(0, room);
  const value = mask.layOut(left + fits + right);
  return { value, caret: caretAfter(value, left.length + fits.length) };
}

/** The place right after the given number of digits; for none, right before the first digit. */
function caretAfter(value: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < value.length; at++) {
    if (!isDigit(value.charAt(at))) continue;
    if (digits === 0) return at;
    seen++;
    if (seen === digits) return at + 1;
  }
  return value.length;
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
