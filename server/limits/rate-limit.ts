/**
 * A limit of requests per address and minute, in fixed windows.
 * The counts are the process's own: with many processes each allows the whole limit. A limit shared by all of them
 * belongs into the store.
 */

export interface RateLimit {
  /**
   * Counts one request.
   * @param name what is limited, such as an intake's id
   * @param who who asks, such as the address
   * @returns seconds to wait, or 0 when the request may go on
   */
  take(name: string, who: string, perMinute: number): number;
}

const minute = 60_000;
// About 20 MB at the most, however many addresses ask.
const mostKept = 100_000;

/** @param clock epoch milliseconds */
export function createRateLimit(clock: () => number = Date.now): RateLimit {
  let counts = new Map<string, number>();
  let ends = 0;
  return {
    take(name, who, perMinute) {
      const at = clock();
      if (at >= ends || at < ends - minute) {
        counts = new Map();
        ends = at - (at % minute) + minute;
      }
      const key = `${name} ${who}`;
      const count = (counts.get(key) ?? 0) + 1;
      if (count === 1 && counts.size >= mostKept) counts.clear();
      counts.set(key, count);
      return count > perMinute ? Math.max(1, Math.ceil((ends - at) / 1000)) : 0;
    },
  };
}
