/** Drawings that pages name as pictures of pixels, such as social cards. */
import { fingerprint } from '../disk/fingerprint.ts';
import { imageFolder } from './formats.ts';
import type { KeptPictures } from './kept-pictures.ts';
import { rasterize } from './sharp.ts';

export interface DrawnPictures {
  /** Lets a drawing (SVG) be requested as a PNG of its own size. @returns its path, made of its content */
  publish(draw: () => string): string;
  /** The PNG of a file name; null where nothing was published under it. @throws what drawing throws */
  find(name: string): Promise<Buffer | null>;
}

// A page keeps its address for as long as it is served; beyond this many the oldest are only on disk.
const keptAtMost = 5000;

export function createDrawnPictures(kept: KeptPictures): DrawnPictures {
  const drawings = new Map<string, () => string>();
  return {
    publish(draw) {
      const name = `drawn-${fingerprint(draw())}.png`;
      drawings.delete(name);
      drawings.set(name, draw);
      for (const oldest of drawings.keys()) {
        if (drawings.size <= keptAtMost) break;
        drawings.delete(oldest);
      }
      return imageFolder + name;
    },
    async find(name) {
      if (!/^drawn-[0-9a-f]{24}\.png$/.test(name)) return null;
      return kept.find(name, () => {
        const draw = drawings.get(name);
        return draw === undefined ? null : () => rasterize(Buffer.from(draw()));
      });
    },
  };
}
