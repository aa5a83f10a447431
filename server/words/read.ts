/** The folder of a site's own words, beside its funnels folder. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import type { Disk } from '../disk/disk.ts';

/** Paths of words, relative to the funnels folder, begin with it. */
export const wordsPath = '../words/';

/**
 * The folder with the words of a funnels folder. Null for a funnels folder of another name: a folder beside it may belong
 * to somebody else.
 */
export const wordsFolderOf = (funnels: string): string | null =>
  basename(resolve(funnels)) === 'funnels' ? join(dirname(resolve(funnels)), 'words') : null;

/**
 * The paths of the files with words, relative to the funnels folder, in order. Only TypeScript and JavaScript count.
 * @throws the file system's error, except that there is no such folder
 */
export async function wordPaths(funnels: string, disk: Disk): Promise<string[]> {
  const folder = wordsFolderOf(funnels);
  if (folder === null) return [];
  const entries = await disk
    .run(folder, () => readdir(folder, { recursive: true, withFileTypes: true }))
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
      throw error;
    });
  return entries
    .filter((entry) => !entry.isDirectory() && /\.[cm]?[jt]sx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path.split('/').every((part) => !part.startsWith('.') && part !== 'node_modules'))
    .sort()
    .map((path) => wordsPath + path);
}

/** The path of a file below the words folder. */
export const withinWords = ({ path }: DefinitionFile): string => path.slice(wordsPath.length);
