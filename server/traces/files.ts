/** Trace files, one per session. Lines are appended in order, each once. */
import { appendFile, mkdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unlessGone } from '../privacy/files.ts';
import { traceDays, visitFilesOn, visitOfTrace } from './visits.ts';

/**
 * Changes the lines of one file, in their order, before they are stored. It may throw: then nothing is stored.
 * `isStored`: they have passed before.
 */
export type LineFilter = (lines: readonly string[], isStored: boolean) => Promise<string[]>;

export interface TraceFiles {
  /**
   * Appends the lines that the file does not have yet.
   * @param from index in the trace of the first of these lines
   * @param createFilter creates what the lines of the file pass; those that it has pass again
   * @returns `full` when the file would exceed its limit; the current number of lines when a gap would be left
   */
  append(
    session: string,
    from: number,
    lines: readonly string[],
    createFilter?: () => LineFilter,
  ): Promise<'appended' | 'full' | { lines: number }>;
  /** Removes the files of a visit whose text is wanted, after the lines that are being appended. */
  remove(visit: string, isWanted: (text: string) => boolean): Promise<void>;
}

interface TraceFile {
  readonly file: string;
  readonly lines: number;
  readonly size: number;
  /** Has seen all lines of the file; null if it has to see them again. */
  readonly filter: LineFilter | null;
}

const unfiltered: LineFilter = async (lines) => [...lines];

/** Sessions whose files are not read again for each upload. */
const maxRemembered = 1000;
/** Lines of a file. A visit has some hundreds; each upload after a restart reads all of them. */
const mostLines = 5000;
const day = 24 * 60 * 60 * 1000;

/** Counts the lines of a file. An incomplete last line, left by a crash, is removed. */
async function inspect(file: string): Promise<TraceFile | null> {
  const found = await stat(file).catch(() => null);
  if (found === null) return null;
  const bytes = await readFile(file);
  const size = bytes.lastIndexOf(0x0a) + 1;
  if (size < bytes.length) await truncate(file, size);
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return { file, lines, size, filter: null };
}

/**
 * Trace files in one folder per day, by the day on which a session began.
 * @param limit most bytes of a file
 */
export function createTraceFiles(folder: string, limit: number, clock: () => number): TraceFiles {
  const known = new Map<string, TraceFile>();
  const pending = new Map<string, Promise<unknown>>();
  const fileOn = (session: string, at: number): string =>
    join(folder, new Date(at).toISOString().slice(0, 10), `${session}.jsonl`);

  async function find(session: string): Promise<TraceFile> {
    const now = clock();
    const today = fileOn(session, now);
    const last = known.get(session);
    // An operator may have removed the file.
    if (last !== undefined && (await stat(last.file).catch(() => null))?.size === last.size) return last;
    return (
      (await inspect(today)) ??
      // A session continues in the file of the day on which it began.
      (await inspect(fileOn(session, now - day))) ?? { file: today, lines: 0, size: 0, filter: null }
    );
  }

  /** A filter that has seen the lines of a file. */
  async function filterOf({ file, lines, filter }: TraceFile, createFilter: () => LineFilter): Promise<LineFilter> {
    const known = filter ?? createFilter();
    if (filter === null && lines > 0) await known((await readFile(file, 'utf8')).split('\n').filter(Boolean), true);
    return known;
  }

  async function append(
    session: string,
    from: number,
    lines: readonly string[],
    createFilter: () => LineFilter = () => unfiltered,
  ) {
    const current = await find(session);
    const count = Math.max(current.lines, from + lines.length);
    if (from > current.lines) return { lines: current.lines };
    if (count > mostLines) return 'full';
    // If the filter or the write fails, the next upload inspects the file and removes an incomplete line.
    known.delete(session);
    const filter = await filterOf(current, createFilter);
    const text = (await filter(lines.slice(current.lines - from), false)).join('');
    const size = current.size + Buffer.byteLength(text);
    if (size > limit) return 'full';
    if (text !== '') {
      await mkdir(join(current.file, '..'), { recursive: true, mode: 0o700 });
      await appendFile(current.file, text, { mode: 0o600 });
    }
    known.set(session, { file: current.file, lines: count, size, filter });
    for (const oldest of known.keys()) {
      if (known.size <= maxRemembered) break;
      known.delete(oldest);
    }
    return 'appended';
  }

  /** Runs what changes the file of a session, one after another. */
  function inTurn<Of>(session: string, run: () => Promise<Of>): Promise<Of> {
    const before = pending.get(session) ?? Promise.resolve();
    const done = before.catch(() => {}).then(run);
    pending.set(session, done);
    const forget = (): void => {
      if (pending.get(session) === done) pending.delete(session);
    };
    done.then(forget, forget);
    return done;
  }

  async function removeIf(file: string, isWanted: (text: string) => boolean): Promise<void> {
    const text = await unlessGone(readFile(file, 'utf8'));
    if (text !== null && isWanted(text)) await rm(file, { force: true });
  }

  return {
    append: (session, ...parts) => inTurn(session, () => append(session, ...parts)),
    async remove(visit, isWanted) {
      // A file that is not written yet is in no folder.
      await Promise.allSettled(
        [...pending].flatMap(([session, done]) => (visitOfTrace(session) === visit ? [done] : [])),
      );
      for (const day of await traceDays(folder))
        for (const file of (await visitFilesOn(folder, day)).get(visit) ?? [])
          await inTurn(basename(file, '.jsonl'), () => removeIf(file, isWanted));
    },
  };
}
