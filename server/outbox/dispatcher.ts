/**
 * Sends the messages of the outbox: at least once, each destination by itself, so that a slow one delays no other. A
 * message is leased while it is sent; if the process ends before the result is stored, it is sent again with the same
 * id after the lease.
 */
import type { DestinationState, Outbox, OutboxMessage, SettledAttempt } from '../store/types.ts';
import { attemptSend, interruption } from './attempt.ts';
import { consequenceOf, freshState } from './breaker.ts';
import type { Connector } from './connector.ts';

export interface DispatcherOptions {
  readonly outbox: Outbox;
  /** The connectors of the destinations that are configured, by id; read before each round. */
  readonly connectors: () => ReadonlyMap<string, Connector>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  readonly events: DispatcherEvents;
  /** Waits until the process has time for deliveries; submissions come first. */
  readonly whenCalm?: () => Promise<void>;
}

export interface DispatcherEvents {
  /** Called with the result of each attempt. */
  readonly attempted?: (message: OutboxMessage, settled: Pick<SettledAttempt, 'attempt' | 'status'>) => void;
  /** Called when the breaker of a destination opens, closes or pauses. */
  readonly changed?: (state: DestinationState) => void;
  /** Called when the outbox cannot be read or written; the round is repeated later. */
  readonly failed?: (error: unknown) => void;
}

export interface Dispatcher {
  /**
   * Sends everything that is due, and what becomes due meanwhile. Never rejects.
   * @returns when the next message is due, in epoch milliseconds; null if none waits
   */
  run(): Promise<number | null>;
  /**
   * Sends what is due, without waiting for destinations that are busy: they look again before they rest.
   * @param rested called with the time when the next message of a destination is due; null if none waits
   */
  kick(rested: (next: number | null) => void): void;
  /** Ends all attempts. Waits until their results are stored. */
  stop(): Promise<void>;
}

/** Messages of a destination that are sent at a time. */
const batchSize = 20;
const sendLimitMs = 30_000;
/** For the storing of the results. With an attempt it is the lease of a message. */
const settleMs = 30_000;
/** After an error of the store, and for a destination that another process is sending to. */
const retryMs = 5_000;

/** @throws nothing: errors are passed to `events.failed` */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { outbox, connectors, clock, random, events, whenCalm = async () => {} } = options;
  /** Messages that have failed since the last success of their destination. */
  const failing = new Map<string, Set<string>>();
  const stopping = new AbortController();
  const running = new Map<string, Promise<number | null>>();
  /** Busy destinations that may have another message. */
  const wanted = new Set<string>();

  async function stateOf(destination: string): Promise<DestinationState> {
    const stored = (await outbox.states()).find((state) => state.destination === destination);
    return stored ?? freshState(destination, clock());
  }

  /** Sends one batch of a destination. @returns when its next message may be sent; null if none waits */
  async function sendBatch(destination: string, connector: Connector): Promise<number | null> {
    const dueAt = await outbox.due(destination);
    if (dueAt === null) return null;
    const now = clock();
    if (dueAt > now) return dueAt;
    let state = await stateOf(destination);
    if (state.state === 'paused') return null;
    if (state.state === 'open' && state.retryAt > now) return state.retryAt;
    const { batch = batchSize, limitMs = sendLimitMs } = connector;
    const limit = state.state === 'open' ? 1 : batch;
    const messages = await outbox.claim({ destination, limit, now, until: now + limitMs + settleMs });
    if (messages.length === 0) return now + retryMs;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(limitMs)]);
    const results = await Promise.all(messages.map((message) => attemptSend(connector, message, signal, clock)));
    const before = state;
    const known = failing.get(destination) ?? new Set<string>();
    failing.set(destination, known);
    const settled = results.map((ended): SettledAttempt => {
      const { message, result, ms, at } = ended;
      // An attempt that the end of the process has cut off says nothing about its destination.
      const isDecided = result.result === 'delivered' || result.result === 'unknown';
      if (stopping.signal.aborted && !isDecided) return interruption(ended);
      const hasFailedBefore = known.has(message.id);
      const { state: next, ...rest } = consequenceOf({ message, result, state, hasFailedBefore, now: at, random });
      state = next;
      if (result.result === 'delivered') known.clear();
      else if (result.result === 'failed' || result.result === 'unknown') known.add(message.id);
      const detail = result.result === 'delivered' ? result.detail : result.reason;
      return { message, attempt: { at, outcome: result.result, detail: detail.slice(0, 500), ms }, ...rest };
    });
    const isRecovered = before.state === 'open' && state.state === 'closed';
    const recovered = isRecovered ? [{ destination, seen: before.successes, at: clock() }] : [];
    await outbox.settle(settled, [state], recovered);
    for (const { message, attempt: made, status } of settled) events.attempted?.(message, { attempt: made, status });
    if (state.state !== before.state) events.changed?.(state);
    return clock();
  }

  async function sendAll(destination: string, connector: Connector): Promise<number | null> {
    for (;;) {
      if (stopping.signal.aborted) return null;
      await whenCalm();
      let next: number | null;
      try {
        next = await sendBatch(destination, connector);
      } catch (error) {
        events.failed?.(error);
        return clock() + retryMs;
      }
      if ((next === null || next > clock()) && !wanted.delete(destination)) return next;
    }
  }

  function start(destination: string, connector: Connector): Promise<number | null> {
    const known = running.get(destination);
    if (known !== undefined) return known;
    const sending = sendAll(destination, connector).finally(() => running.delete(destination));
    running.set(destination, sending);
    return sending;
  }

  return {
    async run() {
      const nexts = await Promise.all([...connectors()].map(([id, connector]) => start(id, connector)));
      const times = nexts.filter((next) => next !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    kick(rested) {
      for (const [id, connector] of connectors()) {
        if (running.has(id)) wanted.add(id);
        else void start(id, connector).then(rested);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled(running.values());
    },
  };
}
