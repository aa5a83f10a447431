/** The original of a picture, whose content has a fingerprint. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import { assetOf, pictureTag } from './measure.ts';

/**
 * Finds the original among the versions whose pages may be open.
 * @param sites of the versions
 * @param folders of their files: in that of another version the file may be missing, or be another picture
 * @returns reads it, or null if none of the folders has it any more; null when no version has such a picture
 */
export function originalOf(
  sites: readonly Pick<SiteDefinition, 'pictures'>[],
  folders: readonly string[],
  tag: string,
): (() => Promise<Buffer | null>) | null {
  const paths = new Set(sites.flatMap(({ pictures = {} }) => assetOf(pictures, tag) ?? []));
  if (paths.size === 0) return null;
  return async () => {
    for (const folder of folders)
      for (const path of paths) {
        const bytes = await readFile(join(folder, path)).catch(() => null);
        if (bytes !== null && pictureTag(bytes) === tag) return bytes;
      }
    return null;
  };
}
