/** Reports when anything in a folder may have changed. */
import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { createDisk } from '../disk/disk.ts';

export interface FolderWatch {
  close(): void;
}

export interface WatchOptions {
  /** Milliseconds without changes before a report; editors write a file in several steps. */
  readonly quiet?: number;
  /**
   * Milliseconds between polls of the files, for file systems that report no changes. Polls that take long are made less
   * often.
   */
  readonly poll?: number;
  /** Whether the folder may be missing for long: it is then empty. */
  readonly isOptional?: boolean;
}

/** The pause between polls of a large folder, as a multiple of the time that a poll takes. */
const leastPause = 30;
const mostPauseMs = 30_000;

// The poll uses a single thread, so a disk that does not respond blocks only that one.
const disk = createDisk({ concurrency: 1, timeoutMs: 10_000 });

const withSlashes = (path: string): string => path.split(sep).join('/');

/** The sizes and times of files by path. A folder, and a file that does not exist, has no entry. */
type Stamps = Map<string, string>;

async function stampsOf(folder: string, paths: Iterable<string>): Promise<Stamps> {
  const stamps: Stamps = new Map();
  for (const path of paths) {
    const found = await stat(join(folder, path)).catch(() => null);
    if (found !== null && !found.isDirectory()) stamps.set(path, `${found.size} ${found.mtimeMs}`);
  }
  return stamps;
}

/** The stamps of all files below a folder. */
const readStamps = async (folder: string): Promise<Stamps> =>
  stampsOf(folder, (await readdir(folder, { recursive: true })).map(withSlashes));

/** The paths of files that were added, removed or changed. */
const differences = (before: Stamps, now: Stamps): string[] =>
  [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));

/** Paths below a folder that changed; null if any may have changed. */
export type ChangedPaths = ReadonlySet<string> | null;

/** The paths of two changes. */
export const joinChanges = (one: ChangedPaths, other: ChangedPaths): ChangedPaths =>
  one === null || other === null ? null : new Set([...one, ...other]);

/**
 * Watches a folder and everything below it.
 * @param changed called once after each burst of changes, with the paths that the file system reported. A poll reports the
 *   changes that the file system did not
 */
export function watchFolder(
  folder: string,
  changed: (paths: ChangedPaths) => void,
  { quiet = 40, poll = 2000, isOptional = false }: WatchOptions = {},
): FolderWatch {
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  /** The files as they were at the last poll, or at a later report. */
  let seen: Stamps | null = isOptional ? new Map() : null;
  let isPolling = false;
  let watcher: FSWatcher | null = null;
  let looking: NodeJS.Timeout | undefined;
  let paths: ChangedPaths = new Set();
  const report = async (): Promise<void> => {
    const reported = paths;
    paths = new Set();
    // Stamped before the files are read, so that the next poll finds every later change. A report does not wait for a poll.
    const stamps =
      reported === null || isPolling
        ? null
        : await disk.run(folder, () => stampsOf(folder, reported)).catch(() => null);
    if (closed) return;
    if (stamps !== null && reported !== null && seen !== null)
      for (const path of reported) {
        const stamp = stamps.get(path);
        if (stamp === undefined) seen.delete(path);
        else seen.set(path, stamp);
      }
    changed(reported);
  };
  const schedule = (more: ChangedPaths): void => {
    paths = joinChanges(paths, more);
    if (timer !== null) clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void report(), quiet);
  };
  try {
    watcher = watch(folder, { recursive: true }, (_, name) =>
      schedule(name === null ? null : new Set([withSlashes(name)])),
    );
    // Polling continues without the watcher.
    watcher.on('error', () => watcher?.close());
  } catch {
    watcher = null;
  }
  const check = async (): Promise<void> => {
    const begun = performance.now();
    // A folder that is being replaced may be missing briefly.
    isPolling = true;
    const found = await disk.run(folder, () => readStamps(folder)).catch(() => (isOptional ? new Map() : seen));
    isPolling = false;
    if (closed) return;
    const pause = Math.min(leastPause * (performance.now() - begun), mostPauseMs);
    looking = setTimeout(check, Math.max(poll, pause)).unref();
    const missed = seen === null || found === null ? [] : differences(seen, found);
    if (missed.length > 0) schedule(new Set(missed));
    seen = found;
  };
  void check();
  return {
    close() {
      closed = true;
      watcher?.close();
      clearTimeout(looking);
      if (timer !== null) clearTimeout(timer);
    },
  };
}
