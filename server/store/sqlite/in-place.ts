/** Whether open files are still the ones that their paths lead to. */
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
 * Opens files to tell later whether they were moved, replaced or deleted. A program may write to such a file without an
 * error, and everything written is lost with it.
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
      for (const file of files) {
        // Every batch of leads pays for this one call a file.
        const found = statSync(file.path, { bigint: true, throwIfNoEntry: false });
        if (found !== undefined && isSame(found, file.known)) continue;
        // Some network file systems give an open file another number.
        file.known = fstatSync(file.descriptor, { bigint: true });
        if (found === undefined || !isSame(found, file.known)) return file.path;
      }
      return null;
    },
    close() {
      for (const { descriptor } of files) closeSync(descriptor);
    },
  };
}
