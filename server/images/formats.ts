/** Formats, widths and qualities of served pictures. */
import { serverPaths } from '../../engine/paths.ts';

export type Format = 'avif' | 'webp';
export const qualities = ['low', 'medium', 'high'] as const;
export type Quality = (typeof qualities)[number];

/** Whether a path segment is a quality. */
export const isQuality = (text: string): text is Quality => (qualities as readonly string[]).includes(text);

/** Best first: a browser picks the first it supports. */
export const formats: readonly Format[] = ['avif', 'webp'];

/** In pixels; only widths up to the picture's own are made. */
export const widths: readonly number[] = [320, 640, 960, 1440];

/** Encoder quality, 1 to 100. */
export const strengths: Readonly<Record<Format, Readonly<Record<Quality, number>>>> = {
  avif: { low: 30, medium: 45, high: 58 },
  webp: { low: 45, medium: 65, high: 80 },
};

/**
 * The path of variants. The boot script inserts the quality (`low/<variant>`), so that such an address always has the
 * same content. Without one, the server chooses by the browser's client hints.
 */
export const imageFolder = `${serverPaths.own}images/`;

/** The file name of a variant: fingerprint of the original, width, format. */
export const variantName = (tag: string, width: number, format: Format): string => `${tag}-${width}.${format}`;

/** Parses the name of a variant; null for any other name. */
export function parseVariant(name: string): { tag: string; width: number; format: Format } | null {
  const [, tag, width, format] = /^([0-9a-f]{24})-(\d{3,4})\.(avif|webp)$/.exec(name) ?? [];
  if (tag === undefined || !widths.includes(Number(width))) return null;
  return { tag, width: Number(width), format: format as Format };
}

/** The bytes with which the files of a format begin, from an offset. */
const beginnings: Readonly<Record<string, readonly [offset: number, bytes: string]>> = {
  avif: [4, 'ftypavi'],
  webp: [8, 'WEBP'],
  png: [0, '\x89PNG\r\n\x1a\n'],
  jpg: [0, '\xff\xd8\xff'],
  jpeg: [0, '\xff\xd8\xff'],
};

/** Whether content begins as a picture of the format that its name ends with. Other formats are not looked at. */
export function isPicture(name: string, content: Buffer): boolean {
  const [offset, bytes] = beginnings[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? [0, ''];
  return content.subarray(offset, offset + bytes.length).toString('latin1') === bytes;
}

/** Whether content begins as a picture of any format that browsers show. */
export const isAnyPicture = (content: Buffer): boolean =>
  Object.keys(beginnings).some((end) => isPicture(`.${end}`, content)) || content.toString('latin1', 0, 4) === 'GIF8';
