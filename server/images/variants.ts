/** Makes variants of pictures when they are first asked for, and keeps them in the data folder. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseVariant, type Quality, strengths, variantName } from './formats.ts';
import { encodePicture } from './sharp.ts';

export interface Variant {
  readonly body: Buffer;
  readonly type: string;
}

export interface Variants {
  /** A variant by its file name; null for one of no picture at hand. @throws what reading or encoding throws */
  find(name: string, quality: Quality): Promise<Variant | null>;
}

/**
 * @param folder where variants are kept; made when it is needed
 * @param original the file whose content has a fingerprint; null for none at hand
 */
export function createVariants(folder: string, original: (tag: string) => string | null): Variants {
  const making = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  async function make(
    kept: string,
    file: string,
    asked: NonNullable<ReturnType<typeof parseVariant>>,
    quality: Quality,
  ) {
    const { width, format } = asked;
    const body = await encodePicture(await readFile(file), width, format, strengths[format][quality]);
    await keep(kept, body).catch(() => {
      // A full disk, or a data folder that was moved: the picture is made again the next time.
    });
    return body;
  }

  async function keep(kept: string, body: Buffer): Promise<void> {
    // The folder above is the store's to make: one that was moved away is not made anew.
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    // Written aside first: what stands under its name is whole.
    await writeFile(`${kept}.part`, body);
    await rename(`${kept}.part`, kept);
  }

  return {
    async find(name, quality) {
      const asked = parseVariant(name);
      if (asked === null) return null;
      const type = `image/${asked.format}`;
      const kept = join(folder, `${quality}-${variantName(asked.tag, asked.width, asked.format)}`);
      const before = await readFile(kept).catch(() => null);
      if (before !== null) return { body: before, type };
      const file = original(asked.tag);
      if (file === null) return null;
      let body = making.get(kept);
      if (body === undefined) {
        body = last.then(() => make(kept, file, asked, quality));
        making.set(kept, body);
        last = body.catch(() => {});
        const done = (): boolean => making.delete(kept);
        body.then(done, done);
      }
      return { body: await body, type };
    },
  };
}
