/** Limits the size and the age of all traces on the disk. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientKey } from '../limits/address.ts';

export interface TraceSpace {
  /**
   * Reserves space for a trace of today, and removes the oldest days if necessary.
   * @param client who sends it. One that has had its part of today gets more only while half of the space is free
   * @returns false when the traces of today alone exceed the limit, or the client gets no more
   */
  claim(bytes: number, client: ClientKey): Promise<boolean>;
  /** Removes the days beyond the limit of age. Never rejects. */
  sweep(): Promise<void>;
}

export interface TraceSpaceOptions {
  /** Contains one folder per day, such as `2026-11-22`. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Bytes of all traces; 256 MB by default. */
  readonly maxBytes?: () => number;
  /** Days for which traces are kept; 14 by default. Read once a day. */
  readonly days?: () => number | undefined;
  /** The part of a client, from 0 to 1. */
  readonly clientPart?: number;
  /** Called with the days that were removed for their age, the oldest first. */
  readonly purged?: (days: readonly string[]) => void;
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const standardDays = 14;
/** The most megabytes of all traces, unless the site names another number. */
export const standardMegabytes = 256;
/** The part of the space that a client gets in a day, however many visits it is: some companies have one address. */
const standardPart = 1 / 32;
const mostClients = 100_000;
const dayLength = 24 * 60 * 60 * 1000;

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(folder, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Measures the folder once a day, and counts reservations in between. */
export function createTraceSpace({
  folder,
  clock,
  maxBytes = () => standardMegabytes * 1024 * 1024,
  days = () => undefined,
  clientPart = standardPart,
  purged = () => {},
}: TraceSpaceOptions): TraceSpace {
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  let sizes = new Map<string, number>();
  let counted = '';
  /** Bytes of today by client. A restart forgets them. */
  const clients = new Map<ClientKey, number>();
  let last: Promise<unknown> = Promise.resolve();

  async function count(): Promise<void> {
    const oldest = dayOf(clock() - (days() ?? standardDays) * dayLength);
    const names = (await readdir(folder).catch(() => [])).filter((name) => dayPattern.test(name)).sort();
    const found = new Map<string, number>();
    const old = names.filter((name) => name < oldest);
    for (const name of old) await remove(name);
    for (const name of names.slice(old.length)) found.set(name, await sizeOf(join(folder, name)));
    sizes = found;
    if (old.length > 0) purged(old);
  }
  const remove = (day: string): Promise<void> => rm(join(folder, day), { recursive: true, force: true });
  const total = (): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);

  async function claim(bytes: number, client: ClientKey): Promise<boolean> {
    const today = dayOf(clock());
    if (counted !== today) {
      await count();
      counted = today;
      clients.clear();
    }
    const own = (clients.get(client) ?? 0) + bytes;
    if (own > maxBytes() * clientPart && total() + bytes > maxBytes() / 2) return false;
    if (clients.size >= mostClients) clients.clear();
    clients.set(client, own);
    for (const day of [...sizes.keys()].sort()) {
      if (day === today || total() + bytes <= maxBytes()) break;
      sizes.delete(day);
      await remove(day);
    }
    if (total() + bytes > maxBytes()) return false;
    sizes.set(today, (sizes.get(today) ?? 0) + bytes);
    return true;
  }

  return {
    sweep() {
      last = last.then(count).catch(() => {});
      return last.then(() => {});
    },
    // In sequence, because each reservation depends on the space left by the previous one.
    claim(bytes, client) {
      const claimed = last.then(() => claim(bytes, client));
      last = claimed.catch(() => {});
      return claimed;
    },
  };
}
