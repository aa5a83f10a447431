import { describe, expect, test } from 'vitest';
import { breaksOf, fitStretch } from '../../../renderer/theme/line-breaks.ts';

const set = (text: string, rooms: readonly number[], balanced = false) => ({ text, rooms, spacing: 0, balanced });
/** Every letter is as wide as another one, but for `i` in the stand-in. */
const own = (text: string): number => text.length * 500;
const narrow = (text: string): number => [...text].reduce((sum, letter) => sum + (letter === 'i' ? 400 : 500), 0);

test('lines break before the word that has no room', () => {
  const words = { widths: [2, 2, 2, 5, 1], space: 1 };
  expect(breaksOf(words, 5)).toEqual([2, 3, 4]);
  expect(breaksOf(words, 100)).toEqual([]);
  expect(breaksOf(words, 1)).toEqual([1, 2, 3, 4]);
  expect(breaksOf({ widths: [], space: 1 }, 5)).toEqual([]);
});

describe('the stretch', () => {
  test('stays as it is where every line breaks alike', () => {
    expect(fitStretch(1, [set('aa bb cc', [3, 10])], own, own)).toBe(1);
    expect(fitStretch(1.07, [], own, narrow)).toBe(1.07);
  });

  test('is changed until they do', () => {
    // In the family the first two words do not fit into the room; in the stand-in they do.
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
