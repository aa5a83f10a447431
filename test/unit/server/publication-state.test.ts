/** What entries of publications mean, and which entry a command adds. */
import { expect, test } from 'vitest';
import {
  publicationFor,
  publicationState,
  rollbackTarget,
  type Wish,
} from '../../../server/definitions/publication-state.ts';
import type { Publication } from '../../../server/store/types.ts';

const entry = (position: number, version: string, more: Partial<Publication> = {}): Publication => ({
  ...{ position, kind: 'publish', version, definition: `${version}def`, share: null },
  ...{ message: null, author: 'ana', at: position, ...more },
});
const wish = (version: string, share: number | null = null): Wish => ({
  ...{ kind: 'publish', version, definition: `${version}def`, share, message: null, author: 'ana', at: 9 },
});
/** The newest first. */
const history = (...entries: Publication[]): Publication[] => entries.reverse();

test('the last entry for all visitors is live; a canary lasts until the next entry', () => {
  expect(publicationState([])).toBe(null);
  const [one, two, part] = [entry(1, 'a1'), entry(2, 'b2'), entry(3, 'c3', { share: 1000 })];
  expect(publicationState(history(one, two))).toEqual({ position: 2, live: two, canary: null });
  expect(publicationState(history(one, two, part))).toEqual({ position: 3, live: two, canary: part });
  const more = entry(4, 'c3', { share: 5000 });
  expect(publicationState(history(one, two, part, more))).toEqual({ position: 4, live: two, canary: more });
  const all = entry(5, 'c3');
  expect(publicationState(history(one, two, part, more, all))).toEqual({ position: 5, live: all, canary: null });
});

test('a command that wants what is so already adds nothing', () => {
  const live = publicationState(history(entry(1, 'a1')));
  const partly = publicationState(history(entry(1, 'a1'), entry(2, 'b2', { share: 1000 })));
  expect(publicationFor(live, wish('a1'))).toBe(null);
  expect(publicationFor(partly, wish('b2', 1000))).toBe(null);
  expect(publicationFor(null, wish('a1'))?.position).toBe(1);
  expect(publicationFor(live, wish('b2'))?.position).toBe(2);
  expect(publicationFor(partly, wish('b2', 2000))?.position).toBe(3);
  // To publish the live version again ends the canary.
  expect(publicationFor(partly, wish('a1'))?.position).toBe(3);
});

test('a rollback ends a canary, otherwise it leads to the version before, once', () => {
  const [one, two] = [entry(1, 'a1'), entry(2, 'b2')];
  expect(rollbackTarget([], null)).toBe('nothing-published');
  expect(rollbackTarget([one], null)).toBe('first');
  expect(rollbackTarget(history(one, two), null)).toBe(one);
  // A canary in between was never live.
  expect(rollbackTarget(history(one, entry(2, 'c3', { share: 10 }), entry(3, 'b2')), null)).toBe(one);
  expect(rollbackTarget(history(one, two, entry(3, 'c3', { share: 10 })), null)).toBe(two);
  const back = entry(3, 'a1', { kind: 'rollback' });
  expect(rollbackTarget(history(one, two, back), null)).toBe('rolled-back');
  // The same version published again is the live one, not the one before.
  expect(rollbackTarget(history(one, two, entry(3, 'b2')), null)).toBe(one);
});

test('a rollback finds a version by the beginning of either hash', () => {
  const entries = history(
    entry(1, 'a1', { definition: 'ff00' }),
    entry(2, 'a2', { definition: 'ff11' }),
    entry(3, 'b2'),
  );
  expect(rollbackTarget(entries, 'ff0')).toMatchObject({ version: 'a1' });
  expect(rollbackTarget(entries, 'a2')).toMatchObject({ version: 'a2' });
  expect(rollbackTarget(entries, 'ff')).toBe('ambiguous');
  expect(rollbackTarget(entries, '9')).toBe('unknown');
});
