/**
 * Saves versions in the data folder: complete funnels folders, each under the fingerprint of its content. A start with
 * faulty definitions serves the last of them.
 *
 *   versions/<fingerprint>/manifest.json   its definition, with the hash of every file
 *   versions/<fingerprint>/funnels/…       the definitions, and the assets that may be served
 *   versions/<fingerprint>/extensions/…    the site's extensions; their paths are relative to `funnels/`, too
 *   versions/last-good                     the fingerprint of the version saved last
 *   versions/last-shared                   the same, once it is in the database
 */
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteHash } from '../../engine/definition.ts';
import type { Disk } from '../disk/disk.ts';
import type { StoredVersion } from '../store/types.ts';
import {
  type Content,
  folderMode,
  isIntact,
  type Manifest,
  readManifest,
  syncPath,
  type VersionHome,
  writeContent,
  writeStored,
  writeWhole,
} from './version-files.ts';

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

// The served version, and two older ones that an operator can restore.
const maxVersions = 3;
// An older draft was left by a killed process.
const maxDraftAge = 60 * 60 * 1000;
const day = 24 * 60 * 60 * 1000;

interface RankEntry {
  readonly id: string;
  readonly manifest: Manifest;
}

/** Every version with a manifest, the last good one first. */
async function listByRank(folder: string, last: string | null): Promise<RankEntry[]> {
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => /^[0-9a-f]{24}$/.test(name));
  const found = await Promise.all(names.map(async (id) => ({ id, manifest: await readManifest(join(folder, id)) })));
  const rank = ({ id, manifest }: RankEntry): number => (id === last ? Number.POSITIVE_INFINITY : manifest.keptAt);
  return found
    .flatMap(({ id, manifest }) => (manifest === null ? [] : [{ id, manifest }]))
    .sort((one, other) => (rank(one) > rank(other) ? -1 : 1));
}

const idIn = async (pointer: string): Promise<string | null> =>
  (await readFile(pointer, 'utf8').catch(() => null))?.trim() ?? null;

async function point(folder: string, pointer: string, id: string): Promise<void> {
  const draft = `${pointer}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeWhole(draft, `${id}\n`);
  await rename(draft, pointer);
  await syncPath(folder);
}

const savedAs = (id: string, { home, manifest: { definition, keptAt, files } }: VersionHome): SavedVersion => ({
  ...{ id, folder: join(home, 'funnels'), definition, keptAt },
  files: Object.fromEntries(Object.entries(files).map(([path, { hash }]) => [path, hash])),
});

/** @param folder such as `<data>/versions`; created when the first version is kept */
export function createVersionFolder(folder: string, disk: Disk, clock: () => number = Date.now): VersionFolder {
  const homeOf = (id: string): string => join(folder, id);
  const lastGood = join(folder, 'last-good');
  const lastShared = join(folder, 'last-shared');
  let verifiedId: string | null = null;

  /** A version that is here and intact; null for any other. */
  async function intactAt(id: string): Promise<VersionHome | null> {
    const manifest = await readManifest(homeOf(id));
    if (manifest === null) return null;
    const found = { home: homeOf(id), manifest };
    return (await isIntact(id, found)) ? found : null;
  }

  /** The last good version if its files match its manifest; verified once per process. */
  async function trusted(): Promise<VersionHome | null> {
    const id = await idIn(lastGood);
    if (id === null) return null;
    const manifest = verifiedId === id ? await readManifest(homeOf(id)) : null;
    const found = manifest === null ? await intactAt(id) : { home: homeOf(id), manifest };
    if (found !== null) verifiedId = id;
    return found;
  }

  /** @param minAge of a version that is removed, in milliseconds */
  async function prune(others: ReadonlySet<string> = new Set(), minAge = Number.NEGATIVE_INFINITY): Promise<void> {
    const last = await idIn(lastGood);
    const [kept, names] = await Promise.all([listByRank(folder, last), readdir(folder)]);
    const retained = new Set([...others, ...kept.slice(0, maxVersions).map(({ id }) => id)]);
    for (const name of names) {
      if (retained.has(name) || name === 'last-good' || name === 'last-shared') continue;
      const path = join(folder, name);
      const isDraft = /^(\.draft|last-good\.|last-shared\.)/.test(name);
      const age = clock() - ((await lstat(path).catch(() => null))?.mtimeMs ?? 0);
      if (age > (isDraft ? maxDraftAge : minAge)) await rm(path, { recursive: true, force: true });
    }
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
      const id = await fill(draft);
      const home = homeOf(id);
      if ((await intactAt(id)) === null) {
        await rm(home, { recursive: true, force: true });
        // Atomic: a version is complete once it has its final name.
        await rename(draft, home);
      }
      return savedAs(id, { home, manifest: (await readManifest(home)) as Manifest });
    } finally {
      await rm(draft, { recursive: true, force: true }).catch(() => {});
    }
  }

  return {
    async keep(content, definition) {
      const before = await trusted();
      const saved = await place((draft) => writeContent(draft, content, { definition, keptAt: clock() }, before, disk));
      if ((await idIn(lastGood)) !== saved.id) await point(folder, lastGood, saved.id);
      verifiedId = saved.id;
      await prune();
      return { ...saved, definition };
    },
    async intact() {
      const intact: SavedVersion[] = [];
      for (const { id, manifest } of await listByRank(folder, await idIn(lastGood))) {
        const found = { home: homeOf(id), manifest };
        if (await isIntact(id, found)) intact.push(savedAs(id, found));
      }
      return intact;
    },
    retain: (ids) => prune(ids, day),
    async find(id) {
      const found = await intactAt(id);
      return found === null ? null : savedAs(id, found);
    },
    lastId: () => idIn(lastGood),
    sharedId: () => idIn(lastShared),
    markShared: (id) => point(folder, lastShared, id),
    restore: (version, contentOf) => place((draft) => writeStored(draft, version, contentOf)),
  };
}

export type { Content };
