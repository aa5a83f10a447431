/** Small file systems, which tests fill. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

const filler = 'filler';

/** Mounts an empty file system on a folder; skips the test where that is not allowed. @returns a function that unmounts it */
export function mountSmallDisk(folder: string, size: string, context: TestContext): () => void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    context.skip('mounting a small tmpfs needs root (and Linux)');
  }
  return () => void execFileSync('umount', ['--lazy', folder]);
}

/** Leaves no byte free. */
export function fillDisk(folder: string): void {
  for (const size of [65_536, 4096, 1]) {
    try {
      for (;;) writeFileSync(join(folder, filler), Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

/** Frees what {@link fillDisk} has filled. */
export const freeDisk = (folder: string): void => rmSync(join(folder, filler));
