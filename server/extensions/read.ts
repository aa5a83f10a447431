/** The folder of a site's extensions, beside its funnels folder. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import type { Disk } from '../disk/disk.ts';

export const extensionsName = 'extensions';
/** The folder's name before version 0.3. Saved versions have it, and sites that were not migrated. */
export const formerName = 'words';

/**
 * The folder with the extensions of a funnels folder. Null for a funnels folder of another name: a folder beside it may
 * belong to somebody else.
 */
export function extensionsFolderOf(funnels: string): string | null {
  if (basename(resolve(funnels)) !== 'funnels') return null;
  const [folder, former] = [extensionsName, formerName].map((name) => join(dirname(resolve(funnels)), name)) as [
    string,
    string,
  ];
  return !existsSync(folder) && existsSync(former) ? former : folder;
}

/** The beginning of the paths of a folder's extensions, relative to the funnels folder. */
export const extensionPrefix = (folder: string): string => `../${basename(folder)}/`;

/**
 * The paths of the files with extensions, relative to the funnels folder, in order. Only TypeScript and JavaScript count.
 * @throws the file system's error, except that there is no such folder
 */
export async function extensionPaths(funnels: string, disk: Disk): Promise<string[]> {
  const folder = extensionsFolderOf(funnels);
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
    .map((path) => extensionPrefix(folder) + path);
}

/** The path of a file below the folder of extensions. */
export const withinExtensions = ({ path }: DefinitionFile): string => path.replace(/^\.\.\/[^/]+\//, '');
