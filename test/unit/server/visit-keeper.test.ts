/** What forms without script carry, and how a visit goes on from each of its pages. A real SQLite store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../engine/session/session.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { Store } from '../../../server/store/types.ts';
import { createSeal, maxSealAge, type SealedVisit } from '../../../server/visits/seal.ts';
import { createVisitKeeper, type FormVisit } from '../../../server/visits/visit-keeper.ts';

const start = Date.UTC(2026, 10, 20);
const flow = { flow: 'quiz', behaviour: 'b1' };
const input = { screen: 'inicio', query: {}, visit: {}, at: start, random: 0.25, ids: {}, saved: {} };
const id = 'f3b9b8f0-9d4c-4f0e-8c8a-1f8f4f6f4a11';
const reachedAt = (screen: string) => ({ screen, values: {}, questions: {} });

let folder: string;
let store: Store;
let now: number;
const seal = createSeal(Buffer.alloc(32, 7), () => now);
const keeperOn = (over: Partial<Store['visits']> = {}) =>
  createVisitKeeper({ seal, visits: { ...store.visits, ...over } }, () => now);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keeper-'));
  store = await openSqliteStore({ dir: folder });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  now = start;
});

const answer = (value: number | string): SealedVisit['log']['events'][number] => ({
  event: { type: 'NEXT', value } as SessionEvent,
  stamp: { at: start + 1, random: 0.5 },
});
const visitOf = (...values: (number | string)[]): SealedVisit => ({ id, log: { input, events: values.map(answer) } });
/** The answers of a visit at a page. */
function answersOf(form: FormVisit): unknown {
  const opened = form.openFor(flow);
  return opened.ok ? opened.visit.log.events.map(({ event }) => (event as { value?: unknown }).value) : opened.fault;
}
const keep = (values: (number | string)[], from: FormVisit | null = null, keeper = keeperOn()) =>
  keeper.keep(flow, visitOf(...values), reachedAt(`after ${values.join()}`), from);

describe('the forms of a page', () => {
  test('carry a token and the place of the page, whatever the length of the visit', async () => {
    const short = await keep([1]);
    const long = await keep(Array.from({ length: 100 }, () => 'x'.repeat(500)));
    expect([short, long]).toEqual([
      expect.stringMatching(/^2\.[A-Za-z0-9_-]{22}\.1$/),
      expect.stringMatching(/^2\.[A-Za-z0-9_-]{22}\.100$/),
    ]);
    expect(await keeperOn().read(short)).toMatchObject({ place: { page: 1 } });
    expect((await keeperOn().read(short)).openFor(flow)).toEqual({ ok: true, visit: visitOf(1) });
  });

  test('do not tell a reader of the database how to continue the visit', async () => {
    const token = (await keep([1])).split('.')[1] as string;
    const reader = await store.visits.find(token, now);
    expect(reader).toBeNull();
  });

  test('of an older version carry the sealed visit, which goes on as a stored one', async () => {
    const sealed = seal.close(flow, visitOf(1), reachedAt('um'));
    const form = await keeperOn().read(sealed);
    expect(answersOf(form)).toEqual([1]);
    expect(answersOf(await keeperOn().read(await keep([1, 2], form)))).toEqual([1, 2]);
  });
});

