/** Static files: those of the build, and the assets beside the definitions. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { serverPaths } from '../../engine/paths.ts';
import type { AddRoutes } from './app.ts';
import { immutable } from './caching.ts';
import { type EncodedBody, encode, sendEncoded } from './encoding.ts';
import { mediaTypeOf } from './media-types.ts';

// The other types are compressed already.
const compressible = new Set(['.js', '.css', '.json', '.svg', '.vtt']);

export interface BuildFolder {
  /** A file of the build by its name; null when there is none. */
  find(name: string): Promise<EncodedBody> | null;
}

/** Reads the names of a build's files; each file is read and compressed on its first request. */
export async function openBuiltAssets(folder: string): Promise<BuildFolder> {
  const names = new Set(await readdir(folder).catch(() => []));
  const files = new Map<string, Promise<EncodedBody>>();
  const read = async (name: string): Promise<EncodedBody> => {
    const type = mediaTypeOf(name) as string;
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
      if (!names.has(name) || mediaTypeOf(name) === null) return null;
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

/** Serves the files of the build, whose names contain a hash of their content. */
export const buildRoutes =
  (built: BuildFolder): AddRoutes =>
  ({ read, notFound }) =>
    read(`${serverPaths.own}assets/:name`, async (request, response) => {
      const name = String(request.params['name']);
      const found = built.find(name);
      if (found === null) return notFound(response);
      sendEncoded(request, response, await found, 200, {
        'Cache-Control': immutable,
        // The studio, on another port, shows pages with their fonts.
        ...(name.endsWith('.woff2') ? { 'Access-Control-Allow-Origin': '*' } : {}),
      });
    });

/**
 * Resolves a path below the funnels folder to a real file, or null. Only files of a known type in a folder named
 * `assets` are served; symbolic links must not lead out of the funnels folder.
 * @param path as in the address, still percent-encoded
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
  const type = mediaTypeOf(decoded);
  if (!plain || type === null || !parts.slice(0, -1).includes('assets')) return null;
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, ...parts))]);
    // Opening a named pipe would block.
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? { file, type } : null;
  } catch {
    return null;
  }
}
