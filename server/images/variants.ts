/** Makes variants of pictures on their first request. */
import { parseVariant, type Quality, strengths, variantName } from './formats.ts';
import type { PictureCache } from './picture-cache.ts';
import { encodePicture } from './sharp.ts';

export interface Variant {
  readonly body: Buffer;
  readonly type: string;
}

export interface Variants {
  /** A variant by its file name; null when there is no such picture. @throws the error of reading or encoding */
  find(name: string, quality: Quality): Promise<Variant | null>;
}

/** @param original reads the picture whose content has a fingerprint; null when there is none */
export function createVariants(
  pictures: PictureCache,
  original: (tag: string) => (() => Promise<Buffer | null>) | null,
): Variants {
  return {
    async find(name, quality) {
      const variant = parseVariant(name);
      if (variant === null) return null;
      const { tag, width, format } = variant;
      const body = await pictures.find(`${quality}-${variantName(tag, width, format)}`, () => {
        const read = original(tag);
        if (read === null) return null;
        return async () => {
          const bytes = await read();
          return bytes === null ? null : encodePicture(bytes, width, format, strengths[format][quality]);
        };
      });
      return body === null ? null : { body, type: `image/${format}` };
    },
  };
}
