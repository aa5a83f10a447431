import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Extensions } from '../../engine/extensions/extensions.ts';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { isDefinitionPath } from '../../engine/load/parse/parse-file.ts';
import type { GrowthOf } from '../../engine/rules/pattern/backtracking.ts';
import { commonDisk, type Disk, readRegular } from '../disk/disk.ts';
import { loadExtensions, refusedExtensions } from '../extensions/load.ts';
import { extensionPaths } from '../extensions/read.ts';
import { tryExtensions } from '../extensions/trial.ts';
import { type ReadFiles, readFiles } from './read-files.ts';

/** The content of a funnels folder. */
export interface DefinitionFiles {
  /** Every definition by path, and every other YAML file, which the loader refuses with a hint. */
  readonly files: DefinitionFile[];
  /** Paths of all other regular files. */
  readonly assets: ReadonlySet<string>;
  /** The files of the site's extensions, with paths such as `../extensions/rules/cpf.ts`. */
  readonly code: readonly DefinitionFile[];
  /** The words in them. The same object as long as no file changes. */
  readonly extensions: Extensions;
  /** How the time of patterns grows; undefined if no file has one. */
  readonly growthOf: GrowthOf | undefined;
}

/**
 * Reads a funnels folder. Paths are relative to it and use `/`. Hidden files and folders are skipped, as is everything
 * that is neither a definition nor a regular file.
 * @param known - what was read before; unchanged files are not read again
 * @param before - the folder as it was read last
 * @throws UnreadableFile for a definition that is not a regular file or times out, and the file system's error when
 *   the folder or a file in it cannot be read
 */
export async function readDefinitionFiles(
  folder: string,
  disk: Disk = commonDisk,
  known: ReadFiles = new Map(),
  before: Pick<DefinitionFiles, 'code' | 'extensions'> | null = null,
): Promise<DefinitionFiles> {
  const entries = await disk.run(folder, () => readdir(folder, { recursive: true, withFileTypes: true }));
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ path: pathOf(entry, folder), entry }))
    .filter(({ path }) => !isHidden(path))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const definitions = found.flatMap(({ path }) => (isDefinitionPath(path) ? [path] : []));
  const files = await readFiles(folder, definitions, known, disk);
  const others = found.filter(({ path }) => !isDefinitionPath(path));
  const regular = await Promise.all(
    others.map(async ({ path, entry }) => {
      if (!entry.isSymbolicLink()) return entry.isFile();
      const target = await disk.run(path, () => stat(join(folder, path)).catch(() => null));
      return target?.isFile() === true;
    }),
  );
  const assets = new Set(others.flatMap(({ path }, index) => (regular[index] ? [path] : [])));
  return { files, assets, growthOf: await growthFor(files), ...(await readWords(folder, disk, before)) };
}

/** What finds the growth of patterns, for definitions that have one. */
export async function growthFor(files: readonly DefinitionFile[]): Promise<GrowthOf | undefined> {
  if (!files.some(({ text }) => text.includes('pattern'))) return undefined;
  return (await import('./pattern-growth.ts')).growthOf;
}

/** Reads and runs the site's extensions, unless their files are the same as before. */
async function readWords(
  folder: string,
  disk: Disk,
  before: Pick<DefinitionFiles, 'code' | 'extensions'> | null,
): Promise<Pick<DefinitionFiles, 'code' | 'extensions'>> {
  const paths = await extensionPaths(folder, disk);
  const code = await readFiles(folder, paths, new Map(), disk);
  const isSame = ({ path, text }: DefinitionFile, index: number) =>
    before?.code[index]?.path === path && before.code[index].text === text;
  if (before !== null && before.code.length === code.length && code.every(isSame))
    return { code, extensions: before.extensions };
  const { problems: refused, isWhole } = await tryExtensions(code);
  // A server that already serves a version does not run the code of a refused set.
  const runs = refused.length === 0 || (before === null && isWhole);
  return { code, extensions: runs ? await loadExtensions(code, { refused }) : refusedExtensions(code, refused) };
}

/**
 * Reads only files that changed.
 * @param before - the folder as it was read last
 * @returns null if the whole folder has to be read: a path is new, gone, or no definition
 * @throws UnreadableFile for anything but a regular file
 */
export async function readChangedFiles(
  folder: string,
  changed: ReadonlySet<string>,
  before: DefinitionFiles,
  disk: Disk = commonDisk,
): Promise<DefinitionFiles | null> {
  const files = [...before.files];
  for (const path of changed) {
    if (isHidden(path)) continue;
    const index = files.findIndex((file) => file.path === path);
    if (index < 0) return null;
    const bytes = await disk.run(path, () => readRegular(join(folder, path), path).catch(nullIfMissing));
    if (bytes === null) return null;
    files[index] = { path, text: bytes.toString('utf8') };
  }
  const { assets } = before;
  return { files, assets, growthOf: await growthFor(files), ...(await readWords(folder, disk, before)) };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'));

const pathOf = (entry: Dirent, folder: string): string =>
  relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
