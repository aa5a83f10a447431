/** The picture library, loaded on the first raster picture: most sites that only have drawings never need it. */
import type { Format } from './formats.ts';

// More pixels than a poster has are a mistake or an attack.
const maxPixels = 50_000_000;

const load = async () => {
  const { default: sharp } = await import('sharp');
  // Requests of visitors go first: one picture at a time, on one thread.
  sharp.concurrency(1);
  return sharp;
};
let loaded: ReturnType<typeof load> | undefined;
const library = (): ReturnType<typeof load> => {
  loaded ??= load();
  return loaded;
};

/** The size of a picture after its EXIF orientation is applied; null when it is not a picture. */
export async function readPicture(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  const sharp = await library();
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    return null;
  }
}

/** The picture at a width, in a format. @throws Error when it is not a readable picture */
export async function encodePicture(bytes: Buffer, width: number, format: Format, strength: number): Promise<Buffer> {
  const sharp = await library();
  const resized = sharp(bytes, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ width, withoutEnlargement: true });
  const encoded =
    format === 'avif' ? resized.avif({ quality: strength, effort: 4 }) : resized.webp({ quality: strength, effort: 5 });
  return encoded.toBuffer();
}

/** An SVG as a PNG of its own size. @throws Error when it cannot be rendered */
export async function rasterize(svg: Buffer): Promise<Buffer> {
  const sharp = await library();
  return sharp(svg, { limitInputPixels: maxPixels }).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

/**
 * A mark as a square PNG.
 * @param padding on each side, as a fraction of the size
 * @param ground the background colour; null for none
 */
export async function squareIcon(mark: Buffer, size: number, padding: number, ground: string | null): Promise<Buffer> {
  const sharp = await library();
  const { width = size, height = size, format } = await sharp(mark, { limitInputPixels: maxPixels }).metadata();
  const margin = Math.round(size * padding);
  const inner = size - 2 * margin;
  // An SVG is rasterized at the final size; 72 dpi is its own size.
  const density = format === 'svg' ? Math.min(2400, Math.max(72, (72 * inner) / Math.max(width, height))) : 72;
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const drawn = sharp(mark, { density, limitInputPixels: maxPixels })
    .resize(inner, inner, { fit: 'contain', background: clear })
    // Sharp extends after it flattens, so the margins get the background here.
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: ground ?? clear });
  return (ground === null ? drawn : drawn.flatten({ background: ground })).png({ compressionLevel: 9 }).toBuffer();
}
