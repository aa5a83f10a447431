/**
 * Decides what follows an attempt: whether the message or its destination is at fault, when it is tried again, and
 * whether the circuit breaker of the destination opens. An outage never uses up the tries of a message: a failure
 * counts as one of its tries only if the destination has accepted another message since its previous failure.
 */
import type { DestinationState, OutboxMessage } from '../store/types.ts';
import type { SendResult } from './connector.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses after each counted try, as Standard Webhooks recommends them. */
const schedule = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
/** A message that fails this often while its destination accepts others is dead. */
export const maxTries = schedule.length;
/** What a message without an answer uses up: it is sent three times at most. */
const triesOfUnknown = maxTries / 3;
/** So many different messages that fail in a row open the breaker. */
const openAfter = 5;
const firstOpening = 15 * second;
const longestOpening = 5 * minute;
/** While nothing shows who is at fault, a message waits about as long as it has already waited, up to this. */
const longestPause = 6 * hour;
/** A wait that a destination demands is honoured up to this one. */
const longestRetryAfter = 24 * hour;

/** The state of a destination before its first attempt. */
export const freshState = (destination: string, now: number): DestinationState => ({
  ...{ destination, state: 'closed', failures: 0, successes: 0, openings: 0 },
  ...{ retryAt: 0, reason: null, changedAt: now },
});

/** A wait between 80 and 120 per cent of a length, so that processes do not try at the same time. */
const jittered = (length: number, random: () => number): number => Math.round(length * (0.8 + 0.4 * random()));

export interface Consequence {
  readonly status: 'waiting' | 'delivered' | 'dead';
  readonly tries: number;
  readonly seen: number;
  readonly nextAt: number;
  readonly state: DestinationState;
}

/** What an attempt is judged by. */
export interface AttemptFacts {
  readonly message: Pick<OutboxMessage, 'attempts' | 'tries' | 'seen'>;
  readonly result: SendResult;
  readonly state: DestinationState;
  /** Whether this message has already failed since the destination's last success. */
  readonly hasFailedBefore: boolean;
  readonly now: number;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
}

/** @returns what becomes of the message, and the next state of its destination */
export function consequenceOf(attempted: AttemptFacts): Consequence {
  const { message, result, state, now } = attempted;
  const { tries, seen } = message;
  if (result.result === 'delivered')
    return { status: 'delivered', tries, seen, nextAt: now, state: succeeded(state, now) };
  // The destination works: it has judged the message.
  if (result.result === 'refused') return { status: 'dead', tries, seen, nextAt: now, state };
  if (result.result === 'paused') {
    const paused = { ...state, state: 'paused', reason: result.reason, changedAt: now } as const;
    return { status: 'waiting', tries, seen, nextAt: now, state: paused };
  }
  // An unknown result counts even while the destination is down: a message that arrives again and again is worse than none.
  const isUnknown = result.result === 'unknown';
  const isCounted = isUnknown || (seen >= 0 && state.successes > seen);
  const counted = tries + (isUnknown ? triesOfUnknown : isCounted ? 1 : 0);
  const next = failed(attempted, result);
  if (counted >= maxTries) return { status: 'dead', tries: counted, seen: state.successes, nextAt: now, state: next };
  const ownPause = isCounted
    ? (schedule[counted - 1] as number)
    : Math.min(5 * second * 2 ** Math.min(message.attempts - 1, 20), longestPause);
  return {
    status: 'waiting',
    tries: counted,
    seen: state.successes,
    nextAt: now + Math.max(jittered(ownPause, attempted.random), waitOf(result)),
    state: next,
  };
}

/** The wait that a destination demands. */
const waitOf = (result: Extract<SendResult, { result: 'failed' | 'unknown' }>): number =>
  result.result === 'unknown' ? 0 : Math.min(Math.max(result.retryAfterMs ?? 0, 0), longestRetryAfter);

const succeeded = (state: DestinationState, now: number): DestinationState => ({
  ...state,
  ...{ state: 'closed', failures: 0, openings: 0, retryAt: 0, reason: null },
  successes: state.successes + 1,
  changedAt: state.state === 'closed' ? state.changedAt : now,
});

function failed(
  { state, hasFailedBefore, now, random }: AttemptFacts,
  result: Extract<SendResult, { result: 'failed' | 'unknown' }>,
): DestinationState {
  const failures = state.failures + (hasFailedBefore ? 0 : 1);
  const demanded = waitOf(result);
  // Other attempts of the same moment may have opened it.
  const isOpenNow = state.state === 'open' && state.retryAt > now;
  if (isOpenNow) return { ...state, failures, retryAt: Math.max(state.retryAt, now + demanded) };
  if (state.state !== 'open' && demanded === 0 && failures < openAfter)
    return { ...state, failures, reason: result.reason };
  const length = Math.min(firstOpening * 2 ** Math.min(state.openings, 10), longestOpening);
  return {
    ...state,
    state: 'open',
    failures,
    openings: state.openings + 1,
    retryAt: now + Math.max(jittered(length, random), demanded),
    reason: result.reason,
    changedAt: state.state === 'open' ? state.changedAt : now,
  };
}
