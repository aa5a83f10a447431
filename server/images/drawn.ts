/** Drawings that pages use as PNGs, such as social cards. */
import { fingerprint } from '../disk/fingerprint.ts';
import { imageFolder } from './formats.ts';
import type { PictureCache } from './picture-cache.ts';
import { rasterize } from './sharp.ts';

export interface DrawnPictures {
  /**
   * Makes a drawing (SVG) available as a PNG of its own size.
   * @returns its path, which contains a hash of its content
   */
  publish(draw: () => string): string;
  /** The PNG with a file name; null when none was published under it. @throws the error of drawing it */
  find(name: string): Promise<Buffer | null>;
}

// A page keeps the address while it is served; beyond this number, the oldest PNGs exist only on disk.
const maxDrawings = 5000;

export function createDrawnPictures(pictures: PictureCache): DrawnPictures {
  const drawings = new Map<string, () => string>();
  return {
    publish(draw) {
      const name = `drawn-${fingerprint(draw())}.png`;
      drawings.delete(name);
      drawings.set(name, draw);
      for (const oldest of drawings.keys()) {
        if (drawings.size <= maxDrawings) break;
        drawings.delete(oldest);
      }
      return imageFolder + name;
    },
    async find(name) {
      if (!/^drawn-[0-9a-f]{24}\.png$/.test(name)) return null;
      return pictures.find(name, () => {
        const draw = drawings.get(name);
        return draw === undefined ? null : () => rasterize(Buffer.from(draw()));
      });
    },
  };
}
