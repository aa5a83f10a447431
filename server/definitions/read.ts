import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { DefinitionFile } from '../../engine/load/load-site.ts';

/** Files are read this many at a time: a big site must not run out of file handles. */
const atOnce = 64;

/** What a funnels folder holds. */
export interface DefinitionFiles {
  /** Every `.yaml` file (and `.yml`, which the loader refuses with a hint), by path. */
  readonly files: DefinitionFile[];
  /** Paths of all other files. */
  readonly assets: ReadonlySet<string>;
}

/**
 * Reads a funnels folder. Paths are relative to it and use `/`; hidden files and folders are passed over.
 * @throws the file system's error when the folder or a file in it can not be read
 */
export async function readDefinitionFiles(folder: string): Promise<DefinitionFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => pathOf(entry, folder))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort();
  const definitions = paths.filter((path) => /\.ya?ml$/i.test(path));
  const files: DefinitionFile[] = [];
  for (let from = 0; from < definitions.length; from += atOnce) {
    const batch = definitions.slice(from, from + atOnce);
    files.push(
      ...(await Promise.all(batch.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })))),
    );
  }
  const read = new Set(definitions);
  return { files, assets: new Set(paths.filter((path) => !read.has(path))) };
}

const pathOf = (entry: Dirent, folder: string): string =>
  relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
