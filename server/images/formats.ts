/** The forms in which pictures are served. */
import { serverPaths } from '../../engine/paths.ts';

export type Format = 'avif' | 'webp';
export const qualities = ['low', 'medium', 'high'] as const;
export type Quality = (typeof qualities)[number];

/** Whether a part of an address names a quality. */
export const isQuality = (text: string): text is Quality => (qualities as readonly string[]).includes(text);

/** Best first: a browser takes the first it knows. */
export const formats: readonly Format[] = ['avif', 'webp'];

/** In pixels; only those that are not wider than the picture itself are made. */
export const widths: readonly number[] = [320, 640, 960, 1440];

/** How much of a picture each encoder keeps, 1 to 100. */
export const strengths: Readonly<Record<Format, Readonly<Record<Quality, number>>>> = {
  avif: { low: 30, medium: 45, high: 58 },
  webp: { low: 45, medium: 65, high: 80 },
};

/**
 * Where variants are served. The boot script names the quality (`low/<variant>`), so that such an address always has the
 * same content; without one the server chooses by the browser's client hints.
 */
export const imageFolder = `${serverPaths.own}images/`;

/** The file name of a variant: the fingerprint of the original, the width, the format. */
export const variantName = (tag: string, width: number, format: Format): string => `${tag}-${width}.${format}`;

/** What a variant's name says; null for a name that is none. */
export function parseVariant(name: string): { tag: string; width: number; format: Format } | null {
  const [, tag, width, format] = /^([0-9a-f]{24})-(\d{3,4})\.(avif|webp)$/.exec(name) ?? [];
  if (tag === undefined || !widths.includes(Number(width))) return null;
  return { tag, width: Number(width), format: format as Format };
}
