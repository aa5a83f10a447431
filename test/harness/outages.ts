/** A destination that is away for a while, refuses some messages for good, and is never called over a network. */
import type { Connector, OutgoingMessage } from '../../server/outbox/connector.ts';

export interface Outage extends Connector {
  /** All attempts. */
  readonly attempts: () => number;
  /** Attempts while it was away. */
  readonly during: () => number;
  /** How often each message arrived, by dedupe key. */
  readonly arrivals: ReadonlyMap<string, number>;
}

/**
 * @param from when it goes away, in epoch milliseconds
 * @param to when it is back
 * @param isPoison whether it answers every attempt of a message with an error
 */
export function outage(
  clock: () => number,
  { from, to, isPoison }: { readonly from: number; readonly to: number; readonly isPoison: (key: string) => boolean },
): Outage {
  let attempts = 0;
  let during = 0;
  const arrivals = new Map<string, number>();
  return {
    attempts: () => attempts,
    during: () => during,
    arrivals,
    async send({ dedupeKey }: OutgoingMessage) {
      attempts += 1;
      const isAway = clock() >= from && clock() < to;
      if (isAway) during += 1;
      if (isAway || isPoison(dedupeKey)) return { result: 'failed', reason: 'HTTP 500' };
      arrivals.set(dedupeKey, (arrivals.get(dedupeKey) ?? 0) + 1);
      return { result: 'delivered', detail: 'HTTP 200' };
    },
  };
}
