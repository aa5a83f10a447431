/**
 * A rate limit per address and minute, in fixed windows, that all processes of a store share. Uses are counted in the
 * database, those of one turn in one statement. A process takes a fiftieth of a limit at a time and hands it out from memory; a limit below a hundred is therefore exact, and a higher one is reached
 * early by 2 % for each further process at most. The limit is never exceeded. A client that has reached it costs the
 * database nothing until the window ends.
 */
import { hash } from 'node:crypto';
import { groupCommit, type JobOutcome } from '../store/group-commit.ts';
import type { Store, Use } from '../store/types.ts';
import type { ClientKey } from './address.ts';

export interface RateLimit {
  /**
   * Counts one request.
   * @param name what is limited, such as an intake's id
   * @param client the client's key, such as its address
   * @returns seconds to wait, or 0 when the request may proceed. Never rejects
   */
  take(name: string, client: ClientKey, perMinute: number): number | Promise<number>;
  /**
   * Takes back one counted request that its client has to repeat: the repetition is free. A client gets back its limit
   * once per window at most, so that requests that are always taken back are limited, too.
   */
  giveBack(name: string, client: ClientKey): void;
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
  /** Requests that were taken back. */
  returned: number;
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

  async function ask(asking: readonly Client[]): Promise<JobOutcome<boolean>[]> {
    const counts = new Map<Client, number>();
    for (const client of asking) counts.set(client, (counts.get(client) ?? 0) + 1);
    const uses = [...counts].map(([client, count]) => sharedUse(client, Math.max(count, portionOf(client))));
    const totals = await countShared(uses);
    [...counts.keys()].forEach((client, index) => {
      const { count } = uses[index] as { count: number };
      grant(client, count, totals === null ? null : (totals[index] as number));
    });
    return asking.map((client) => ({ ok: true, value: proceed(client) }));
  }
  const group = groupCommit<Client, boolean>(ask, batchLimit);

  /** @param total that includes the count; null when this process counts alone */
  function grant(client: Client, count: number, total: number | null): void {
    const before = total === null ? client.used + client.left : total - count;
    const granted = Math.min(Math.max(client.perMinute - before, 0), count);
    client.left += granted;
    client.full = granted < count;
  }

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
    const client = {
      key,
      windowEnd,
      perMinute,
      used: 0,
      left: shared === null ? perMinute : 0,
      returned: 0,
      full: shared === null,
    };
    clients.set(key, client);
    return client;
  }

  return {
    giveBack(name, who) {
      const client = clients.get(`${name} ${who}`);
      if (client === undefined || client.returned >= client.perMinute) return;
      client.returned += 1;
      client.used -= 1;
      client.left += 1;
    },
    take(name, who, perMinute) {
      const at = clock();
      if (at >= windowEnd || at < windowEnd - minute) {
        clients = new Map();
        windowEnd = at - (at % minute) + minute;
      }
      const wait = Math.max(1, Math.ceil((windowEnd - at) / 1000));
      const client = clientOf(`${name} ${who}`, perMinute);
      if (proceed(client)) return 0;
      return client.full ? wait : group.add(client).then((mayProceed) => (mayProceed ? 0 : wait));
    },
  };
}

const portionOf = ({ perMinute }: Client): number => Math.floor(perMinute / portions);

const sharedUse = ({ key, windowEnd }: Client, count: number): Use => ({
  // The database gets no address.
  id: hash('sha256', `${windowEnd} ${key}`, 'base64url').slice(0, 22),
  count,
  expiresAt: windowEnd,
});
