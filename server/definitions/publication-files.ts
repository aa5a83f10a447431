/** The files of published versions: in the database, with a copy in the data folder of each process that serves them. */
import type { SiteHash } from '../../engine/definition.ts';
import type { VersionStore } from '../store/types.ts';
import type { Content, SavedVersion, VersionFolder } from './version-folder.ts';
import { addMissingFiles } from './version-sharing.ts';

export interface PublicationFiles {
  /** Stores a version in the database. @throws the error of the folder or of the database */
  keep(content: Content, definition: SiteHash): Promise<SavedVersion>;
  /** The copy of a stored version, which is made if it is missing. @throws Error if the database lacks it */
  copyOf(id: string): Promise<SavedVersion>;
  /** Removes old copies except these. */
  retain(ids: ReadonlySet<string>): Promise<void>;
}

export function createPublicationFiles(
  folder: Pick<VersionFolder, 'keep' | 'find' | 'restore' | 'retain'>,
  stored: VersionStore,
  clock: () => number = Date.now,
): PublicationFiles {
  return {
    async keep(content, definition) {
      const saved = await folder.keep(content, definition);
      await addMissingFiles(stored, saved);
      await stored.keep({ id: saved.id, definition, files: saved.files, savedAt: clock() }, true);
      return saved;
    },
    async copyOf(id) {
      const copy = await folder.find(id);
      if (copy !== null) return copy;
      const version = await stored.find(id);
      if (version === null) throw new Error(`The files of version ${id} are no longer in the database.`);
      return folder.restore(version, (hash) => stored.file(hash));
    },
    retain: (ids) => folder.retain(ids),
  };
}
