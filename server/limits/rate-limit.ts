/**
 * A rate limit per address and minute, in fixed windows. The counts are kept per process: with several processes, each
 * one allows the full limit. A limit shared by all of them belongs in the store.
 */

export interface RateLimit {
  /**
   * Counts one request.
   * @param name what is limited, such as an intake's id
   * @param client the client's key, such as its address
   * @returns seconds to wait, or 0 when the request may proceed
   */
  take(name: string, client: string, perMinute: number): number;
}

const minute = 60_000;
// About 20 MB at most, with any number of addresses.
const maxEntries = 100_000;

/** @param clock epoch milliseconds */
export function createRateLimit(clock: () => number = Date.now): RateLimit {
  let counts = new Map<string, number>();
  let windowEnd = 0;
  return {
    take(name, who, perMinute) {
      const at = clock();
      if (at >= windowEnd || at < windowEnd - minute) {
        counts = new Map();
        windowEnd = at - (at % minute) + minute;
      }
      const key = `${name} ${who}`;
      const count = (counts.get(key) ?? 0) + 1;
      if (count === 1 && counts.size >= maxEntries) counts.clear();
      counts.set(key, count);
      return count > perMinute ? Math.max(1, Math.ceil((windowEnd - at) / 1000)) : 0;
    },
  };
}
