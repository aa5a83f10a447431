/**
 * A rate limit per address and minute, in fixed windows, that all processes of a store share. Uses are counted in the
 * database, those of one turn in one statement. A process takes a fiftieth of a limit at a time and hands it out from
 * memory; a limit below a hundred is therefore exact, and a higher one is reached early by 2 % for each further process
 * at most. The limit is never exceeded. A client that has reached it costs the database nothing until the window ends.
 */
import { hash } from 'node:crypto';
import { groupCommit, type Settled } from '../store/group-commit.ts';
import type { Store } from '../store/types.ts';

export interface RateLimit {
  /**
   * Counts one request.
   * @param name what is limited, such as an intake's id
   * @param client the client's key, such as its address
   * @returns seconds to wait, or 0 when the request may proceed. Never rejects
   */
  take(name: string, client: string, perMinute: number): number | Promise<number>;
}

const minute = 60_000;
// About 20 MB at most, with any number of addresses.
const maxEntries = 100_000;
const batchLimit = 1000;
const portions = 50;
// Visitors do not wait for a database that does not answer: the process then counts alone, for a while.
const patienceMs = 1000;

/** A client's requests within one window. */
interface Client {
  readonly key: string;
  readonly windowEnd: number;
  readonly perMinute: number;
  /** Requests that this process let proceed. */
  used: number;
  /** Requests that this process may let proceed without asking. */
  left: number;
  /** Whether all processes together have reached the limit. */
  full: boolean;
}

/**
 * @param clock epoch milliseconds
 * @param shared counts for all processes; without it this process counts alone
 */
export function createRateLimit(
  clock: () => number = Date.now,
  shared: Pick<Store, 'addUses'> | null = null,
): RateLimit {
  let clients = new Map<string, Client>();
  let windowEnd = 0;
  let aloneUntil = Number.NEGATIVE_INFINITY;

  /** Adds uses to the shared count. @returns the totals, or null when the database does not answer */
  async function countShared(uses: Parameters<Store['addUses']>[0]): Promise<readonly number[] | null> {
    if (shared === null || clock() < aloneUntil) return null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), patienceMs);
    });
    const totals = await Promise.race([shared.addUses(uses).catch(() => null), late]);
    clearTimeout(timer);
    if (totals === null) aloneUntil = clock() + patienceMs;
    return totals;
  }

  async function ask(asking: readonly Client[]): Promise<Settled<boolean>[]> {
    const counts = new Map<Client, number>();
    for (const client of asking) counts.set(client, (counts.get(client) ?? 0) + 1);
    const uses = [...counts].map(([client, count]) => ({
      // The database gets no address.
      id: hash('sha256', `${client.windowEnd} ${client.key}`, 'base64url').slice(0, 22),
      count: Math.max(count, Math.floor(client.perMinute / portions)),
      expiresAt: client.windowEnd,
    }));
    const totals = await countShared(uses);
    [...counts.keys()].forEach((client, index) => {
      const { count } = uses[index] as { count: number };
      const before = totals === null ? client.used : (totals[index] as number) - count;
      client.left = Math.min(Math.max(client.perMinute - before, 0), count);
      client.full = client.left < count;
    });
    return asking.map((client) => ({ ok: true, value: proceed(client) }));
  }
  const group = groupCommit<Client, boolean>(ask, batchLimit);

  function proceed(client: Client): boolean {
    if (client.left === 0) return false;
    client.left -= 1;
    client.used += 1;
    return true;
  }

  function clientOf(key: string, perMinute: number): Client {
    const known = clients.get(key);
    if (known !== undefined) return known;
    if (clients.size >= maxEntries) clients.clear();
    const client = { key, windowEnd, perMinute, used: 0, left: shared === null ? perMinute : 0, full: shared === null };
    clients.set(key, client);
    return client;
  }

  return {
    take(name, who, perMinute) {
      const at = clock();
      if (at >= windowEnd || at < windowEnd - minute) {
        clients = new Map();
        windowEnd = at - (at % minute) + minute;
      }
      const wait = Math.max(1, Math.ceil((windowEnd - at) / 1000));
      const client = clientOf(`${name} ${who}`, perMinute);
      if (proceed(client)) return 0;
      return client.full ? wait : group.add(client).then((granted) => (granted ? 0 : wait));
    },
  };
}
