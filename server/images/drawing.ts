/** SVG drawings: their size, and their compressed content. */
import { readFile, stat } from 'node:fs/promises';
import { type EncodedBody, encode } from '../http/encoding.ts';

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

const pixels = (value: string | undefined): number | null => {
  const [, figure] = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(value ?? '') ?? [];
  return figure === undefined ? null : Number(figure);
};

/** Width and height of an SVG: its own attributes, else those of its view box; null when it has neither. */
export function drawingSize(svg: string): { width: number; height: number } | null {
  const tag = /<svg\b[^>]*>/.exec(svg)?.[0];
  if (tag === undefined) return null;
  const [, , boxWidth, boxHeight] = (attribute(tag, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = pixels(attribute(tag, 'width')) ?? boxWidth;
  const height = pixels(attribute(tag, 'height')) ?? boxHeight;
  return width && height && width > 0 && height > 0 ? { width, height } : null;
}

// More than a site has; beyond it the oldest entry is dropped and compressed again when requested.
const maxCached = 500;

/** A cache of compressed SVG files; each content of a file is compressed once. */
export function createDrawings() {
  const cached = new Map<string, { readonly stamp: string; readonly encoded: Promise<EncodedBody> }>();
  return {
    /** @throws the file system's error */
    async find(file: string): Promise<EncodedBody> {
      const { mtimeMs, size } = await stat(file);
      const stamp = `${mtimeMs}-${size}`;
      const before = cached.get(file);
      if (before?.stamp === stamp) return before.encoded;
      const encoded = readFile(file).then((bytes) => encode(bytes, 'image/svg+xml'));
      cached.set(file, { stamp, encoded });
      encoded.catch(() => cached.delete(file));
      for (const oldest of cached.keys()) {
        if (cached.size <= maxCached) break;
        cached.delete(oldest);
      }
      return encoded;
    },
  };
}