describe('a visit goes on', () => {
  test('from its last page, and after Back from an earlier one', async () => {
    const first = await keeperOn().read(await keep([1]));
    const second = await keeperOn().read(await keep([1, 2], first));
    const other = await keeperOn().read(await keep([1, 7], first));
    const third = await keeperOn().read(await keep([1, 2, 3, 4], second));
    const read = async (form: FormVisit) =>
      answersOf(await keeperOn().read(`2.${form.place?.token}.${form.place?.page}`));
    expect([await read(first), await read(second), await read(other), await read(third)]).toEqual([
      [1],
      [1, 2],
      [1, 7],
      [1, 2, 3, 4],
    ]);
    expect(new Set([first, second, other, third].map(({ place }) => place?.token)).size).toBe(1);
  });

  test('from both pages of two posts at once', async () => {
    const first = await keeperOn().read(await keep([1]));
    const texts = await Promise.all([2, 3, 4, 5].map((value) => keep([1, value], first)));
    expect(new Set(texts).size).toBe(4);
    expect(await Promise.all(texts.map(async (text) => answersOf(await keeperOn().read(text))))).toEqual([
      ...[2, 3, 4, 5].map((value) => [1, value]),
    ]);
  });

  test('from the page that a post did not change', async () => {
    const text = await keep([1]);
    expect(await keep([1], await keeperOn().read(text))).toBe(text);
  });

  test('for a day after its last page', async () => {
    const text = await keep([1]);
    now += maxSealAge - 1;
    const later = await keep([1, 2], await keeperOn().read(text));
    now += maxSealAge - 1;
    expect(answersOf(await keeperOn().read(later))).toEqual([1, 2]);
    now += 1;
    expect(answersOf(await keeperOn().read(later))).toBe('expired');
  });

  test('on another version by what it has reached, at each of its pages', async () => {
    const first = await keeperOn().read(await keep([1]));
    const second = await keeperOn().read(await keep([1, 2], first));
    for (const [form, screen] of [
      [first, 'after 1'],
      [second, 'after 1,2'],
    ] as const)
      expect(
        (await keeperOn().read(`2.${form.place?.token}.${form.place?.page}`)).openFor({ ...flow, behaviour: 'b2' }),
      ).toEqual({
        ok: false,
        fault: 'moved',
        visit: { id, input, reached: reachedAt(screen) },
      });
  });

  test('but not in another flow, and not at a page that was never drawn', async () => {
    const text = await keep([1, 2]);
    expect((await keeperOn().read(text)).openFor({ ...flow, flow: 'outro' })).toEqual({ ok: false, fault: 'foreign' });
    for (const page of ['1', '0', '3', '999999']) {
      const stray = `${text.slice(0, -1)}${page}`;
      expect([page, answersOf(await keeperOn().read(stray))]).toEqual([page, 'malformed']);
    }
    expect(answersOf(await keeperOn().read(`2.${'A'.repeat(22)}.1`))).toBe('expired');
    for (const odd of ['2..1', `2.${'A'.repeat(21)}.1`, '', 'full'])
      expect((await keeperOn().read(odd)).openFor(flow).ok).toBe(false);
  });
});

describe('a visit that is too long', () => {
  test('becomes a mark', async () => {
    for (const values of [Array.from({ length: 201 }, () => 1), ['x'.repeat(64 * 1024)]])
      expect(await keep(values)).toBe('full');
    expect(answersOf(await keeperOn().read('full'))).toBe('full');
  });

  test('with its other pages keeps only its last one', async () => {
    const big = 'x'.repeat(60_000);
    const first = await keeperOn().read(await keep([1]));
    const texts: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const known = texts.at(-1);
      const from = known === undefined ? first : await keeperOn().read(known);
      // Each post is after Back to the first page.
      texts.push(
        await keep([1, big], { ...from, place: { ...(from.place as NonNullable<FormVisit['place']>), page: 1 } }),
      );
    }
    const last = await keeperOn().read(texts.at(-1) as string);
    expect(answersOf(last)).toEqual([1, big]);
    expect(JSON.stringify(last.place?.stored.log).length).toBeLessThan(256 * 1024);
    expect(answersOf(await keeperOn().read(texts[0] as string))).toBe('malformed');
  });
});

describe('a store that does not answer', () => {
  const away = () => Promise.reject(new StoreError('STORE_UNREACHABLE', 'away'));

  test('leaves the visit sealed in the form of its page', async () => {
    const text = await keep([1], null, keeperOn({ keep: away }));
    expect(answersOf(await keeperOn().read(text))).toEqual([1]);
    expect(text.startsWith('1')).toBe(true);
  });

  test('is no reason to begin anew', async () => {
    const text = await keep([1]);
    await expect(keeperOn({ find: away }).read(text)).rejects.toThrow(StoreError);
  });

  test('or stores other posts of the visit all the time, gets a copy with a token of its own', async () => {
    const first = await keeperOn().read(await keep([1]));
    const crowded = keeperOn({
      keep: async (visit) => (visit.revision === 1 ? store.visits.keep(visit) : false),
    });
    const text = await keep([1, 2], first, crowded);
    expect(text).not.toContain(first.place?.token);
    expect(answersOf(await keeperOn().read(text))).toEqual([1, 2]);
  });
});
