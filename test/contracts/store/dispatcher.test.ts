/** The dispatcher over each store, with a virtual clock. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connector, SendResult } from '../../../server/outbox/connector.ts';
import { createDispatcher, type Dispatcher } from '../../../server/outbox/dispatcher.ts';
import { toSubject } from '../../../server/store/ids.ts';
import type { Store } from '../../../server/store/types.ts';
import { outage } from '../../harness/outages.ts';
import { until } from '../http/running.ts';
import { type Place, stores } from './stores.ts';
import { deliveryOf, submissionOf, type WebhookBody } from './submissions.ts';

/** A promise that the test resolves. */
function pending<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const start = 1_795_000_000_000;
const minute = 60_000;
const hour = 60 * minute;

describe.each(stores)('dispatcher over the $name store', ({ makePlace }) => {
  let place: Place;
  let store: Store;
  let now = start;
  const clock = () => now;

  beforeEach(async () => {
    place = await makePlace();
    store = await place.open();
    now = start;
  });

  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const errors: unknown[] = [];
  const dispatch = (connectors: Readonly<Record<string, Connector>>, over = store): Dispatcher =>
    createDispatcher({
      ...{ outbox: over.deliveries, connectors: () => new Map(Object.entries(connectors)), clock, random: () => 0.5 },
      events: { failed: (error) => errors.push(error) },
    });
  const answering = (send: (key: string) => SendResult | Promise<SendResult>): Connector => ({
    send: async ({ dedupeKey }) => send(dedupeKey),
  });
  const submit = (keys: readonly string[], destination = 'conversions') =>
    Promise.all(
      keys.map((key) =>
        store.submit(submissionOf(key, { receivedAt: now, deliveries: [deliveryOf(key, { destination })] })),
      ),
    );
  const keysWith = async (status: 'dead' | 'waiting' | 'delivered') =>
    (await store.deliveries.list({ status, limit: 10_000 })).map(({ dedupeKey }) => dedupeKey).sort();

  /** Runs until nothing waits, or until a time. */
  async function runUntil(dispatcher: Dispatcher, end: number): Promise<void> {
    for (;;) {
      const next = await dispatcher.run();
      if (next === null || next > end) break;
      now = Math.max(next, now + 1);
    }
    now = end;
  }

  test('everything that waits is sent once, with its payload', async () => {
    await submit(Array.from({ length: 45 }, (_, index) => `k${index}`));
    const sent: unknown[] = [];
    const next = await dispatch({
      conversions: {
        async send(message) {
          sent.push(message);
          return { result: 'delivered', detail: '200' };
        },
      },
    }).run();
    expect(next).toBeNull();
    expect(sent).toHaveLength(45);
    expect(sent[0]).toEqual({
      ...{
        id: expect.any(String),
        dedupeKey: 'k0',
        createdAt: start,
        sequence: 1,
        attempt: 1,
        payload: { body: { event: 'Lead' } },
      },
    });
    expect(await keysWith('delivered')).toHaveLength(45);
    expect((await store.deliveries.states())[0]).toMatchObject({ state: 'closed', successes: 45 });
  });

  test('a message whose payload cannot be made is dead, says why, and stops no other', async () => {
    const body = { code: ['/', 1, ['-', ['size', ['$', 'nome']], 8]] } as WebhookBody;
    await store.submit(submissionOf('a', { receivedAt: now, deliveries: [deliveryOf('broken', { body })] }));
    await submit(['b']);
    const sent: string[] = [];
    const dispatcher = dispatch({
      conversions: answering((key) => {
        sent.push(key);
        return { result: 'delivered', detail: '200' };
      }),
    });
    expect(await dispatcher.run()).toBeNull();
    expect(sent).toEqual(['b']);
    const [dead] = await store.deliveries.list({ status: 'dead' });
    expect(dead).toMatchObject({ dedupeKey: 'broken', payload: null, lastError: 'not computed: divide-by-zero' });
    expect(await store.deliveries.attempts(dead?.id ?? '')).toMatchObject([{ outcome: 'refused' }]);
    expect(await store.deliveries.states()).toMatchObject([{ state: 'closed', failures: 0 }]);
  });

  test('an hour without the destination and poison: the good ones arrive, only the poison is dead', async () => {
    const poison = new Set(['k7', 'k300']);
    const target = outage(clock, { from: start, to: start + hour, isPoison: (key) => poison.has(key) });
    await submit(Array.from({ length: 400 }, (_, index) => `k${index}`));
    const dispatcher = dispatch({ conversions: target });
    await runUntil(dispatcher, start + hour);
    // Without other messages the destination would not show that it works while the poison fails.
    for (let round = 0; round < 12; round += 1) {
      await submit(Array.from({ length: 5 }, (_, index) => `later${round}-${index}`));
      await runUntil(dispatcher, now + 12 * hour);
    }
    expect(errors).toEqual([]);
    expect(await keysWith('dead')).toEqual([...poison].sort());
    expect(await keysWith('waiting')).toEqual([]);
    expect(target.arrivals.size).toBe(458);
    expect([...target.arrivals.values()].every((count) => count === 1)).toBe(true);
    // A batch before the breaker opens, and then one probe at a time.
    expect(target.during()).toBeLessThan(45);
    expect(target.attempts() - target.during()).toBeLessThan(460 * 1.05 + 60);
  });

  test('a message without an answer is sent three times and is then dead, even while the destination fails', async () => {
    await submit(['unanswered', 'a']);
    const sent: string[] = [];
    const dispatcher = dispatch({
      conversions: answering((key) => {
        sent.push(key);
        return key === 'unanswered'
          ? { result: 'unknown', reason: 'no answer' }
          : { result: 'delivered', detail: '200' };
      }),
    });
    await runUntil(dispatcher, start + 100 * hour);
    expect(sent.filter((key) => key === 'unanswered')).toHaveLength(3);
    const [dead] = await store.deliveries.list({ status: 'dead' });
    expect(dead).toMatchObject({ dedupeKey: 'unanswered', lastError: 'no answer' });
    expect((await store.deliveries.attempts(dead?.id ?? '')).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 3 }, () => 'unknown'),
    );
  });

  /** Submissions of one person, one after the other. */
  async function submitOf(person: string, keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      now += 1;
      const submission = submissionOf(key, { receivedAt: now, deliveries: [deliveryOf(key)] });
      await store.submit({ ...submission, subject: toSubject(person) });
    }
  }

  test('messages about one person arrive in the order of their submissions, and say it', async () => {
    await submitOf('ana', ['ana1', 'ana2', 'ana3']);
    await submitOf('bia', ['bia1']);
    const arrived: { key: string; sequence: number | null }[] = [];
    let failures = 3;
    const dispatcher = dispatch({
      conversions: {
        async send({ dedupeKey, sequence }) {
          if (dedupeKey === 'ana1' && failures > 0) {
            failures -= 1;
            return { result: 'failed', reason: '503' };
          }
          arrived.push({ key: dedupeKey, sequence });
          return { result: 'delivered', detail: '200' };
        },
      },
    });
    await runUntil(dispatcher, now + hour);
    expect(arrived.map(({ key }) => key)).toEqual(['bia1', 'ana1', 'ana2', 'ana3']);
    expect(arrived.slice(1).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(await keysWith('waiting')).toEqual([]);
  });

  test('a message that is refused again and again holds back later ones of its person for three tries only', async () => {
    await submitOf('ana', ['poison', 'ana2']);
    const arrived: string[] = [];
    const dispatcher = dispatch({
      conversions: answering((key) => {
        if (key === 'poison') return { result: 'failed', reason: '422' };
        arrived.push(key);
        return { result: 'delivered', detail: '200' };
      }),
    });
    for (let round = 0; round < 8; round += 1) {
      await submit([`other${round}`]);
      await runUntil(dispatcher, now + hour / 3);
    }
    expect(arrived).toContain('ana2');
    expect(await keysWith('dead')).toEqual([]);
  });

  test('an outage uses up no try, and changes no order', async () => {
    await submitOf('ana', ['ana1', 'ana2', 'ana3']);
    const arrived: string[] = [];
    // As many attempts as a message has tries take 43 minutes.
    const back = start + 2 * hour;
    const dispatcher = dispatch({
      conversions: answering((key) => {
        if (now < back) return { result: 'failed', reason: '503' };
        arrived.push(key);
        return { result: 'delivered', detail: '200' };
      }),
    });
    await runUntil(dispatcher, back + 4 * hour);
    expect(arrived).toEqual(['ana1', 'ana2', 'ana3']);
  });

  test('a destination that hangs does not delay another', async () => {
    await submit(['a', 'b']);
    await submit(['c'], 'mail');
    let release = (): void => {};
    const held = new Promise<SendResult>((resolve) => {
      release = () => resolve({ result: 'delivered', detail: 'late' });
    });
    const mailed = pending<string>();
    const running = dispatch({
      conversions: answering(() => held),
      mail: answering((key) => {
        mailed.resolve(key);
        return { result: 'delivered', detail: '250' };
      }),
    }).run();
    expect(await mailed.promise).toBe('c');
    release();
    expect(await running).toBeNull();
  });

  test('a message that comes while another destination hangs is sent at once', async () => {
    await submit(['a']);
    const held = pending<SendResult>();
    const begun = pending<void>();
    const mailed = pending<string>();
    const dispatcher = dispatch({
      conversions: answering(() => {
        begun.resolve();
        return held.promise;
      }),
      mail: answering((key) => {
        mailed.resolve(key);
        return { result: 'delivered', detail: '250' };
      }),
    });
    dispatcher.kick(() => {});
    await begun.promise;
    await submit(['b'], 'mail');
    await submit(['c']);
    dispatcher.kick(() => {});
    expect(await mailed.promise).toBe('b');
    held.resolve({ result: 'delivered', detail: '200' });
    await until(async () => (await keysWith('delivered')).length === 3);
    // It looks for more until it has stopped, which would fail once the store is closed.
    await dispatcher.stop();
    expect(errors).toEqual([]);
  });

  test('after a crash a message is sent again under its id, once its lease has ended', async () => {
    await submit(['a']);
    const ids: string[] = [];
    const noting: Connector = {
      async send({ id }) {
        ids.push(id);
        return { result: 'delivered', detail: '200' };
      },
    };
    const settle = store.deliveries.settle;
    const crashing = {
      ...store,
      deliveries: { ...store.deliveries, settle: () => Promise.reject(new Error('crashed')) },
    };
    await dispatch({ conversions: noting }, crashing).run();
    expect(errors.splice(0)).toHaveLength(1);
    expect(settle).toBe(store.deliveries.settle);
    const again = dispatch({ conversions: noting });
    expect(await again.run()).toBeGreaterThan(now);
    now += 2 * minute;
    expect(await again.run()).toBeNull();
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await keysWith('delivered')).toEqual(['a']);
  });

  test('a paused destination gets nothing until an operator resumes it', async () => {
    await submit(['a']);
    let answer: SendResult = { result: 'paused', reason: 'HTTP 410' };
    let attempts = 0;
    const dispatcher = dispatch({
      conversions: answering(() => {
        attempts += 1;
        return answer;
      }),
    });
    await runUntil(dispatcher, now + 48 * hour);
    expect([attempts, await keysWith('waiting')]).toEqual([1, ['a']]);
    answer = { result: 'delivered', detail: '200' };
    await store.deliveries.resume('conversions', now);
    expect(await dispatcher.run()).toBeNull();
    expect(await keysWith('delivered')).toEqual(['a']);
  });

  test('a stop ends the attempts, and the next process sends the messages at once', async () => {
    await submit(['a']);
    const begun = pending<void>();
    const dispatcher = dispatch({
      conversions: {
        send: (_message, signal) =>
          new Promise((resolve) => {
            begun.resolve();
            signal.addEventListener('abort', () => resolve({ result: 'failed', reason: 'aborted' }));
          }),
      },
    });
    const running = dispatcher.run();
    await begun.promise;
    await dispatcher.stop();
    await running;
    expect((await store.deliveries.list())[0]).toMatchObject({ status: 'waiting', tries: 0, seen: -1, nextAt: now });
    expect(await store.deliveries.states()).toMatchObject([{ state: 'closed', failures: 0 }]);
    await dispatch({ conversions: answering(() => ({ result: 'delivered', detail: '200' })) }).run();
    expect(await keysWith('delivered')).toEqual(['a']);
  });

  test('two processes send each message once', async () => {
    await submit(Array.from({ length: 120 }, (_, index) => `k${index}`));
    const other = await place.open();
    const target = outage(clock, { from: 0, to: 0, isPoison: () => false });
    await Promise.all([dispatch({ conversions: target }).run(), dispatch({ conversions: target }, other).run()]);
    expect([target.attempts(), target.arrivals.size]).toEqual([120, 120]);
    await other.close();
  });
});
