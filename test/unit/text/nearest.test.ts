import { expect, test } from 'vitest';
import { editDistance, nearest, soleNearest } from '../../../engine/errors/nearest.ts';

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

test.each<[string, string[], string | undefined]>([
  // One edit per three characters, at least one.
  ['ab', ['xb'], 'xb'],
  ['ab', ['xy'], undefined],
  ['abcde', ['abcxy'], undefined],
  ['abcdef', ['abcdxy'], 'abcdxy'],
  ['abcdef', ['abcxyz'], undefined],
  ['abcdef', ['abcdefgh'], 'abcdefgh'],
  ['abcdef', ['abcdefghi'], undefined],
  // The nearest, ignoring case; the first of equally near ones.
  ['abcdef', ['abcdxy', 'abcdex'], 'abcdex'],
  ['abcdef', ['xbcdef', 'axcdef'], 'xbcdef'],
  // Of equally near ones, that which goes on from the text.
  ['nom', ['now', 'nome'], 'nome'],
  ['SCOER', ['Score'], 'Score'],
  [`${'a'.repeat(64)}${'b'.repeat(64)}`, ['a'.repeat(60)], 'a'.repeat(60)],
])('%s among %j means %s', (written, candidates, meant) => {
  expect(nearest(written, candidates)).toBe(meant);
});

test.each<[string, string[], string | undefined]>([
  ['scoer', ['score', 'plan'], 'score'],
  ['SCOER', ['Score'], 'Score'],
  ['scoer', ['score', 'score'], 'score'],
  ['scor', ['score', 'scoer'], undefined],
  // The only one with one edit, among others with more.
  ['abcdef', ['abcdex', 'abcdxy'], 'abcdex'],
  ['abcdef', ['abcdxy'], 'abcdxy'],
  ['abcdef', ['abcdxy', 'xycdef'], undefined],
  ['abcdef', ['abcxyz'], undefined],
  ['abcdef', ['abcdefghi'], undefined],
  // Too short to be certain.
  ['ab', ['abc'], undefined],
  ['abc', ['abd'], 'abd'],
  ['abc', [], undefined],
])('%s among %j can only mean %s', (written, candidates, meant) => {
  expect(soleNearest(written, candidates)).toBe(meant);
});
