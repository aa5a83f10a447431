/** Which messages a filter of the outbox names, in every store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { releasesCollection } from '../../../server/store/outbox.ts';
import type { OutboxFilter, OutboxMessage, Store } from '../../../server/store/types.ts';
import { type Place, stores } from './stores.ts';
import { deliveryOf, submissionOf } from './submissions.ts';

const at = 1_795_000_000_000;

describe.each(stores)('messages of the $name store', ({ makePlace }) => {
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

  const keysOf = (messages: readonly OutboxMessage[]) => messages.map(({ dedupeKey }) => dedupeKey);
  const listed = async (filter: OutboxFilter) => keysOf(await store.deliveries.list(filter));

  test('are those that meet every condition, in the order of their submissions', async () => {
    const ads = { destination: 'ads', delivery: 'ads' };
    await store.submit(submissionOf('a', { deliveries: [deliveryOf('a1'), deliveryOf('a2', ads)] }));
    await store.submit(
      submissionOf('b', { deliveries: [deliveryOf('b1', { status: 'withheld' }), deliveryOf('b2', ads)] }),
    );
    const all = await store.deliveries.list();
    expect(keysOf(all)).toEqual(['a1', 'a2', 'b1', 'b2']);
    const [a1, a2, b1] = all as [OutboxMessage, OutboxMessage, OutboxMessage];
    expect(await listed({ status: 'withheld' })).toEqual(['b1']);
    expect(await listed({ destination: 'ads' })).toEqual(['a2', 'b2']);
    expect(await listed({ recordId: b1.recordId })).toEqual(['b1', 'b2']);
    expect(await listed({ ids: [b1.id, a1.id] })).toEqual(['a1', 'b1']);
    expect(await listed({ after: a2.id })).toEqual(['b1', 'b2']);
    expect(await listed({ limit: 3 })).toEqual(['a1', 'a2', 'b1']);
    expect(await listed({ limit: 1, after: a1.id })).toEqual(['a2']);
    expect(await listed({ destination: 'ads', recordId: a1.recordId, status: 'waiting' })).toEqual(['a2']);
    expect(await listed({ destination: 'ads', ids: [a1.id] })).toEqual([]);
  });

  test('are a hundred where the filter has no limit', async () => {
    const deliveries = (from: number) => Array.from({ length: 60 }, (_, index) => deliveryOf(`k${from + index}`));
    await store.submit(submissionOf('a', { deliveries: deliveries(100) }));
    await store.submit(submissionOf('b', { deliveries: deliveries(200) }));
    const expected = [...deliveries(100), ...deliveries(200)].slice(0, 100).map(({ dedupeKey }) => dedupeKey);
    expect(await listed({})).toEqual(expected);
  });

  test('are sent again up to a limit, the oldest first, and have all their attempts once more', async () => {
    for (const key of ['a', 'b', 'c'])
      await store.submit(submissionOf(key, { deliveries: [deliveryOf(key, { status: 'unconfigured' })] }));
    expect(await store.deliveries.retry({ limit: 2 }, at + 5)).toBe(2);
    expect(await listed({ status: 'waiting' })).toEqual(['a', 'b']);
    expect(await store.deliveries.list({ status: 'waiting', limit: 1 })).toMatchObject([
      { nextAt: at + 5, tries: 0, seen: -1, leasedUntil: 0, settledAt: null },
    ]);
  });

  test('of a quarantined record are sent by name once it is released, and the release is a record', async () => {
    const withheld = (key: string) => deliveryOf(key, { delivery: key, status: 'withheld' });
    await store.submit(submissionOf('a', { deliveries: [withheld('mail'), withheld('ads'), deliveryOf('crm')] }));
    await store.submit(
      submissionOf('b', { deliveries: [withheld('mail')].map((each) => ({ ...each, dedupeKey: 'b' })) }),
    );
    const [record] = await store.list('diagnosticos');
    const { id, definition } = record as NonNullable<typeof record>;
    expect(await store.deliveries.release({ id, definition }, ['mail', 'crm'], at + 7)).toBe(1);
    expect(await listed({ status: 'withheld' })).toEqual(['ads', 'b']);
    expect(await store.deliveries.list({ recordId: id, status: 'waiting' })).toMatchObject([
      { dedupeKey: 'mail', nextAt: at + 7 },
      { dedupeKey: 'crm', nextAt: at },
    ]);
    expect(await store.deliveries.release({ id, definition }, [], at + 8)).toBe(0);
    expect(await store.list(releasesCollection)).toMatchObject(
      [['mail', 'crm'], []].map((deliveries, index) => ({
        ...{ intake: releasesCollection, collection: releasesCollection, subject: id, definition, meta: {} },
        ...{ data: { record: id, at: at + 7 + index, deliveries }, receivedAt: at + 7 + index },
      })),
    );
  });
});
