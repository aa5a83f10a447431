/** Measures the pictures of a funnels folder, and names their variants. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { MeasuredPicture, Pictures } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { type Disk, readRegular, UnreadableFile } from '../disk/disk.ts';
import { funnelAsset } from '../http/assets.ts';
import { drawingSize } from './drawing.ts';
import { formats, imageFolder, isAnyPicture, isPicture, strengths, variantName, widths } from './formats.ts';
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
  if (bytes.length === 0) throw new PictureFault('the file is empty');
  if (extname(file).toLowerCase() === '.svg') {
    const text = bytes.toString('utf8');
    if (!/<(?:\w+:)?svg[\s>]/.test(text)) throw new PictureFault('the file contains no drawing (<svg …>)');
    return drawingSize(text);
  }
  // A picture of another format than its name says is served as it is.
  if (!isPicture(asset, bytes)) {
    if (isAnyPicture(bytes)) return null;
    throw new PictureFault('its content is no picture');
  }
  const size = await readPicture(bytes);
  if (size === null) throw new PictureFault('its beginning is not complete, or it has more than 50 million pixels');
  // A picture is decoded here as it is for a visitor.
  const few = await encodePicture(bytes, previewWidth, 'webp', strengths.webp.low).catch((error: Error) => {
    throw new PictureFault(`it cannot be decoded (${error.message.split('\n')[0]})`);
  });
  const tag = pictureTag(bytes);
  const fitting = widths.filter((width) => width <= size.width);
  const sources = formats.map((format) => ({
    type: `image/${format}`,
    srcset: fitting.map((width) => `${imageFolder}${variantName(tag, width, format)} ${width}w`).join(', '),
  }));
  if (fitting.length === 0) return size;
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

/** A picture that no visitor could see. The message says why. */
class PictureFault extends Error {}

export interface MeasuredFolder {
  readonly pictures: Pictures;
  /** Pictures that cannot be decoded. */
  readonly problems: readonly AuthorProblem[];
}

/** The engine reads no files, so that its catalogue has no such code. */
const problemOf = (file: string, { message }: PictureFault): AuthorProblem => ({
  ...{ severity: 'error', code: 'picture-unreadable', file, line: 1, column: 1, frame: '' },
  message: `This picture cannot be shown: ${message}.`,
  hint: 'Export it again, in the size of the page: 2,000 pixels are wide enough.',
});

/**
 * The pictures of a folder by path; files that are no pictures are left out.
 * @param assets paths below the folder
 * @throws UnreadableFile when a read times out
 */
export async function measureFolder(folder: string, assets: Iterable<string>, disk: Disk): Promise<MeasuredFolder> {
  const pictures: Record<string, MeasuredPicture> = {};
  const problems: AuthorProblem[] = [];
  const nullUnlessUnreadable = (asset: string, error: unknown): null => {
    if (error instanceof UnreadableFile) throw error;
    if (error instanceof PictureFault) problems.push(problemOf(asset, error));
    return null;
  };
  for (const asset of [...assets].sort()) {
    const end = extname(asset).toLowerCase();
    if (end !== '.svg' && !photographs.has(end)) continue;
    // A file deleted meanwhile is not part of this version.
    const given = await disk.run(asset, () => funnelAsset(folder, encodeURIComponent(asset)));
    const found =
      given && (await measured(given.file, asset, disk).catch((error) => nullUnlessUnreadable(asset, error)));
    if (found) pictures[asset] = found;
  }
  return { pictures, problems };
}

/** The picture whose variants have this fingerprint. */
export const assetOf = (pictures: Pictures, tag: string): string | undefined =>
  Object.keys(pictures).find((asset) => pictures[asset]?.sources?.[0]?.srcset.startsWith(`${imageFolder}${tag}-`));
