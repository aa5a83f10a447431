/** Which saved version a start serves instead of the folder. */
import type { SiteHash } from '../../engine/definition.ts';
import type { Log } from '../log/log.ts';
import { DefinitionsRefused, type RefusalReports, reasonOf } from './refusal.ts';
import type { SavedVersions } from './version-folder.ts';
import type { ValidVersions, VersionBase, VersionMaking } from './version-making.ts';
import type { VersionSaver } from './version-saver.ts';

export interface SavedStartParts<Version extends VersionBase> extends Pick<VersionMaking<Version>, 'load'> {
  readonly saved: SavedVersions | null;
  /** @throws the reason why a saved version cannot be served */
  readonly loadSaved: (folder: string) => Promise<ValidVersions<Version>>;
  readonly saver: VersionSaver;
  readonly reports: RefusalReports;
  readonly log: Log;
  readonly show: (text: string) => void;
}

export function savedStart<Version extends VersionBase>({
  saved,
  load,
  loadSaved,
  saver,
  reports,
  log,
  show,
}: SavedStartParts<Version>) {
  return {
    /** The newest saved version that is still valid; null if none is. @param error why the folder is not */
    async lastGood(error: unknown): Promise<ValidVersions<Version> | null> {
      let isReported = false;
      for await (const candidate of saved?.list() ?? []) {
        if (!isReported) reports.refused(error, null);
        isReported = true;
        try {
          const loaded = await loadSaved(candidate.folder);
          log.write('error', 'serving-last-good', { definition: loaded.hash, folder: candidate.folder });
          show(`Serving the last good version: ${candidate.folder}\n`);
          saver.serve(candidate, loaded.hash);
          return loaded;
        } catch (reason) {
          // A version that was valid may be invalid for a newer engine.
          const { definition } = candidate;
          log.write('error', 'stored-version-invalid', { definition, message: reasonOf(reason) });
        }
      }
      if (!isReported && error instanceof DefinitionsRefused) reports.report(error.problems);
      return null;
    },
    /** The version that was served before, if its own rules have to judge the folder first; otherwise null. */
    async untilJudged(hash: SiteHash): Promise<ValidVersions<Version> | null> {
      for await (const candidate of saved?.list() ?? []) {
        const { site } = await load(candidate.folder, { migrate: true }).catch(() => ({ site: null }));
        if (site?.site.publish === undefined || site.hash === hash) return null;
        const loaded = await loadSaved(candidate.folder).catch(() => null);
        if (loaded === null) return null;
        log.write('info', 'publication-unjudged', { serving: loaded.hash, definition: hash });
        saver.serve(candidate, loaded.hash);
        return loaded;
      }
      return null;
    },
  };
}
