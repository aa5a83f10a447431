/** The contract of what operators published, in every store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEntries } from '../../../server/store/publications.ts';
import type { Publication, Store } from '../../../server/store/types.ts';
import { type Place, stores } from './stores.ts';

const entryOf = (position: number, change: Partial<Publication> = {}): Publication => ({
  ...{ position, kind: 'publish', version: `v${position}`, definition: `d${position}`, share: null },
  ...{ message: null, author: 'ana@host', at: 1_795_000_000_000 + position },
  ...change,
});

describe.each(stores)('publications of the $name store', ({ makePlace }) => {
  let place: Place;
  let store: Store;

  beforeEach(async () => {
    place = await makePlace();
    store = await place.open();
  });

  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  test('are listed as they were added, the newest first, also after a restart', async () => {
    expect([await store.publications.position(), await store.publications.list()]).toEqual([0, []]);
    const first = entryOf(1, { share: 1000, message: "d'água" });
    const second = entryOf(2, { kind: 'rollback', version: 'v1' });
    for (const entry of [first, second]) expect(await store.publications.add(entry)).toBe(true);
    await store.close();
    store = await place.open();
    expect(await store.publications.list()).toEqual([second, first]);
    expect(await store.publications.position()).toBe(2);
  });

  test('have one position each, also for processes that publish at a time', async () => {
    const other = await place.open();
    const taken = await Promise.all([
      store.publications.add(entryOf(1, { author: 'one' })),
      other.publications.add(entryOf(1, { author: 'other' })),
    ]);
    await other.close();
    expect([...taken].sort()).toEqual([false, true]);
    expect(await store.publications.list()).toEqual([entryOf(1, { author: taken[0] ? 'one' : 'other' })]);
  });

  test('have an audit of what was allowed against the gate, which nobody can change', async () => {
    const entry = {
      ...{ id: '0190-a', at: 1_795_000_000_000, author: 'ana', reason: "d'água", definition: 'd1' },
      exceeded: [{ rule: 'lostLeads', allowed: '2%', count: 3, of: 20 }],
    };
    await store.publications.override(entry);
    await store.publications.override({ ...entry, id: '0190-b', at: entry.at + 1 });
    expect(await store.publications.overrides()).toEqual([{ ...entry, id: '0190-b', at: entry.at + 1 }, entry]);
    for (const change of ["update publication_overrides set reason = 'x'", 'delete from publication_overrides'])
      await expect(place.execute(change)).rejects.toThrow('append-only');
  });

  test('are read as far back as their versions are kept', async () => {
    for (let position = 1; position <= readEntries + 1; position += 1) await store.publications.add(entryOf(position));
    const positions = (await store.publications.list()).map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: readEntries }, (_, index) => readEntries + 1 - index));
  });
});
