import { describe, expect, test } from 'vitest';
import { breaksOf, fitStretch } from '../../../renderer/theme/line-breaks.ts';

const set = (text: string, rooms: readonly number[], balanced = false) => ({ text, rooms, spacing: 0, balanced });
/** All letters are equally wide, except for `i` in the fallback. */
const own = (text: string): number => text.length * 500;
const narrow = (text: string): number => [...text].reduce((sum, letter) => sum + (letter === 'i' ? 400 : 500), 0);

test('a line breaks before the word that does not fit', () => {
  const words = { widths: [2, 2, 2, 5, 1], space: 1 };
  expect(breaksOf(words, 5)).toEqual([2, 3, 4]);
  expect(breaksOf(words, 100)).toEqual([]);
  expect(breaksOf(words, 1)).toEqual([1, 2, 3, 4]);
  expect(breaksOf({ widths: [], space: 1 }, 5)).toEqual([]);
});

describe('the stretch', () => {
  test('is unchanged if every line breaks alike', () => {
    expect(fitStretch(1, [set('aa bb cc', [3, 10])], own, own)).toBe(1);
    expect(fitStretch(1.07, [], own, narrow)).toBe(1.07);
  });

  test('is adjusted until they do', () => {
    // The first two words fit in the fallback font, and not in the family.
    const text = set('iiaaaaaaaa aaaaaaaaaa', [10.4]);
    const lines = (by: number): number =>
      breaksOf({ widths: text.text.split(' ').map((word) => (narrow(word) * by) / 1000), space: 0.5 * by }, 10.4)
        .length;
    expect(lines(1)).toBe(0);
    const fitted = fitStretch(1, [text], own, narrow);
    expect(lines(fitted)).toBe(1);
    expect(Math.abs(fitted - 1)).toBeLessThan(0.05);
  });
});
