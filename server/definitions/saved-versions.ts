/**
 * Saves versions in the data folder: complete funnels folders, each under the fingerprint of its content. A start with
 * faulty definitions serves the last of them.
 *
 *   versions/<fingerprint>/manifest.json   its definition, with the hash of every file
 *   versions/<fingerprint>/funnels/…       the definitions, and the assets that may be served
 *   versions/<fingerprint>/words/…         the site's own words; their paths are relative to `funnels/`, too
 *   versions/last-good                     the fingerprint of the version saved last
 *   versions/last-shared                   the same, once it is in the database
 */
import { createHash, randomBytes } from 'node:crypto';
import { chmod, copyFile, link, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { SiteHash } from '../../engine/definition.ts';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { type Disk, readRegular } from '../disk/disk.ts';
import { fingerprint } from '../disk/fingerprint.ts';
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

export interface SavedVersion {
  readonly id: string;
  /** The funnels folder to load it from. */
  readonly folder: string;
  /** Stored with leads. */
  readonly definition: SiteHash;
  /** Epoch milliseconds. */
  readonly keptAt: number;
  /** The SHA-256 of each file, in hexadecimal, by path. */
  readonly files: Readonly<Record<string, string>>;
}

export interface SavedVersions {
  /** Saves a version as the last good one. @returns where it is saved @throws the file system's error */
  keep(content: Content, definition: SiteHash): Promise<SavedVersion>;
  /** The intact versions: the last good one first, then by age, newest first. Damaged ones are left out. */
  list(): AsyncIterable<SavedVersion>;
  /** Called when a saved version is served. */
  served(saved: SavedVersion): Promise<void>;
}

/** The versions in a data folder. */
export interface VersionFolder extends Pick<SavedVersions, 'keep'> {
  /** The intact versions, in the order of {@link SavedVersions.list}. */
  intact(): Promise<SavedVersion[]>;
  /** The id of the version saved last, or null. */
  lastId(): Promise<string | null>;
  /** The id of the last version that was saved here and is shared with other processes, or null. */
  sharedId(): Promise<string | null>;
  markShared(id: string): Promise<void>;
  /**
   * Removes versions except these, the newest three, and those of the last day, which another process of the folder may
   * serve.
   */
  retain(ids: ReadonlySet<string>): Promise<void>;
  /** A version by its id, if it is here and intact; otherwise null. */
  find(id: string): Promise<SavedVersion | null>;
  /**
   * Writes a version of another process to the folder. It does not become the last good one of this process.
   * @param contentOf returns the content with a hash, or null
   * @throws Error when a content is missing or does not match its hash, and the file system's error
   */
  restore(version: StoredVersion, contentOf: (hash: string) => Promise<Uint8Array | null>): Promise<SavedVersion>;
}

interface FileEntry {
  readonly hash: string;
  /** Size, time and inode of the file it was copied from; null for a definition. */
  readonly stamp: string | null;
}

interface Manifest {
  readonly definition: SiteHash;
  /** Epoch milliseconds. */
  readonly keptAt: number;
  readonly files: Readonly<Record<string, FileEntry>>;
}

// The served version, and two older ones that an operator can restore.
const maxVersions = 3;
// An older draft was left by a killed process.
const maxDraftAge = 60 * 60 * 1000;
const day = 24 * 60 * 60 * 1000;
const folderMode = 0o700;
const fileMode = 0o600;

const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Only assets that the server serves are saved. */
const isServed = (path: string): boolean =>
  mediaTypeOf(path) !== null && path.split('/').slice(0, -1).includes('assets');

async function sync(path: string): Promise<void> {
  // Windows cannot open a folder as a file.
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return;
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', fileMode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @param folder such as `<data>/versions`; created when the first version is kept */
export function createVersionFolder(folder: string, disk: Disk, clock: () => number = Date.now): VersionFolder {
  const homeOf = (id: string): string => join(folder, id);
  const lastGood = join(folder, 'last-good');
  const lastShared = join(folder, 'last-shared');

  async function manifestOf(id: string): Promise<Manifest | null> {
    try {
      return JSON.parse(await readFile(join(homeOf(id), 'manifest.json'), 'utf8')) as Manifest;
    } catch {
      return null;
    }
  }

  const idIn = async (pointer: string): Promise<string | null> =>
    (await readFile(pointer, 'utf8').catch(() => null))?.trim() ?? null;

  async function isIntact(id: string, { files }: Manifest): Promise<boolean> {
    if (fingerprintOf(files) !== id) return false;
    for (const [path, { hash }] of Object.entries(files)) {
      const bytes = await readRegular(join(homeOf(id), 'funnels', path), path).catch(() => null);
      if (bytes === null || hashOf(bytes) !== hash) return false;
    }
    return true;
  }

  let verifiedId: string | null = null;

  /** The last good version if its files match its manifest; verified once per process. */
  async function trusted(): Promise<{ readonly home: string; readonly manifest: Manifest } | null> {
    const id = await idIn(lastGood);
    const manifest = id === null ? null : await manifestOf(id);
    if (id === null || manifest === null) return null;
    if (verifiedId !== id && !(await isIntact(id, manifest))) return null;
    verifiedId = id;
    return { home: homeOf(id), manifest };
  }

  const savedAs = (id: string, { definition, keptAt, files }: Manifest): SavedVersion => ({
    ...{ id, folder: join(homeOf(id), 'funnels'), definition, keptAt },
    files: Object.fromEntries(Object.entries(files).map(([path, { hash }]) => [path, hash])),
  });

  /** Folders of the current draft that exist. */
  let made = new Set<string>();
  async function makeFolder(path: string): Promise<void> {
    if (made.has(path)) return;
    await mkdir(path, { recursive: true, mode: folderMode });
    made.add(path);
  }

  /** Adds a file to a draft. An unchanged file is hard-linked to the previous version, which takes no space. */
  async function placeFile(
    path: string,
    target: string,
    before: { readonly home: string; readonly manifest: Manifest } | null,
    isSame: (entry: FileEntry) => boolean,
    make: () => Promise<FileEntry>,
  ): Promise<FileEntry> {
    await makeFolder(dirname(target));
    const previous =
      before !== null && Object.hasOwn(before.manifest.files, path) ? before.manifest.files[path] : undefined;
    if (before !== null && previous !== undefined && isSame(previous)) {
      try {
        await link(join(before.home, 'funnels', path), target);
        return previous;
      } catch {
        // The file is missing, or the disk does not support links.
      }
    }
    return make();
  }

  async function write(
    draft: string,
    { folder: source, files, assets }: Content,
    definition: SiteHash,
  ): Promise<string> {
    const before = await trusted();
    const entries: Record<string, FileEntry> = {};
    for (const { path, text } of files) {
      const target = join(draft, 'funnels', path);
      const entry = { hash: hashOf(text), stamp: null };
      entries[path] = await placeFile(
        path,
        target,
        before,
        ({ hash }) => hash === entry.hash,
        async () => {
          await writeWhole(target, text);
          return entry;
        },
      );
    }
    for (const path of [...assets].filter(isServed).sort()) {
      const original = join(source, path);
      const target = join(draft, 'funnels', path);
      const found = await disk.run(path, () => stat(original).catch(() => null));
      // A file that was deleted meanwhile is not part of this version.
      if (found?.isFile() !== true) continue;
      const stamp = `${found.size}-${found.mtimeMs}-${found.ino}`;
      entries[path] = await placeFile(
        path,
        target,
        before,
        (entry) => entry.stamp === stamp,
        async () => {
          await disk.run(path, () => copyFile(original, target));
          await chmod(target, fileMode);
          await sync(target);
          return { hash: hashOf(await readFile(target)), stamp };
        },
      );
    }
    await writeWhole(
      join(draft, 'manifest.json'),
      JSON.stringify({ definition, keptAt: clock(), files: entries } satisfies Manifest),
    );
    return fingerprintOf(entries);
  }

  async function point(pointer: string, id: string): Promise<void> {
    const draft = `${pointer}.${process.pid}.${randomBytes(4).toString('hex')}`;
    await writeWhole(draft, `${id}\n`);
    await rename(draft, pointer);
    await sync(folder);
  }

  /** @param minAge of a version that is removed, in milliseconds */
  async function prune(others: ReadonlySet<string> = new Set(), minAge = Number.NEGATIVE_INFINITY): Promise<void> {
    const [kept, names] = await Promise.all([listByRank(), readdir(folder)]);
    const retained = new Set([...others, ...kept.slice(0, maxVersions).map(({ id }) => id)]);
    for (const name of names) {
      if (retained.has(name) || name === 'last-good' || name === 'last-shared') continue;
      const path = join(folder, name);
      const isDraft = /^(\.draft|last-good\.|last-shared\.)/.test(name);
      const age = clock() - ((await lstat(path).catch(() => null))?.mtimeMs ?? 0);
      if (age > (isDraft ? maxDraftAge : minAge)) await rm(path, { recursive: true, force: true });
    }
  }

  /** Every version with a manifest, the last good one first. */
  async function listByRank(): Promise<{ readonly id: string; readonly manifest: Manifest }[]> {
    const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => /^[0-9a-f]{24}$/.test(name));
    const last = await idIn(lastGood);
    const found = await Promise.all(names.map(async (id) => ({ id, manifest: await manifestOf(id) })));
    const rank = ({ id, manifest }: { id: string; manifest: Manifest }): number =>
      id === last ? Number.POSITIVE_INFINITY : manifest.keptAt;
    return found
      .flatMap(({ id, manifest }) => (manifest === null ? [] : [{ id, manifest }]))
      .sort((one, other) => (rank(one) > rank(other) ? -1 : 1));
  }

  /**
   * Writes a version to a draft and moves it to its place.
   * @param fill writes the files and the manifest, and returns the id
   */
  async function place(fill: (draft: string) => Promise<string>): Promise<SavedVersion> {
    // The store creates the parent: a data folder that was moved away must not be created again.
    await mkdir(folder, { mode: folderMode }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const draft = join(folder, `.draft-${process.pid}-${randomBytes(4).toString('hex')}`);
    try {
      await mkdir(draft, { mode: folderMode });
      made = new Set();
      const id = await fill(draft);
      const before = await manifestOf(id);
      if (before === null || !(await isIntact(id, before))) {
        await rm(homeOf(id), { recursive: true, force: true });
        // Atomic: a version is complete once it has its final name.
        await rename(draft, homeOf(id));
      }
      return savedAs(id, (await manifestOf(id)) as Manifest);
    } finally {
      await rm(draft, { recursive: true, force: true }).catch(() => {});
    }
  }

  return {
    async keep(content, definition) {
      const saved = await place((draft) => write(draft, content, definition));
      if ((await idIn(lastGood)) !== saved.id) await point(lastGood, saved.id);
      verifiedId = saved.id;
      await prune();
      return { ...saved, definition };
    },
    async intact() {
      const intact: SavedVersion[] = [];
      for (const { id, manifest } of await listByRank())
        if (await isIntact(id, manifest)) intact.push(savedAs(id, manifest));
      return intact;
    },
    retain: (ids) => prune(ids, day),
    async find(id) {
      const manifest = await manifestOf(id);
      return manifest !== null && (await isIntact(id, manifest)) ? savedAs(id, manifest) : null;
    },
    lastId: () => idIn(lastGood),
    sharedId: () => idIn(lastShared),
    markShared: (id) => point(lastShared, id),
    restore: ({ id, definition, files, savedAt }, contentOf) =>
      place(async (draft) => {
        const entries: Record<string, FileEntry> = {};
        for (const [path, hash] of Object.entries(files)) {
          const content = await contentOf(hash);
          const target = join(draft, 'funnels', path);
          const isInside = /^(?:funnels|words)[/\\]/.test(relative(draft, target));
          if (content === null || hashOf(content) !== hash || !isInside)
            throw new Error(`The stored content of ${path} is damaged.`);
          await makeFolder(dirname(target));
          await writeWhole(target, content);
          entries[path] = { hash, stamp: null };
        }
        if (fingerprintOf(entries) !== id) throw new Error('The stored list of files is damaged.');
        const manifest: Manifest = { definition: definition as SiteHash, keptAt: savedAt, files: entries };
        await writeWhole(join(draft, 'manifest.json'), JSON.stringify(manifest));
        return id;
      }),
  };
}

const fingerprintOf = (files: Readonly<Record<string, FileEntry>>): string =>
  fingerprint(
    JSON.stringify(
      Object.entries(files)
        .map(([path, { hash }]) => [path, hash] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );
