/** The picture library, loaded when the first picture made of pixels is met: most sites of drawings never need it. */
import type { Format } from './formats.ts';

// A picture of more pixels than a poster has is a mistake or an attack.
const pixelsAtMost = 50_000_000;

const load = async () => {
  const { default: sharp } = await import('sharp');
  // Visitors go first: one picture at a time, on one thread.
  sharp.concurrency(1);
  return sharp;
};
let loaded: ReturnType<typeof load> | undefined;
const library = (): ReturnType<typeof load> => {
  loaded ??= load();
  return loaded;
};

/** The size of a picture as it is seen, turned as its camera was; null for what is no picture. */
export async function readPicture(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  const sharp = await library();
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: pixelsAtMost }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    return null;
  }
}

/** The picture at a width, in a format. @throws Error when it cannot be read as a picture */
export async function encodePicture(bytes: Buffer, width: number, format: Format, strength: number): Promise<Buffer> {
  const sharp = await library();
  const resized = sharp(bytes, { limitInputPixels: pixelsAtMost })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  const encoded =
    format === 'avif' ? resized.avif({ quality: strength, effort: 4 }) : resized.webp({ quality: strength, effort: 5 });
  return encoded.toBuffer();
}
