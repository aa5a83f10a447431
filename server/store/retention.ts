/** Enforces the retention limits that a site declares for its collections and messages. */
import type { Clock, Store } from './types.ts';

/** The retention limits of a collection. */
export interface RetentionRule {
  readonly days: number;
  readonly megabytes?: number;
}

/** The retention limits of a site. */
export interface RetentionRules {
  readonly collections: Readonly<Record<string, RetentionRule>>;
  /** Days for which messages that do not wait are kept; null for as long as their record. */
  readonly deliveries: number | null;
}

/** What a sweep has removed. */
export interface Purge {
  /** A collection, or `deliveries`. */
  readonly of: 'records' | 'deliveries';
  readonly collection: string | null;
  readonly count: number;
  /** Epoch milliseconds: when the oldest of them was stored. */
  readonly oldest: number;
}

export interface RetainedStore extends Store {
  /** Removes what is beyond a limit. Never rejects. */
  sweep(): Promise<void>;
}

export interface RetentionEvents {
  /** Called with the error of a failed sweep; the next sweep retries. */
  failed(error: unknown): void;
  /** Called for each collection that lost records. */
  purged(purge: Purge): void;
}

const day = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;
// Measuring a collection reads all of it, so it happens only after this fraction of its limit was added.
const sweepFraction = 0.1;

/** The limits that intakes declare, by collection. Of several for one collection, the lowest of each counts. */
export function rulesOf(
  intakes: Iterable<{ readonly records: string; readonly retention: RetentionRule | null }>,
): Record<string, RetentionRule> {
  const rules: Record<string, RetentionRule> = {};
  for (const { records, retention } of intakes) {
    if (retention === null) continue;
    const known = rules[records];
    const sizes = [known?.megabytes, retention.megabytes].filter((size) => size !== undefined);
    rules[records] = {
      days: Math.min(known?.days ?? Number.POSITIVE_INFINITY, retention.days),
      ...(sizes.length === 0 ? {} : { megabytes: Math.min(...sizes) }),
    };
  }
  return rules;
}

/** Repeats a removal of one batch until nothing is left to remove. Submissions are handled between batches. */
async function removeAll(removeSome: () => Promise<number>): Promise<number> {
  let count = 0;
  for (;;) {
    const removed = await removeSome();
    if (removed === 0) return count;
    count += removed;
    await new Promise((next) => setImmediate(next));
  }
}

/**
 * Adds retention to a store.
 * @param rules read at each sweep
 */
export function withRetention(
  store: Store,
  rules: () => RetentionRules,
  clock: Clock,
  { failed, purged }: RetentionEvents,
): RetainedStore {
  const added = new Map<string, number>();
  let sweeping: Promise<void> | null = null;

  async function sweepOne(collection: string, { days, megabytes }: RetentionRule): Promise<void> {
    added.delete(collection);
    const retention = {
      before: clock() - days * day,
      bytes: megabytes === undefined ? null : megabytes * megabyte,
    };
    const [oldest] = await store.list(collection, { limit: 1 });
    const count = await removeAll(() => store.expire(collection, retention));
    if (count > 0) purged({ of: 'records', collection, count, oldest: oldest?.receivedAt ?? retention.before });
  }

  async function sweepDeliveries(days: number): Promise<void> {
    const before = clock() - days * day;
    const [oldest] = await store.deliveries.list({ limit: 1 });
    const count = await removeAll(() => store.deliveries.expire(before));
    if (count > 0) purged({ of: 'deliveries', collection: null, count, oldest: oldest?.createdAt ?? before });
  }

  async function sweepAll(): Promise<void> {
    try {
      const { collections, deliveries } = rules();
      for (const [collection, rule] of Object.entries(collections)) await sweepOne(collection, rule);
      if (deliveries !== null) await sweepDeliveries(deliveries);
      await removeAll(() => store.visits.expire(clock()));
    } catch (error) {
      failed(error);
    }
  }

  function sweep(): Promise<void> {
    // A sweep without limits ends before it returns, so its promise is forgotten in a later turn.
    sweeping ??= sweepAll().finally(() => {
      sweeping = null;
    });
    return sweeping;
  }

  return {
    ...store,
    sweep,
    async submit(submission) {
      const outcome = await store.submit(submission);
      const limit = outcome.outcome === 'accepted' ? rules().collections[submission.collection]?.megabytes : undefined;
      if (limit !== undefined) {
        const bytes = (added.get(submission.collection) ?? 0) + JSON.stringify(submission.data).length;
        added.set(submission.collection, bytes);
        if (bytes > limit * megabyte * sweepFraction) void sweep();
      }
      return outcome;
    },
    async close() {
      await sweeping;
      await store.close();
    },
  };
}
