/** Makes variants of pictures when they are first asked for. */
import { readFile } from 'node:fs/promises';
import { parseVariant, type Quality, strengths, variantName } from './formats.ts';
import type { KeptPictures } from './kept-pictures.ts';
import { encodePicture } from './sharp.ts';

export interface Variant {
  readonly body: Buffer;
  readonly type: string;
}

export interface Variants {
  /** A variant by its file name; null for one of no picture at hand. @throws what reading or encoding throws */
  find(name: string, quality: Quality): Promise<Variant | null>;
}

/** @param original the file whose content has a fingerprint; null for none at hand */
export function createVariants(kept: KeptPictures, original: (tag: string) => string | null): Variants {
  return {
    async find(name, quality) {
      const asked = parseVariant(name);
      if (asked === null) return null;
      const { tag, width, format } = asked;
      const body = await kept.find(`${quality}-${variantName(tag, width, format)}`, () => {
        const file = original(tag);
        return file === null
          ? null
          : async () => encodePicture(await readFile(file), width, format, strengths[format][quality]);
      });
      return body === null ? null : { body, type: `image/${format}` };
    },
  };
}
