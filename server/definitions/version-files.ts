/** The files of one saved version: its manifest, and how they are written and checked. */
import { createHash } from 'node:crypto';
import { chmod, copyFile, link, mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { SiteHash } from '../../engine/definition.ts';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { type Disk, readRegular } from '../disk/disk.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { extensionsName, formerName } from '../extensions/read.ts';
import { mediaTypeOf } from '../http/media-types.ts';
import type { StoredVersion } from '../store/types.ts';

/** The files of a version. */
export interface Content {
  /** The folder they were read from. */
  readonly folder: string;
  readonly files: readonly DefinitionFile[];
  /** Paths of all other files. */
  readonly assets: ReadonlySet<string>;
}

interface FileEntry {
  readonly hash: string;
  /** Size, time and inode of the file it was copied from; null for a definition. */
  readonly stamp: string | null;
}

export interface Manifest {
  readonly definition: SiteHash;
  /** Epoch milliseconds. */
  readonly keptAt: number;
  readonly files: Readonly<Record<string, FileEntry>>;
}

/** The folders that a version can have. */
const folders: ReadonlySet<string> = new Set(['funnels', extensionsName, formerName]);

/** The folder of a version, with what it contains. */
export interface VersionHome {
  readonly home: string;
  readonly manifest: Manifest;
}

export const folderMode = 0o700;
const fileMode = 0o600;

const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const fingerprintOf = (files: Readonly<Record<string, FileEntry>>): string =>
  fingerprint(
    JSON.stringify(
      Object.entries(files)
        .map(([path, { hash }]) => [path, hash] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );

/** Only assets that the server serves are saved. */
const isServed = (path: string): boolean =>
  mediaTypeOf(path) !== null && path.split('/').slice(0, -1).includes('assets');

/** Makes a file or a folder durable. */
export async function syncPath(path: string): Promise<void> {
  // Windows cannot open a folder as a file.
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return;
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a new file durably. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', fileMode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The manifest of a folder; null without a readable one. */
export async function readManifest(home: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(join(home, 'manifest.json'), 'utf8')) as Manifest;
  } catch {
    return null;
  }
}

const writeManifest = (draft: string, manifest: Manifest): Promise<void> =>
  writeWhole(join(draft, 'manifest.json'), JSON.stringify(manifest));

/** Whether the files of a version are those of its manifest, and of its id. */
export async function isIntact(id: string, { home, manifest: { files } }: VersionHome): Promise<boolean> {
  if (fingerprintOf(files) !== id) return false;
  for (const [path, { hash }] of Object.entries(files)) {
    const bytes = await readRegular(join(home, 'funnels', path), path).catch(() => null);
    if (bytes === null || hashOf(bytes) !== hash) return false;
  }
  return true;
}

/** Makes each folder of a draft once. */
function folderMaker(): (path: string) => Promise<void> {
  const made = new Set<string>();
  return async (path) => {
    if (made.has(path)) return;
    await mkdir(path, { recursive: true, mode: folderMode });
    made.add(path);
  };
}

/** Links a file of a draft to the previous version, which takes no space. @returns null if that has none that is the same */
async function linkSame(
  path: string,
  target: string,
  before: VersionHome | null,
  isSame: (entry: FileEntry) => boolean,
): Promise<FileEntry | null> {
  if (before === null || !Object.hasOwn(before.manifest.files, path)) return null;
  const previous = before.manifest.files[path];
  if (previous === undefined || !isSame(previous)) return null;
  try {
    await link(join(before.home, 'funnels', path), target);
    return previous;
  } catch {
    // The file is missing, or the disk does not support links.
    return null;
  }
}

async function copyAsset(
  path: string,
  original: string,
  target: string,
  stamp: string,
  disk: Disk,
): Promise<FileEntry> {
  await disk.run(path, () => copyFile(original, target));
  await chmod(target, fileMode);
  await syncPath(target);
  return { hash: hashOf(await readFile(target)), stamp };
}

/**
 * Writes the files of a folder to a draft.
 * @param before the previous version, which unchanged files are linked to
 * @returns the id of the version
 */
export async function writeContent(
  draft: string,
  { folder, files, assets }: Content,
  { definition, keptAt }: Pick<Manifest, 'definition' | 'keptAt'>,
  before: VersionHome | null,
  disk: Disk,
): Promise<string> {
  const makeFolder = folderMaker();
  const entries: Record<string, FileEntry> = {};
  for (const { path, text } of files) {
    const target = join(draft, 'funnels', path);
    const entry = { hash: hashOf(text), stamp: null };
    await makeFolder(dirname(target));
    const linked = await linkSame(path, target, before, ({ hash }) => hash === entry.hash);
    if (linked === null) await writeWhole(target, text);
    entries[path] = linked ?? entry;
  }
  for (const path of [...assets].filter(isServed).sort()) {
    const original = join(folder, path);
    const target = join(draft, 'funnels', path);
    const found = await disk.run(path, () => stat(original).catch(() => null));
    // A file that was deleted meanwhile is not part of this version.
    if (found?.isFile() !== true) continue;
    const stamp = `${found.size}-${found.mtimeMs}-${found.ino}`;
    await makeFolder(dirname(target));
    entries[path] =
      (await linkSame(path, target, before, (entry) => entry.stamp === stamp)) ??
      (await copyAsset(path, original, target, stamp, disk));
  }
  await writeManifest(draft, { definition, keptAt, files: entries });
  return fingerprintOf(entries);
}

/**
 * Writes a version of another process to a draft.
 * @param contentOf returns the content with a hash, or null
 * @throws Error when a content is missing or does not match its hash
 */
export async function writeStored(
  draft: string,
  { id, definition, files, savedAt }: StoredVersion,
  contentOf: (hash: string) => Promise<Uint8Array | null>,
): Promise<string> {
  const makeFolder = folderMaker();
  const entries: Record<string, FileEntry> = {};
  for (const [path, hash] of Object.entries(files)) {
    const content = await contentOf(hash);
    const target = join(draft, 'funnels', path);
    const isInside = folders.has(relative(draft, target).split(sep)[0] ?? '');
    if (content === null || hashOf(content) !== hash || !isInside)
      throw new Error(`The stored content of ${path} is damaged.`);
    await makeFolder(dirname(target));
    await writeWhole(target, content);
    entries[path] = { hash, stamp: null };
  }
  if (fingerprintOf(entries) !== id) throw new Error('The stored list of files is damaged.');
  await writeManifest(draft, { definition: definition as SiteHash, keptAt: savedAt, files: entries });
  return id;
}
