/** Objects in a folder of this machine. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertObjectName, type ObjectStore } from './types.ts';

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** @param folder created when it is needed; its parent is not */
export function createFolderStore(folder: string): ObjectStore {
  const fileOf = (name: string): string => {
    assertObjectName(name);
    return join(folder, name);
  };
  return {
    get: async (name) => readFile(fileOf(name)).catch(nullIfAbsent),
    async put(name, body) {
      const file = fileOf(name);
      // The store creates the parent folder: a data folder that was moved away must not be created again.
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      // Renaming is atomic. Two writers of the same object have a draft each.
      const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.part`;
      try {
        await writeFile(draft, body);
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw error;
      }
    },
    async has(name) {
      const found = await stat(fileOf(name)).catch(nullIfAbsent);
      return found?.isFile() === true;
    },
  };
}
