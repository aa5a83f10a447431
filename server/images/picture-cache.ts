/** Pictures that are made on their first request and cached in the data folder. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PictureCache {
  /**
   * A picture by its file name. Pictures are made one at a time, because requests of visitors go first.
   * @param maker returns the function that makes it; null when there is no source
   * @throws the error of making it
   */
  find(name: string, maker: () => (() => Promise<Buffer>) | null): Promise<Buffer | null>;
}

/** @param folder the cache folder; created when it is needed */
export function createPictureCache(folder: string): PictureCache {
  const making = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  async function keep(file: string, body: Buffer): Promise<void> {
    // The store creates the parent folder: a data folder that was moved away must not be created again.
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    // Renaming is atomic. The process id keeps two processes that make the same picture apart.
    const part = `${file}.${process.pid}.part`;
    await writeFile(part, body);
    await rename(part, file);
  }

  return {
    async find(name, maker) {
      const file = join(folder, name);
      const before = await readFile(file).catch(() => null);
      if (before !== null) return before;
      const pending = making.get(name);
      if (pending !== undefined) return pending;
      const make = maker();
      if (make === null) return null;
      const body = last.then(async () => {
        const made = await make();
        await keep(file, made).catch(() => {
          // The disk is full or the data folder was moved: the picture is made again on the next request.
        });
        return made;
      });
      making.set(name, body);
      last = body.catch(() => {});
      const done = (): boolean => making.delete(name);
      body.then(done, done);
      return body;
    },
  };
}
