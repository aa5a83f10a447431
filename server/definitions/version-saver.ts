/** Saves served versions, one after another. Visitors are served even if a version cannot be saved. */
import type { SiteHash } from '../../engine/definition.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { Content, SavedVersion, SavedVersions } from './version-folder.ts';

export interface VersionSaver {
  /** Saves a version after the pause, unless another follows. */
  save(content: Content | null, definition: SiteHash): void;
  /** Takes a saved version that is served again as the last one. @param candidate as it was saved */
  serve(candidate: SavedVersion, definition: SiteHash): void;
  /** The version that was saved last; null before the first, and if it was not stored. */
  latest(): SavedVersion | null;
  /** Saves what waits, and resolves when nothing is being saved. */
  settled(): Promise<void>;
}

/** @param pauseMs how long a version is served before it is saved */
export function createVersionSaver(saved: SavedVersions | null, pauseMs: number, log: Log): VersionSaver {
  let waiting: { readonly content: Content; readonly definition: SiteHash } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<SavedVersion | null> = Promise.resolve(null);
  let latest: SavedVersion | null = null;

  function saveNow(): void {
    if (waiting === null || saved === null) return;
    const { content, definition } = waiting;
    waiting = null;
    saving = saving.then(async (previous) => {
      try {
        return await saved.keep(content, definition);
      } catch (error) {
        log.write('warn', 'version-not-stored', { definition, ...errorFields(error) });
        return previous;
      }
    });
    void saving.then((version) => {
      latest = version;
    });
  }

  return {
    save(content, definition) {
      if (content === null || saved === null) return;
      clearTimeout(timer);
      waiting = { content, definition };
      if (pauseMs === 0) saveNow();
      else timer = setTimeout(saveNow, pauseMs).unref();
    },
    serve(candidate, definition) {
      // Migrated, it has another fingerprint than when it was saved.
      const served = { ...candidate, definition };
      latest = served;
      saving = (async () => {
        await saved?.served(candidate);
        return served;
      })();
    },
    latest: () => latest,
    async settled() {
      saveNow();
      await saving;
    },
  };
}
