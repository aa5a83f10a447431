/** The data folder: made if it is not there, and made to last. */
import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreError } from '../errors.ts';

/**
 * Makes the folder and its parents where they are missing, readable by their owner alone (leads are personal data).
 * @returns its absolute path
 * @throws StoreError STORE_FOLDER
 */
export function prepareFolder(dir: string): string {
  const folder = resolve(dir);
  try {
    const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (first !== undefined) syncParents(folder, dirname(first));
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StoreError('STORE_FOLDER', `${folder} (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`);
  }
  return folder;
}

/** A new folder survives a power cut only when the entry in its parent does. */
function syncParents(folder: string, top: string): void {
  // Windows cannot open a folder as a file; NTFS journals its entries.
  if (process.platform === 'win32') return;
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    const descriptor = openSync(parent, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (parent === top || parent === dirname(parent)) return;
  }
}
