/** Detects whether open files are still the files at their paths. */
import { closeSync, fstatSync, openSync, statSync } from 'node:fs';

export interface FilesInPlace {
  /** The first path that leads to another file or to none; null when every file is in place. */
  misplaced(): string | null;
  /** Closes the descriptors. Call it after SQLite has closed the files. */
  close(): void;
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

const isSame = (one: Identity, other: Identity): boolean => one.ino === other.ino && one.dev === other.dev;

/**
 * Opens files so as to detect later that they were moved, replaced or deleted, and that the first one was emptied. Writes to such a file succeed without an
 * error, and are lost with it.
 *
 * The descriptors stay open as long as SQLite has the files open: POSIX drops a process's locks on a file when the
 * process closes any descriptor of it (https://www.sqlite.org/howtocorrupt.html, 2.2).
 * @throws the file system's error
 */
export function watchInPlace(paths: readonly string[]): FilesInPlace {
  const files = paths.map((path) => {
    const descriptor = openSync(path, 'r');
    return { path, descriptor, known: fstatSync(descriptor, { bigint: true }) as Identity };
  });
  return {
    misplaced() {
      for (const [index, file] of files.entries()) {
        // Every batch of leads pays for this: one call per file.
        const found = statSync(file.path, { bigint: true, throwIfNoEntry: false });
        if (found !== undefined && isSame(found, file.known) && !(index === 0 && found.size === 0n)) continue;
        // Some network file systems change the number of an open file.
        file.known = fstatSync(file.descriptor, { bigint: true });
        if (found === undefined || !isSame(found, file.known) || (index === 0 && found.size === 0n)) return file.path;
      }
      return null;
    },
    close() {
      for (const { descriptor } of files) closeSync(descriptor);
    },
  };
}
