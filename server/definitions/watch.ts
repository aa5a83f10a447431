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
}

/** The pause between polls of a large folder, as a multiple of the time that a poll takes. */
const leastPause = 30;
const mostPauseMs = 30_000;

// The poll uses a single thread, so a disk that does not respond blocks only that one.
const disk = createDisk({ concurrency: 1, timeoutMs: 10_000 });

/** Names, sizes and times of everything below a folder, as one text. */
async function snapshotOf(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const lines: string[] = [];
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    lines.push(found === null || found.isDirectory() ? '' : `${name} ${found.size} ${found.mtimeMs}`);
  }
  return lines.join('\n');
}

/** Paths below a folder that changed; null if any may have changed. */
export type ChangedPaths = ReadonlySet<string> | null;

/** The paths of two changes. */
export const joinChanges = (one: ChangedPaths, other: ChangedPaths): ChangedPaths =>
  one === null || other === null ? null : new Set([...one, ...other]);

/**
 * Watches a folder and everything below it.
 * @param changed called once after each burst of changes. The next poll calls it again with null, in case the file system
 *   reported less than it changed
 */
export function watchFolder(
  folder: string,
  changed: (paths: ChangedPaths) => void,
  { quiet = 40, poll = 2000 }: WatchOptions = {},
): FolderWatch {
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let seen: string | null = null;
  let watcher: FSWatcher | null = null;
  let looking: NodeJS.Timeout | undefined;
  let paths: ChangedPaths = new Set();
  const report = (): void => {
    const reported = paths;
    paths = new Set();
    changed(reported);
  };
  const schedule = (more: ChangedPaths): void => {
    paths = joinChanges(paths, more);
    if (timer !== null) clearTimeout(timer);
    if (!closed) timer = setTimeout(report, quiet);
  };
  try {
    watcher = watch(folder, { recursive: true }, (_, name) =>
      schedule(name === null ? null : new Set([name.split(sep).join('/')])),
    );
    // Polling continues without the watcher.
    watcher.on('error', () => watcher?.close());
  } catch {
    watcher = null;
  }
  const check = async (): Promise<void> => {
    const begun = performance.now();
    // A folder that is being replaced may be missing briefly.
    const impression = await disk.run(folder, () => snapshotOf(folder)).catch(() => seen);
    if (closed) return;
    const pause = Math.min(leastPause * (performance.now() - begun), mostPauseMs);
    looking = setTimeout(check, Math.max(poll, pause)).unref();
    if (seen !== null && impression !== seen) schedule(null);
    seen = impression;
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
