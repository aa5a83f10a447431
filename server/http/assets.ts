/** Files: what the build made, and what stands beside the definitions. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { type Encoded, encode } from '../pages/encoded.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.pdf': 'application/pdf',
};
// Everything else is compressed already.
const compressible = new Set(['.js', '.css', '.json', '.svg', '.vtt']);

/** The media type of a file that may be served, or null. */
export const typeOf = (name: string): string | null => types[extname(name).toLowerCase()] ?? null;

export interface BuiltAssets {
  /** A file of the build by its name; null when there is none. */
  find(name: string): Promise<Encoded> | null;
}

/** Reads the names of a build's files; each file is read and compressed when it is first asked for. */
export async function openBuiltAssets(folder: string): Promise<BuiltAssets> {
  const names = new Set(await readdir(folder).catch(() => []));
  const files = new Map<string, Promise<Encoded>>();
  const read = async (name: string): Promise<Encoded> => {
    const type = typeOf(name) as string;
    const bytes = await readFile(join(folder, name));
    const encoded = await encode(bytes, type);
    if (!compressible.has(extname(name))) return { ...encoded, bodies: { identity: bytes } };
    const [br, gzip] = await Promise.all(
      ['.br', '.gz'].map((end) => (names.has(name + end) ? readFile(join(folder, name + end)) : null)),
    );
    return { ...encoded, bodies: { ...encoded.bodies, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) } };
  };
  return {
    find(name) {
      if (!names.has(name) || typeOf(name) === null) return null;
      let file = files.get(name);
      if (file === undefined) {
        file = read(name);
        files.set(name, file);
        file.catch(() => files.delete(name));
      }
      return file;
    },
  };
}

/**
 * The real file of a path below the funnels folder, or null. Only files of a known type in a folder called `assets`
 * are given out, and no link leads out of the funnels folder.
 * @param path as it stands in the address, still encoded
 */
export async function funnelAsset(
  folder: string,
  path: string,
): Promise<{ readonly file: string; readonly type: string } | null> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  const parts = decoded.split('/');
  const plain = parts.every((part) => /^[A-Za-z0-9_][A-Za-z0-9_. -]*$/.test(part));
  const type = typeOf(decoded);
  if (!plain || type === null || !parts.slice(0, -1).includes('assets')) return null;
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, ...parts))]);
    // Opening a named pipe would wait for ever.
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? { file, type } : null;
  } catch {
    return null;
  }
}
