/** Saved versions that the processes of a database share; the data folder has a copy of each that it served. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorFields, type Log } from '../log/log.ts';
import type { StoredVersion, VersionFile, VersionStore } from '../store/types.ts';
import type { SavedVersion, SavedVersions, VersionFolder } from './version-folder.ts';

/** Contents are stored in batches of about this size; each batch is a durable write, and blocks others. */
const batchBytes = 512 * 1024;
/** A larger file makes the version stay on this machine: leads wait while it is written. */
const maxFileBytes = 8 * 1024 * 1024;

/** Stores the contents of a version that the database lacks. @throws StoreError, or an error with the code FILE_TOO_LARGE */
export async function addMissingFiles(versions: VersionStore, { folder, files }: SavedVersion): Promise<void> {
  const missing = new Set(await versions.missing([...new Set(Object.values(files))]));
  let batch: VersionFile[] = [];
  let size = 0;
  for (const [path, hash] of Object.entries(files)) {
    if (!missing.delete(hash)) continue;
    const bytes = await readFile(join(folder, path));
    if (bytes.length > maxFileBytes)
      throw Object.assign(new Error(`${path} has more than ${maxFileBytes / 1024 / 1024} MB: publish it elsewhere.`), {
        code: 'FILE_TOO_LARGE',
      });
    batch.push({ hash, bytes });
    size += bytes.length;
    if (size < batchBytes) continue;
    await versions.addFiles(batch);
    batch = [];
    size = 0;
  }
  await versions.addFiles(batch);
}

/** @param versions of the database; while it fails, versions are saved in and served from the data folder */
export function createSharedVersions(
  local: VersionFolder,
  versions: VersionStore,
  log: Pick<Log, 'write'>,
  clock: () => number = Date.now,
): SavedVersions {
  async function share(saved: SavedVersion, isLatest: boolean): Promise<void> {
    const { id, definition, files } = saved;
    try {
      await addMissingFiles(versions, saved);
      await versions.keep({ id, definition, files, savedAt: clock() }, isLatest);
      if (isLatest) await local.markShared(id);
    } catch (error) {
      log.write('warn', 'version-not-shared', { definition, ...errorFields(error) });
    }
  }

  async function shared(): Promise<readonly StoredVersion[]> {
    try {
      return await versions.list();
    } catch (error) {
      log.write('warn', 'versions-not-read', errorFields(error));
      return [];
    }
  }

  /** The copy of a version in the data folder, written if it is missing; null when that is not possible. */
  async function copyOf(version: StoredVersion, copies: readonly SavedVersion[]): Promise<SavedVersion | null> {
    const copy = copies.find(({ id }) => id === version.id);
    if (copy !== undefined) return copy;
    try {
      return await local.restore(version, (hash) => versions.file(hash));
    } catch (error) {
      log.write('warn', 'version-not-restored', { definition: version.definition, ...errorFields(error) });
      return null;
    }
  }

  return {
    async keep(content, definition) {
      const saved = await local.keep(content, definition);
      // A restart with the files of before must not outrank a newer version of another process.
      await share(saved, saved.id !== (await local.sharedId()));
      return saved;
    },
    async *list() {
      const [stored, copies] = [await shared(), await local.intact()];
      const listed = new Set<string>();
      const lastId = await local.lastId();
      if (lastId !== (await local.sharedId())) {
        // The database was away, or a file is too large for it: what it has is older.
        const last = copies.find(({ id }) => id === lastId);
        if (last !== undefined) yield last;
        listed.add(last?.id ?? '');
      }
      for (const version of stored) {
        if (listed.has(version.id)) continue;
        const copy = await copyOf(version, copies);
        if (copy === null) continue;
        listed.add(copy.id);
        yield copy;
      }
      for (const copy of copies) if (!listed.has(copy.id)) yield copy;
    },
    // A data folder from before the database had versions.
    served: async (saved) => share(saved, false),
  };
}
