import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a file and its entry in its folder durable. */
export function sync(file: string): void {
  // Windows cannot open a folder as a file; NTFS journals its entries.
  for (const path of process.platform === 'win32' ? [file] : [file, dirname(file)]) {
    const descriptor = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}
