/** Pictures that are made when they are first requested, and kept in the data folder. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface KeptPictures {
  /**
   * A picture by its file name. Pictures are made one at a time: visitors go first.
   * @param maker gives back what makes it; null where there is nothing to make it of
   * @throws what making throws
   */
  find(name: string, maker: () => (() => Promise<Buffer>) | null): Promise<Buffer | null>;
}

/** @param folder where pictures are kept; made when it is needed */
export function createKeptPictures(folder: string): KeptPictures {
  const making = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  async function keep(file: string, body: Buffer): Promise<void> {
    // The folder above is the store's to make: one that was moved away is not made anew.
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    // Written aside first: what stands under its name is whole.
    await writeFile(`${file}.part`, body);
    await rename(`${file}.part`, file);
  }

  return {
    async find(name, maker) {
      const file = join(folder, name);
      const before = await readFile(file).catch(() => null);
      if (before !== null) return before;
      const known = making.get(name);
      if (known !== undefined) return known;
      const make = maker();
      if (make === null) return null;
      const body = last.then(async () => {
        const made = await make();
        await keep(file, made).catch(() => {
          // A full disk, or a data folder that was moved: the picture is made again the next time.
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
