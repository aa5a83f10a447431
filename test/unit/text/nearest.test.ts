import { expect, test } from 'vitest';
import { editDistance, nearest } from '../../../engine/errors/nearest.ts';

test.each([
  ['', '', 0],
  ['a', '', 1],
  ['kitten', 'sitting', 3],
  ['levle', 'level', 1],
  ['ca', 'abc', 3],
])('%s to %s takes %d edits', (a, b, edits) => {
  expect(editDistance(a, b)).toBe(edits);
  expect(editDistance(b, a)).toBe(edits);
});

test('only a near candidate is suggested', () => {
  expect(nearest('firstname', ['lastName', 'firstName'])).toBe('firstName');
  expect(nearest('scoer', ['store', 'score'])).toBe('score');
  expect(nearest('zzz', ['score', 'plan'])).toBeUndefined();
  expect(nearest('a', [])).toBeUndefined();
});
