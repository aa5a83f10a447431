/** The files that traces are kept in, one a session: lines are appended in order, once each. */
import { appendFile, mkdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

export interface TraceFiles {
  /**
   * Appends the lines that a trace does not have yet.
   * @param from the place in the trace of the first of the lines
   * @returns `full` where the file may not grow so far; how many lines there are, where a hole would be left
   */
  append(session: string, from: number, lines: readonly string[]): Promise<'appended' | 'full' | { lines: number }>;
}

interface Known {
  readonly file: string;
  readonly lines: number;
  readonly size: number;
}

/** Sessions whose files are not looked at again for each upload. */
const remembered = 1000;
const day = 24 * 60 * 60 * 1000;

/** What a file holds. A line that a crash cut off is removed. */
async function inspect(file: string): Promise<Known | null> {
  const found = await stat(file).catch(() => null);
  if (found === null) return null;
  const bytes = await readFile(file);
  const size = bytes.lastIndexOf(0x0a) + 1;
  if (size < bytes.length) await truncate(file, size);
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return { file, lines, size };
}

/**
 * The files below a folder, by the day on which a session began.
 * @param limit the most bytes of a file
 */
export function createTraceFiles(folder: string, limit: number, clock: () => number): TraceFiles {
  const known = new Map<string, Known>();
  const underWay = new Map<string, Promise<unknown>>();
  const fileOn = (session: string, at: number): string =>
    join(folder, new Date(at).toISOString().slice(0, 10), `${session}.jsonl`);

  async function find(session: string): Promise<Known> {
    const now = clock();
    const today = fileOn(session, now);
    const last = known.get(session);
    // An operator may have removed the file meanwhile.
    if (last !== undefined && (await stat(last.file).catch(() => null))?.size === last.size) return last;
    return (
      (await inspect(today)) ??
      // A session goes on in the file of the day it began.
      (await inspect(fileOn(session, now - day))) ?? { file: today, lines: 0, size: 0 }
    );
  }

  async function append(session: string, from: number, lines: readonly string[]) {
    const held = await find(session);
    if (from > held.lines) return { lines: held.lines };
    const added = lines.slice(held.lines - from);
    const text = added.join('');
    const size = held.size + Buffer.byteLength(text);
    if (size > limit) return 'full';
    if (added.length > 0) {
      await mkdir(join(held.file, '..'), { recursive: true, mode: 0o700 });
      // What was written in part is found and removed by the next upload.
      known.delete(session);
      await appendFile(held.file, text, { mode: 0o600 });
    }
    known.set(session, { file: held.file, lines: held.lines + added.length, size });
    for (const oldest of known.keys()) {
      if (known.size <= remembered) break;
      known.delete(oldest);
    }
    return 'appended';
  }

  return {
    append(session, from, lines) {
      const before = underWay.get(session) ?? Promise.resolve();
      const done = before.catch(() => {}).then(() => append(session, from, lines));
      underWay.set(session, done);
      const forget = (): void => {
        if (underWay.get(session) === done) underWay.delete(session);
      };
      done.then(forget, forget);
      return done;
    },
  };
}
