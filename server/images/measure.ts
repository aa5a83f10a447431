/** Measures the pictures of a funnels folder, and names their variants. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { MeasuredPicture, Pictures } from '../../engine/definition.ts';
import { type Disk, readRegular, UnreadableFile } from '../disk/disk.ts';
import { funnelAsset } from '../http/assets.ts';
import { drawingSize } from './drawing.ts';
import { formats, imageFolder, strengths, variantName, widths } from './formats.ts';
import { encodePicture, readPicture } from './sharp.ts';

/** Raster pictures; drawings are served as they are. */
const photographs = new Set(['.png', '.jpg', '.jpeg', '.webp', '.avif']);

/** In pixels: light and colour without detail, under 200 bytes. */
const previewWidth = 12;

/** The fingerprint of a picture's content. */
export const pictureTag = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 24);

// Cached per content, and keyed by path so that an edited file replaces its entry.
const cache = new Map<string, { readonly stamp: string; readonly measured: Promise<MeasuredPicture | null> }>();

async function measure(file: string, asset: string, disk: Disk): Promise<MeasuredPicture | null> {
  const bytes = await disk.run(asset, () => readRegular(file, asset));
  if (extname(file).toLowerCase() === '.svg') {
    return drawingSize(bytes.toString('utf8'));
  }
  const size = await readPicture(bytes);
  if (size === null) return null;
  const tag = pictureTag(bytes);
  const fitting = widths.filter((width) => width <= size.width);
  const sources = formats.map((format) => ({
    type: `image/${format}`,
    srcset: fitting.map((width) => `${imageFolder}${variantName(tag, width, format)} ${width}w`).join(', '),
  }));
  if (fitting.length === 0) return size;
  const few = await encodePicture(bytes, previewWidth, 'webp', strengths.webp.low);
  return { ...size, sources, preview: `data:image/webp;base64,${few.toString('base64')}` };
}

async function measured(file: string, asset: string, disk: Disk): Promise<MeasuredPicture | null> {
  const { mtimeMs, size } = await disk.run(asset, () => stat(file));
  const stamp = `${mtimeMs}-${size}`;
  const before = cache.get(file);
  if (before?.stamp === stamp) return before.measured;
  const fresh = measure(file, asset, disk);
  cache.set(file, { stamp, measured: fresh });
  // A failed read may succeed the next time.
  fresh.catch(() => cache.delete(file));
  return fresh;
}

function nullUnlessUnreadable(error: unknown): null {
  if (error instanceof UnreadableFile) throw error;
  return null;
}

/**
 * The pictures of a folder by path; files that are not readable pictures are left out.
 * @param assets paths below the folder
 * @throws UnreadableFile when a read times out
 */
export async function measureFolder(folder: string, assets: Iterable<string>, disk: Disk): Promise<Pictures> {
  const pictures: Record<string, MeasuredPicture> = {};
  for (const asset of [...assets].sort()) {
    const end = extname(asset).toLowerCase();
    if (end !== '.svg' && !photographs.has(end)) continue;
    // A file deleted meanwhile is not part of this version.
    const given = await disk.run(asset, () => funnelAsset(folder, encodeURIComponent(asset)));
    const found = given && (await measured(given.file, asset, disk).catch(nullUnlessUnreadable));
    if (found) pictures[asset] = found;
  }
  return pictures;
}

/** The picture whose variants have this fingerprint. */
export const assetOf = (pictures: Pictures, tag: string): string | undefined =>
  Object.keys(pictures).find((asset) => pictures[asset]?.sources?.[0]?.srcset.startsWith(`${imageFolder}${tag}-`));
