/** Retention over a real store: what is removed when, and what is reported. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Purge,
  type RetainedStore,
  type RetentionRules,
  rulesOf,
  withRetention,
} from '../../../server/store/retention.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { deliveryOf, type PlainSubmission, submissionOf } from '../../contracts/store/submissions.ts';

const now = 1_795_000_000_000;
const day = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;

let dir: string;
let rules: RetentionRules;
let purges: Purge[];
let errors: unknown[];
let store: RetainedStore;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'retention-'));
  [rules, purges, errors] = [{ collections: {}, deliveries: null }, [], []];
  store = withRetention(
    await openSqliteStore({ dir, clock: () => now }),
    () => rules,
    () => now,
    {
      failed: (error) => void errors.push(error),
      purged: (purge) => void purges.push(purge),
    },
  );
});

afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const submit = (key: string, ago: number, change: Partial<PlainSubmission> = {}) =>
  store.submit(submissionOf(key, { receivedAt: now - ago, deliveries: [], ...change }));
const subjects = async (collection: string) =>
  (await store.list(collection, { limit: 1000 })).map(({ subject }) => subject);
const big = { text: 'x'.repeat(megabyte / 16) };
/** Long enough for a sweep that was started: the database answers within the turn. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

describe('a sweep', () => {
  test('removes what is older than the days of its collection, and nothing of another', async () => {
    rules = { collections: { diagnosticos: { days: 2 }, empty: { days: 1 } }, deliveries: null };
    await submit('old', 3 * day);
    await submit('older', 5 * day);
    await submit('new', 2 * day - 1);
    await submit('kept', 9 * day, { collection: 'traces' });
    await store.sweep();
    expect([await subjects('diagnosticos'), await subjects('traces')]).toEqual([['uid-new'], ['uid-kept']]);
    expect(purges).toEqual([{ of: 'records', collection: 'diagnosticos', count: 2, oldest: now - 3 * day }]);
    await store.sweep();
    expect([purges.length, errors]).toEqual([1, []]);
  });

  test('removes the oldest records beyond the size of its collection', async () => {
    rules = { collections: { diagnosticos: { days: 9, megabytes: 0.15 } }, deliveries: null };
    for (const key of ['a', 'b', 'c']) await submit(key, 0, { data: big });
    await store.sweep();
    expect(await subjects('diagnosticos')).toEqual(['uid-b', 'uid-c']);
  });

  test('removes more records than one batch', async () => {
    rules = { collections: { diagnosticos: { days: 1 } }, deliveries: null };
    await Promise.all(Array.from({ length: 520 }, (_, index) => submit(`k${index}`, 2 * day)));
    await store.sweep();
    expect([await store.count('diagnosticos'), purges]).toMatchObject([0, [{ count: 520 }]]);
  });

  test('removes old messages that do not wait, where messages have a limit', async () => {
    const deliveries = [deliveryOf('off', { status: 'unconfigured' }), deliveryOf('waits')];
    const old = await openSqliteStore({ dir, clock: () => now - 5 * day });
    await old.submit(submissionOf('a', { receivedAt: now - 5 * day, deliveries }));
    await old.close();
    await store.sweep();
    expect(purges).toEqual([]);
    rules = { collections: {}, deliveries: 5 };
    await store.sweep();
    expect(purges).toEqual([]);
    rules = { collections: {}, deliveries: 4 };
    await store.sweep();
    expect(purges).toEqual([{ of: 'deliveries', collection: null, count: 1, oldest: now - 5 * day }]);
    expect((await store.deliveries.list()).map(({ dedupeKey }) => dedupeKey)).toEqual(['waits']);
  });

  test('runs once for callers at a time, and ends before the store is closed', async () => {
    rules = { collections: { diagnosticos: { days: 1 } }, deliveries: null };
    await submit('old', 2 * day);
    expect(store.sweep()).toBe(store.sweep());
    await store.close();
    expect(purges).toHaveLength(1);
  });

  test('that fails is reported, and the next one runs', async () => {
    rules = { collections: { diagnosticos: { days: 1 } }, deliveries: null };
    await submit('old', 2 * day);
    const failure = new Error('no rules');
    const read = vi.spyOn(rules.collections, 'diagnosticos', 'get').mockImplementation(() => {
      throw failure;
    });
    await store.sweep();
    read.mockRestore();
    expect([errors, purges]).toEqual([[failure], []]);
    await store.sweep();
    expect(purges).toHaveLength(1);
  });
});

describe('a submission', () => {
  test('starts a sweep once a tenth of the limit of its collection was added', async () => {
    rules = { collections: { diagnosticos: { days: 1, megabytes: 1 } }, deliveries: null };
    const old = (key: string, data = {}) => submit(key, 2 * day, { data });
    await old('a', big);
    await store.sweep();
    expect(purges).toHaveLength(1);
    await old('b');
    await submit('c', 0, { data: big });
    await turns();
    expect(purges).toHaveLength(1);
    await submit('d', 0, { data: big });
    await turns();
    expect(await subjects('diagnosticos')).toEqual(['uid-c', 'uid-d']);
  });

  test('starts none where nothing was stored, or its collection has no size', async () => {
    rules = { collections: { diagnosticos: { days: 1, megabytes: 1 }, traces: { days: 1 } }, deliveries: null };
    const traces = { collection: 'traces' };
    await submit('old', 2 * day, { data: {} });
    await submit('old trace', 2 * day, traces);
    for (let count = 0; count < 4; count += 1) await submit('same', 0, { data: big });
    for (const key of ['a', 'b', 'c']) await submit(key, 0, { ...traces, data: big });
    await turns();
    expect(purges).toEqual([]);
  });
});

test('the limits of a collection are the lowest that its intakes declare', () => {
  const ruleOf = (records: string, retention: { days: number; megabytes?: number } | null) => ({ records, retention });
  expect(
    rulesOf([
      ruleOf('leads', { days: 9, megabytes: 5 }),
      ruleOf('leads', { days: 7 }),
      ruleOf('leads', { days: 8, megabytes: 6 }),
      ruleOf('kept', null),
      ruleOf('traces', { days: 1 }),
    ]),
  ).toEqual({ leads: { days: 7, megabytes: 5 }, traces: { days: 1 } });
});
