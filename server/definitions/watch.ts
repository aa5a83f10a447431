/** Reports when anything in a folder may have changed. */
import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisk } from '../disk/disk.ts';

export interface FolderWatch {
  close(): void;
}

export interface WatchOptions {
  /** Milliseconds of quiet before a change is reported; editors write a file in several steps. */
  readonly quiet?: number;
  /** Milliseconds between looks at the files themselves, for file systems that report nothing. */
  readonly poll?: number;
}

// One thread looks at the files, and a disk that does not answer holds no more than that one.
const disk = createDisk({ concurrency: 1, timeoutMs: 10_000 });

/** Names, sizes and times of everything below a folder, as one text. */
async function impressionOf(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const seen: string[] = [];
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    seen.push(found === null || found.isDirectory() ? '' : `${name} ${found.size} ${found.mtimeMs}`);
  }
  return seen.join('\n');
}

/** Watches a folder and everything below it. @param changed called once after each burst of changes */
export function watchFolder(
  folder: string,
  changed: () => void,
  { quiet = 100, poll = 2000 }: WatchOptions = {},
): FolderWatch {
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let seen: string | null = null;
  let watcher: FSWatcher | null = null;
  let isLooking = false;
  const later = (): void => {
    if (timer !== null) clearTimeout(timer);
    if (!closed) timer = setTimeout(changed, quiet);
  };
  try {
    watcher = watch(folder, { recursive: true }, later);
    // Whatever becomes of it, the look at the files goes on.
    watcher.on('error', () => watcher?.close());
  } catch {
    watcher = null;
  }
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    // A folder that is being replaced may be missing for a moment.
    const impression = await disk.run(folder, () => impressionOf(folder)).catch(() => seen);
    isLooking = false;
    if (closed) return;
    if (seen !== null && impression !== seen) later();
    seen = impression;
  };
  void look();
  const looking = setInterval(look, poll);
  looking.unref();
  return {
    close() {
      closed = true;
      watcher?.close();
      clearInterval(looking);
      if (timer !== null) clearTimeout(timer);
    },
  };
}
