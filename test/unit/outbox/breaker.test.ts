/** What follows an attempt to deliver a message. */
import { describe, expect, test } from 'vitest';
import { type AttemptFacts, consequenceOf, freshState, maxTries } from '../../../server/outbox/breaker.ts';
import type { DestinationState } from '../../../server/store/types.ts';

const now = 1_000_000;
const minute = 60_000;

const resultOf = (
  result: AttemptFacts['result'],
  change: Partial<Omit<AttemptFacts, 'message' | 'state'>> & {
    readonly message?: Partial<AttemptFacts['message']>;
    readonly state?: Partial<DestinationState>;
  } = {},
) =>
  consequenceOf({
    ...{ result, hasFailedBefore: false, now, random: () => 0.5 },
    ...change,
    message: { attempts: 1, tries: 0, seen: -1, ...change.message },
    state: { ...freshState('crm', 0), ...change.state },
  });

const failure = { result: 'failed', reason: '503' } as const;

describe('a failed attempt', () => {
  test('is no try of the message while its destination has accepted nothing since', () => {
    expect(resultOf(failure)).toMatchObject({ status: 'waiting', tries: 0, seen: 0 });
    expect(resultOf(failure, { message: { seen: 4, attempts: 30 }, state: { successes: 4 } })).toMatchObject({
      tries: 0,
      seen: 4,
    });
  });

  test('is a try once the destination has accepted another message', () => {
    expect(resultOf(failure, { message: { seen: 4 }, state: { successes: 5 } })).toMatchObject({
      ...{ status: 'waiting', tries: 1, seen: 5, nextAt: now + 5000 },
    });
    expect(resultOf(failure, { message: { seen: 4, tries: 2 }, state: { successes: 5 } }).nextAt).toBe(
      now + 30 * minute,
    );
  });

  test('is the last one after all tries', () => {
    const last = { message: { seen: 4, tries: maxTries - 1 }, state: { successes: 5 } };
    expect(resultOf(failure, last).status).toBe('dead');
    expect(resultOf(failure, { ...last, state: { successes: 4 } }).status).toBe('waiting');
  });

  test('is repeated after as long as the message has waited, and within six hours', () => {
    const pauses = [1, 2, 3, 40].map((attempts) => resultOf(failure, { message: { attempts } }).nextAt - now);
    expect(pauses).toEqual([5000, 10_000, 20_000, 360 * minute]);
  });

  test('is repeated when the destination says so, within a day', () => {
    expect(resultOf({ ...failure, retryAfterMs: 90_000 })).toMatchObject({
      nextAt: now + 90_000,
      state: { state: 'open', retryAt: now + 90_000 },
    });
    expect(resultOf({ ...failure, retryAfterMs: 1e12 }).nextAt).toBe(now + 24 * 60 * minute);
    expect(resultOf({ ...failure, retryAfterMs: -5 })).toMatchObject({
      nextAt: now + 5000,
      state: { state: 'closed' },
    });
  });

  test('is spread by up to a fifth', () => {
    const pauseOf = (value: number) => resultOf(failure, { random: () => value }).nextAt - now;
    expect([pauseOf(0), pauseOf(0.999_999)]).toEqual([4000, 6000]);
  });
});

describe('the breaker', () => {
  test('opens after five messages in a row, not after five attempts of one', () => {
    expect(resultOf(failure, { state: { failures: 3 } }).state).toMatchObject({ state: 'closed', failures: 4 });
    expect(resultOf(failure, { state: { failures: 4 } }).state).toMatchObject({
      ...{ state: 'open', failures: 5, openings: 1, retryAt: now + 15_000, reason: '503', changedAt: now },
    });
    expect(resultOf(failure, { state: { failures: 4 }, hasFailedBefore: true }).state).toMatchObject({
      state: 'closed',
      failures: 4,
    });
  });

  test('stays open for longer after each probe, and never for longer than five minutes', () => {
    const open = { state: 'open', failures: 9, retryAt: now - 1 } as const;
    const lengths = [1, 2, 30].map(
      (openings) => resultOf(failure, { state: { ...open, openings } }).state.retryAt - now,
    );
    expect(lengths).toEqual([30_000, 60_000, 5 * minute]);
  });

  test('is opened once by attempts of the same moment', () => {
    const opened = resultOf(failure, { state: { failures: 4 } }).state;
    expect(resultOf(failure, { state: opened }).state).toMatchObject({ openings: 1, retryAt: opened.retryAt });
  });

  test('closes with a success', () => {
    const open = { state: 'open', failures: 9, openings: 4, retryAt: now, reason: '503', successes: 6 } as const;
    expect(resultOf({ result: 'delivered', detail: '200' }, { state: open })).toMatchObject({
      status: 'delivered',
      state: { state: 'closed', failures: 0, openings: 0, retryAt: 0, reason: null, successes: 7, changedAt: now },
    });
  });
});

test('a refused message is dead, and says nothing against its destination', () => {
  const { status, state } = resultOf({ result: 'refused', reason: '400' }, { state: { failures: 2 } });
  expect([status, state.failures, state.state]).toEqual(['dead', 2, 'closed']);
});

test('a paused destination keeps its messages', () => {
  expect(resultOf({ result: 'paused', reason: '410' })).toMatchObject({
    ...{ status: 'waiting', tries: 0, state: { state: 'paused', reason: '410' } },
  });
});
