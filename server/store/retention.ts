/**
 * Enforces the retention limits that a site declares for its collections. Leads have none: only an operator removes
 * them.
 */
import type { Clock, Store } from './types.ts';

/** The retention limits of a collection. */
export interface RetentionRule {
  readonly days: number;
  readonly megabytes: number;
}

export interface RetainedStore extends Store {
  /** Removes the records beyond the limits of every collection that has them. Never rejects. */
  sweep(): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;
// Measuring a collection reads all of it, so it happens only after this fraction of its limit was added.
const sweepFraction = 0.1;

/** The limits that intakes declare, by collection. */
export const rulesOf = (
  intakes: Iterable<{ readonly records: string; readonly retention: RetentionRule | null }>,
): Record<string, RetentionRule> =>
  Object.fromEntries(
    [...intakes].flatMap(({ records, retention }) => (retention === null ? [] : [[records, retention]])),
  );

/**
 * Adds retention to a store.
 * @param rules the limits by collection; read at each sweep
 * @param failed called with the error of a failed sweep; the next sweep retries
 */
export function withRetention(
  store: Store,
  rules: () => Readonly<Record<string, RetentionRule>>,
  clock: Clock,
  failed: (error: unknown) => void,
): RetainedStore {
  const added = new Map<string, number>();
  let sweeping: Promise<void> | null = null;

  async function sweepOne(collection: string, { days, megabytes }: RetentionRule): Promise<void> {
    added.delete(collection);
    const retention = { before: clock() - days * day, bytes: megabytes * megabyte };
    while ((await store.expire(collection, retention)) > 0) await new Promise((next) => setImmediate(next));
  }
  function sweep(): Promise<void> {
    sweeping ??= (async () => {
      try {
        for (const [collection, rule] of Object.entries(rules())) await sweepOne(collection, rule);
      } catch (error) {
        failed(error);
      } finally {
        sweeping = null;
      }
    })();
    return sweeping;
  }

  return {
    ...store,
    sweep,
    async submit(submission) {
      const outcome = await store.submit(submission);
      const rule = outcome.outcome === 'accepted' ? rules()[submission.collection] : undefined;
      if (rule !== undefined) {
        const bytes = (added.get(submission.collection) ?? 0) + JSON.stringify(submission.data).length;
        added.set(submission.collection, bytes);
        if (bytes > rule.megabytes * megabyte * sweepFraction) void sweep();
      }
      return outcome;
    },
    async close() {
      await sweeping;
      await store.close();
    },
  };
}
