/** Edits of masked fields. Only browsers that show a form fetch this module. */
import type { Mask } from '../../../schemas/generated/types.ts';
import { applyMask, digitsOf, isForeign, layOut, localDigits, longestOf } from './masks.ts';

/** One edit of a masked field, as an input event reports it. */
export interface MaskEdit {
  /** The masked value before the edit. */
  readonly before: string;
  /** The raw value after the edit. */
  readonly after: string;
  /** The caret after the edit, in UTF-16 units of `after`. */
  readonly caret: number;
  /**
   * The direction of a deletion (an input event of type `deleteContentForward` is `forward`). Backspace and Delete can
   * give the same `before` and `after`; without a direction, a deletion counts as Backspace.
   */
  readonly deletes?: 'backward' | 'forward';
}

/**
 * A digit typed into a full field is accepted only if the digits may start with a prefix. The prefix is dropped once it
 * is certain.
 */
function typedBeyond(mask: Mask, digits: string): string | null {
  const longest = longestOf(mask);
  const prefix = mask.prefixes?.find((each) => digits.startsWith(each) && digits.length - each.length <= longest);
  if (prefix === undefined) return null;
  return digits.length - prefix.length === longest ? localDigits(mask, digits) : digits;
}

/**
 * The masked value after an edit, and the caret's position, which stays at the same digit. Deleting punctuation deletes
 * the digit next to it (otherwise the mask would restore it and the key would appear to do nothing). A digit typed into
 * a full field is rejected, as by a native `maxlength`; pasted text is never truncated.
 */
export function editMasked(mask: Mask, edit: MaskEdit): { value: string; caret: number } {
  const { before, after, caret } = edit;
  if (isForeign(mask, after)) return { value: after, caret };
  const tail = after.slice(caret);
  if (!before.endsWith(tail)) {
    // The change is not at the caret: an input method or a script replaced the value. Only the new text counts.
    const value = applyMask(mask, after);
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
  const middle = digitsOf(inserted);
  const whole = left + middle + right;
  let digits = whole;
  if (middle.length === 1 && whole.length > longestOf(mask)) digits = typedBeyond(mask, whole) ?? left + right;
  else if (middle.length > 1) {
    digits = localDigits(mask, whole);
    // The field may already contain other digits, so the pasted text may be a number with a prefix of its own.
    if (digits === whole) digits = left + localDigits(mask, middle) + right;
  }
  const value = layOut(mask, digits);
  return { value, caret: caretAfter(value, Math.max(0, digits.length - right.length)) };
}

/** The position right after the given number of digits; for zero, right before the first digit. */
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
