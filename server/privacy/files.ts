/** The files of a folder that a running server changes meanwhile. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns null where the file or folder does not exist any more */
export async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The paths of all files below a folder. Symbolic links are not followed. `readdir` with `recursive` would throw as
 * soon as one folder disappears.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await filesBelow(path)));
    else if (entry.isFile()) paths.push(path);
  }
  return paths;
}
