/** The contract of the outbox of every store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DestinationState, OutboxMessage, SettledAttempt, Store } from '../../../server/store/types.ts';
import { type Place, stores } from './stores.ts';
import { collect, deliveryOf, submissionOf, type WebhookBody } from './submissions.ts';

const at = 1_795_000_000_000;
const minute = 60_000;

const stateOf = (change: Partial<DestinationState> = {}): DestinationState => ({
  ...{ destination: 'conversions', state: 'closed', failures: 0, successes: 1, openings: 0 },
  ...{ retryAt: 0, reason: null, changedAt: at },
  ...change,
});

const settledAs = (message: OutboxMessage, change: Partial<SettledAttempt> = {}): SettledAttempt => ({
  message,
  attempt: { at: at + 5, outcome: 'delivered', detail: '200', ms: 12 },
  status: 'delivered',
  ...{ tries: message.tries, seen: message.seen, nextAt: message.nextAt },
  ...change,
});

describe.each(stores)('outbox of the $name store', ({ name, makePlace }) => {
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

  const claim = (limit = 10, now = at, until = now + minute) =>
    store.deliveries.claim({ destination: 'conversions', limit, now, until });
  const keysOf = (messages: readonly OutboxMessage[]) => messages.map(({ dedupeKey }) => dedupeKey);
  const statuses = async () => (await store.deliveries.list()).map(({ status }) => status);

  test('a message is stored as it was given, and waits from the time of its submission', async () => {
    const body: WebhookBody = {
      members: { to: { code: "d'água@x.br" }, of: { list: [{ code: null }, { code: ['$', 'nome'] }] } },
    };
    const given = deliveryOf('a', { delivery: 'mail', purpose: 'marketing', visitor: 'v1', body });
    const { plan: _plan, sender: _sender, ...delivery } = given;
    const outcome = await store.submit(submissionOf('a', { deliveries: [given] }));
    const [message] = await store.deliveries.list();
    expect(message).toEqual({
      ...delivery,
      ...{ id: expect.any(String), recordId: outcome.outcome === 'accepted' ? outcome.id : '' },
      ...{ attempts: 0, tries: 0, seen: -1, nextAt: at, leasedUntil: 0, lastError: null },
      ...{ createdAt: at, settledAt: null, sequence: 1 },
      ...{ payload: { body: { to: "d'água@x.br", of: [null, 'Pessoa a'] } }, fault: null },
    });
    expect(await store.deliveries.due('conversions')).toBe(at);
    expect(await store.deliveries.due('mail')).toBeNull();
  });

  test('old messages are removed in batches with their attempts, except those that wait', async () => {
    await store.close();
    let now = at;
    store = await place.open({ clock: () => now });
    for (let index = 0; index < 620; index += 1) await store.submit(submissionOf(`old-${index}`, { receivedAt: now }));
    await store.deliveries.settle(
      (await claim(610)).map((message) => settledAs(message)),
      [],
    );
    now += 3 * minute;
    await store.submit(submissionOf('new', { receivedAt: now }));
    await store.deliveries.settle(
      (await claim(1000, now, now + minute)).slice(-1).map((message) => settledAs(message)),
      [],
    );
    expect(await store.deliveries.expire(at)).toBe(0);
    const removed = [
      await store.deliveries.expire(now),
      await store.deliveries.expire(now),
      await store.deliveries.expire(now),
    ];
    expect(removed).toEqual([500, 110, 0]);
    expect((await statuses()).toSorted()).toEqual(['delivered', ...Array.from({ length: 10 }, () => 'waiting')]);
    expect(await place.query('select count(*) as n from delivery_attempts')).toEqual([{ n: 1 }]);
    expect(await store.count('diagnosticos')).toBe(621);
  });

  test('a message is claimed once until its lease ends, and by no other process', async () => {
    const other = await place.open();
    for (let index = 0; index < 40; index += 1)
      await store.submit(submissionOf(`k${index}`, { receivedAt: at + index }));
    const taken = await Promise.all(
      [store, other, store, other].map((each) =>
        each.deliveries.claim({ destination: 'conversions', limit: 10, now: at + 100, until: at + minute }),
      ),
    );
    expect(taken.map(({ length }) => length)).toEqual([10, 10, 10, 10]);
    expect(new Set(taken.flat().map(({ id }) => id)).size).toBe(40);
    expect(taken.flat().every(({ attempts }) => attempts === 1)).toBe(true);
    expect(await claim(10, at + minute - 1)).toEqual([]);
    expect(await claim(100, at + minute)).toHaveLength(40);
    await other.close();
  });

  test('only messages that are due and wait for the destination are claimed, those due first first', async () => {
    await store.submit(submissionOf('late', { receivedAt: at + 1 }));
    await store.submit(submissionOf('b', { receivedAt: at - 1 }));
    await store.submit(submissionOf('a', { receivedAt: at - 2 }));
    await store.submit(submissionOf('mail', { deliveries: [deliveryOf('m', { destination: 'mail' })] }));
    await store.submit(submissionOf('off', { deliveries: [deliveryOf('o', { status: 'unconfigured' })] }));
    await store.submit(submissionOf('no', { deliveries: [deliveryOf('n', { status: 'withheld' })] }));
    expect(keysOf(await claim(1))).toEqual(['lead:a']);
    expect(await store.deliveries.due('conversions')).toBe(at - 1);
    expect(keysOf(await claim())).toEqual(['lead:b']);
    expect((await store.outbox()).map(({ destination, depth }) => [destination, depth])).toEqual([
      ['conversions', 3],
      ['mail', 1],
    ]);
  });

  test('results, the log of attempts and the states of destinations are stored together', async () => {
    for (const key of ['a', 'b']) await store.submit(submissionOf(key));
    const [first, second] = (await claim()) as [OutboxMessage, OutboxMessage];
    const failure = { at: at + 7, outcome: 'failed', detail: '503', ms: 3 } as const;
    await store.deliveries.settle(
      [
        settledAs(first),
        settledAs(second, { attempt: failure, status: 'waiting', tries: 1, seen: 4, nextAt: at + minute }),
      ],
      [stateOf({ state: 'open', failures: 2, reason: '503', retryAt: at + 9 })],
    );
    const stored = await store.deliveries.list({ ids: [first.id, second.id] });
    expect(stored.find(({ id }) => id === first.id)).toMatchObject({
      ...{ status: 'delivered', settledAt: at + 5, leasedUntil: 0, lastError: null },
    });
    expect(stored.find(({ id }) => id === second.id)).toMatchObject({
      ...{
        status: 'waiting',
        tries: 1,
        seen: 4,
        nextAt: at + minute,
        leasedUntil: 0,
        lastError: '503',
        settledAt: null,
      },
    });
    expect(await store.deliveries.attempts(second.id)).toEqual([failure]);
    expect(await store.deliveries.states()).toEqual([
      stateOf({ state: 'open', failures: 2, reason: '503', retryAt: at + 9 }),
    ]);
    await store.deliveries.settle([], [stateOf({ successes: 9 })]);
    expect(await store.deliveries.states()).toEqual([stateOf({ successes: 9 })]);
    expect(await claim()).toEqual([]);
    expect(keysOf(await claim(10, at + minute))).toEqual([second.dedupeKey]);
  });

  test('after its lease has ended, only a success of the first process counts', async () => {
    await store.submit(submissionOf('a'));
    const [late] = (await claim(1, at, at + 10)) as [OutboxMessage];
    const [again] = (await claim(1, at + 10, at + minute)) as [OutboxMessage];
    const failed = { at: at + 11, outcome: 'refused', detail: '400', ms: 1 } as const;
    await store.deliveries.settle([settledAs(late, { attempt: failed, status: 'dead' })], []);
    expect(await statuses()).toEqual(['waiting']);
    await store.deliveries.settle([settledAs(late)], []);
    await store.deliveries.settle([settledAs(again, { attempt: failed, status: 'dead' })], []);
    expect(await statuses()).toEqual(['delivered']);
    expect(await store.deliveries.attempts(late.id)).toHaveLength(3);
  });

  test('an operator sends dead and unconfigured messages again, and delivered ones only by id', async () => {
    await store.submit(submissionOf('a'));
    await store.submit(submissionOf('b', { deliveries: [deliveryOf('b', { status: 'unconfigured' })] }));
    await store.submit(submissionOf('c', { deliveries: [deliveryOf('c', { destination: 'mail' })] }));
    const [message] = (await claim()) as [OutboxMessage];
    await store.deliveries.settle([settledAs(message, { status: 'dead', tries: 8, seen: 3 })], []);
    expect(await store.deliveries.retry({ destination: 'conversions', status: 'dead' }, at + 20)).toBe(1);
    expect(await claim(10, at + 20)).toMatchObject([{ tries: 0, seen: -1, settledAt: null }]);
    expect(await store.deliveries.retry({ destination: 'conversions' }, at)).toBe(1);
    const [other] = (await claim()) as [OutboxMessage];
    await store.deliveries.settle([settledAs(other)], []);
    expect(await store.deliveries.retry({ destination: 'conversions' }, at)).toBe(0);
    expect(await store.deliveries.retry({ ids: [other.id] }, at)).toBe(1);
    const refused = ['withheld', 'waiting'] as const;
    await store.submit(
      submissionOf('d', { deliveries: refused.map((status) => deliveryOf(status, { destination: 'ads', status })) }),
    );
    await store.deliveries.cancelWaiting('nobody', ['marketing'], at);
    const ids = (await store.deliveries.list({ destination: 'ads' })).map(({ id }) => id);
    expect([
      await store.deliveries.retry({ destination: 'ads' }, at),
      await store.deliveries.retry({ ids }, at),
    ]).toEqual([0, 0]);
  });

  test('a withdrawal cancels what waits for the visitor and the purpose, and nothing that was delivered', async () => {
    const deliveries = (['marketing', 'analytics', 'necessary'] as const).map((purpose) =>
      deliveryOf(purpose, { purpose, visitor: 'v1', delivery: purpose }),
    );
    await store.submit(
      submissionOf('sent', { deliveries: [deliveryOf('s', { purpose: 'marketing', visitor: 'v1' })] }),
    );
    const [sent] = (await claim()) as [OutboxMessage];
    await store.deliveries.settle([settledAs(sent)], []);
    await store.submit(submissionOf('a', { deliveries }));
    await store.submit(submissionOf('b', { deliveries: [deliveryOf('o', { purpose: 'marketing', visitor: 'v2' })] }));
    const off = deliveryOf('u', { purpose: 'marketing', visitor: 'v1', status: 'unconfigured' });
    await store.submit(submissionOf('c', { deliveries: [off] }));
    expect(await store.deliveries.cancelWaiting('v1', ['marketing', 'analytics'], at + 9)).toBe(3);
    expect(await store.deliveries.cancelWaiting('v1', ['marketing', 'analytics'], at + 10)).toBe(0);
    const all = await store.deliveries.list();
    expect(
      all
        .filter(({ status }) => status === 'cancelled')
        .map(({ purpose }) => purpose)
        .sort(),
    ).toEqual([...['analytics', 'marketing', 'marketing']]);
    expect(all.find(({ status }) => status === 'cancelled')).toMatchObject({ settledAt: at + 9 });
    expect(keysOf(await claim(10, at + minute)).sort()).toEqual(
      [deliveryOf('o').dedupeKey, deliveryOf('necessary').dedupeKey].sort(),
    );
    expect(all.find(({ id }) => id === sent.id)?.status).toBe('delivered');
  });

  test('an empty list of ids, purposes or collections names nothing', async () => {
    await store.submit(submissionOf('a', { deliveries: [deliveryOf('a', { visitor: 'v1', status: 'unconfigured' })] }));
    expect(await store.deliveries.list({ ids: [] })).toEqual([]);
    expect(await store.deliveries.retry({ ids: [] }, at)).toBe(0);
    expect(await store.deliveries.cancelWaiting('v1', [], at)).toBe(0);
    expect(await collect(store.leads({ collections: [] }))).toEqual([]);
    expect(await statuses()).toEqual(['unconfigured']);
  });

  test('an operator resumes a paused destination', async () => {
    expect(await store.deliveries.resume('conversions', at)).toBe(false);
    await store.deliveries.settle([], [stateOf({ state: 'paused', reason: '410', failures: 3, retryAt: at + 1 })]);
    expect(await store.deliveries.resume('conversions', at + 2)).toBe(true);
    expect(await store.deliveries.states()).toEqual([stateOf({ changedAt: at + 2 })]);
  });

  test('a lease ends with the process where a folder has only one', async () => {
    await store.submit(submissionOf('a'));
    await claim();
    await store.close();
    store = await place.open();
    expect(await claim()).toHaveLength(name === 'sqlite' ? 1 : 0);
  });

  test('messages and their attempts go with their record', async () => {
    await store.submit(submissionOf('a'));
    const [message] = (await claim()) as [OutboxMessage];
    await store.deliveries.settle([settledAs(message)], []);
    expect(await store.expire('diagnosticos', { before: at + 1, bytes: 1e9 })).toBe(1);
    expect(await store.deliveries.list()).toEqual([]);
    expect(await place.query('select count(*) as total from delivery_attempts')).toEqual([{ total: 0 }]);
  });
});
