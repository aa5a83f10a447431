/** How much the traces on a disk may come to, and for how long they are kept. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface TraceSpace {
  /**
   * Makes room for a trace of today, by removing the oldest days.
   * @returns false when today's alone leave none
   */
  claim(bytes: number): Promise<boolean>;
}

export interface TraceSpaceOptions {
  /** Holds one folder a day, named `2026-11-22`. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Bytes of all traces; 256 MB unless given. */
  readonly most?: number;
  /** Days that traces are kept; 14 unless given. */
  readonly days?: number;
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;
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

/** Counts what is there once a day, and what is claimed in between. */
export function createTraceSpace({
  folder,
  clock,
  most = 256 * 1024 * 1024,
  days = 14,
}: TraceSpaceOptions): TraceSpace {
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  let sizes = new Map<string, number>();
  let counted = '';
  let last: Promise<unknown> = Promise.resolve();

  async function count(): Promise<void> {
    const oldest = dayOf(clock() - days * dayLength);
    const names = (await readdir(folder).catch(() => [])).filter((name) => dayPattern.test(name)).sort();
    const found = new Map<string, number>();
    for (const name of names) {
      if (name < oldest) await remove(name);
      else found.set(name, await sizeOf(join(folder, name)));
    }
    sizes = found;
  }
  const remove = (day: string): Promise<void> => rm(join(folder, day), { recursive: true, force: true });
  const total = (): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);

  async function claim(bytes: number): Promise<boolean> {
    const today = dayOf(clock());
    if (counted !== today) {
      await count();
      counted = today;
    }
    for (const day of [...sizes.keys()].sort()) {
      if (day === today || total() + bytes <= most) break;
      sizes.delete(day);
      await remove(day);
    }
    if (total() + bytes > most) return false;
    sizes.set(today, (sizes.get(today) ?? 0) + bytes);
    return true;
  }

  return {
    // One after another: each counts on what the one before left.
    claim(bytes) {
      const claimed = last.then(() => claim(bytes));
      last = claimed.catch(() => {});
      return claimed;
    },
  };
}
