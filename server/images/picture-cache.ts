/** A cache of pictures, which are made on their first request. */
import type { ObjectStore } from '../objects/types.ts';
import { isPicture } from './formats.ts';

export type PictureMaker = () => (() => Promise<Buffer | null>) | null;

export interface PictureCache {
  /**
   * A picture by its file name. What is stored under it and is no such picture is made again. Concurrent requests for one look for it once. Pictures are made one at a time, because
   * requests of visitors go first.
   * @param maker returns the function that makes it; null when there is no source. It may find the source gone, too
   * @throws the error of making it
   */
  find(name: string, maker: PictureMaker): Promise<Buffer | null>;
}

/** @param objects where encoded pictures are stored */
export function createPictureCache(objects: ObjectStore): PictureCache {
  const finding = new Map<string, Promise<Buffer | null>>();
  let last: Promise<unknown> = Promise.resolve();

  async function findOrMake(name: string, maker: PictureMaker): Promise<Buffer | null> {
    const before = await objects.get(name).catch(() => null);
    if (before !== null && isPicture(name, before)) return before;
    const make = maker();
    if (make === null) return null;
    const body = last.then(async () => {
      const made = await make();
      if (made === null) return null;
      await objects.put(name, made).catch(() => {
        // The disk is full or the data folder was moved: the picture is made again on the next request.
      });
      return made;
    });
    last = body.catch(() => {});
    return body;
  }

  return {
    async find(name, maker) {
      const pending = finding.get(name);
      if (pending !== undefined) return pending;
      const found = findOrMake(name, maker);
      finding.set(name, found);
      const done = (): boolean => finding.delete(name);
      found.then(done, done);
      return found;
    },
  };
}
