/**
 * Serves the last valid version: a valid edit replaces it as a whole, a faulty one is refused and changes nothing. A
 * version is valid when it passes the checks and every page of it renders.
 */
import { type ByAxes, thingAt } from '../../engine/axes/by-axes.ts';
import type { SiteDefinition, SiteHash } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import type { Log } from '../log/log.ts';
import { createRefusalReports, reasonOf } from './refusal.ts';
import { savedStart } from './saved-start.ts';
import type { Content, SavedVersion, SavedVersions } from './version-folder.ts';
import {
  type LoadHints,
  publishFrom,
  type ValidVersions,
  type VersionBase,
  type VersionMaking,
  validVersions,
} from './version-making.ts';
import { createVersionSaver } from './version-saver.ts';
import { type ChangedPaths, joinChanges } from './watch.ts';

/** A version that a share of visitors gets. */
export interface Canary<Version> {
  /** The id of its files. */
  readonly id: string;
  readonly versions: ByAxes<Version>;
  /** Out of 10,000 visitors. */
  readonly share: number;
}

/** The versions that visitors get, for every value of the axes. */
export interface Serving<Version> {
  readonly live: ByAxes<Version>;
  readonly canary: Canary<Version> | null;
}

export interface ServedDefinitions<Version extends VersionBase> {
  /** The version being served to most visitors at present. A request reads it once and uses it until it ends. */
  current(): Version;
  /** The versions being served, and those that a share of visitors gets. Both change at once. */
  serving(): Serving<Version>;
  /** The folder of the assets that belong to this version. */
  assetsFolder(): string;
  /** The folders of the other versions whose pages visitors may still have open, the newest first. */
  otherFolders(): readonly string[];
  /**
   * Resolves when this process serves what was published before the call. A page that another process has drawn already
   * needs it.
   */
  refresh(): Promise<void>;
  /** Why the folder that authors edit is not served; null when it is. Served versions stay as they are. */
  refusal(): string | null;
  /** What the checks found in the folder that authors edit, when it was last read. */
  problems(): readonly AuthorProblem[];
  /**
   * Reads the folder again.
   * @param changed the only paths that changed; left out, any may have changed
   * @returns whether the served version changed
   */
  reload(changed?: ChangedPaths): Promise<boolean>;
  /** Ends the wait for publications. */
  stop(): void;
  /** Resolves when no reload is running and the served version has been saved, or saving it has failed. */
  settled(): Promise<void>;
}

/** A version that is served, and what would be served instead. */
export interface GatedEdit {
  readonly served: SiteDefinition;
  /** Where the served version is saved; null if it is not. */
  readonly saved: SavedVersion | null;
  readonly next: { readonly hash: SiteHash; readonly content: Content | null };
}

export interface ServedDefinitionsOptions<Version extends VersionBase> extends VersionMaking<Version> {
  /** The folder that authors edit. */
  readonly folder: string;
  /** Where served versions are saved; null saves none. */
  readonly saved: SavedVersions | null;
  /**
   * How long a version is served before it is saved, in milliseconds; 0 by default. Copying a large folder takes longer than
   * to reload it, and an author looks at the page meanwhile.
   */
  readonly saveAfterMs?: number;
  /** Rejects an edit that visitors must not get, with the reason; none is rejected by default. */
  readonly gate?: (edit: GatedEdit) => Promise<void>;
  /** Whether problems of the definitions are also logged; true by default. An author reads what `show` writes. */
  readonly logsProblems?: boolean;
  readonly log: Log;
  /** Shows authors the problems with their code frames. */
  readonly show: (text: string) => void;
  /** Called with what is served, including the first time. */
  readonly swapped?: (serving: Serving<Version>) => void;
  /** Time limit of a load in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number;
  /** Epoch milliseconds; the system's clock by default. */
  readonly clock?: () => number;
}

const unjudged = 'The edited folder is compared with the last recorded visits first.';

/** @throws Error after the time limit; the result of `work` is then ignored */
async function withTimeout<Result>(timeoutMs: number, what: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${timeoutMs / 1000} s.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Loads a folder and serves its newest valid version. When the folder is not valid at the start, the last saved version
 * is served.
 * @throws the reason why the folder is not valid, such as DefinitionsRefused, when no saved version is valid either
 */
export async function serveDefinitions<Version extends VersionBase>(
  options: ServedDefinitionsOptions<Version>,
): Promise<ServedDefinitions<Version>> {
  const { folder, load, saved, log, show, swapped, gate } = options;
  const { timeoutMs = 60_000, saveAfterMs = 0, logsProblems = true, clock = Date.now } = options;
  const reports = createRefusalReports(logsProblems ? log : null, show);
  const saver = createVersionSaver(saved, saveAfterMs, log);
  let checked: readonly AuthorProblem[] = [];
  /** Why the folder that authors edit was refused, so that it differs from the served version. */
  let refusal: string | null = null;

  /** Loads a folder and renders its new pages. @throws DefinitionsRefused, UnrenderablePages, or the error of reading */
  async function loadValid(
    from: string,
    servedHash: SiteHash | null,
    hints?: LoadHints,
  ): Promise<ValidVersions<Version> | { readonly same: Content | null }> {
    const loaded = await withTimeout(timeoutMs, 'Loading the definitions', load(from, hints));
    if (from === folder) checked = loaded.problems;
    if (loaded.site !== null && loaded.site.hash === servedHash) return { same: loaded.content ?? null };
    if (loaded.site !== null) {
      reports.report(loaded.problems);
      reports.served(loaded.problems);
    }
    return validVersions(loaded, options, clock());
  }

  const before = savedStart({
    ...{ saved, load, saver, reports, log, show },
    loadSaved: async (from) => (await loadValid(from, null, { migrate: true })) as ValidVersions<Version>,
  });

  async function firstVersions(): Promise<ValidVersions<Version>> {
    try {
      const loaded = (await loadValid(folder, null)) as ValidVersions<Version>;
      const kept = gate === undefined ? null : await before.untilJudged(loaded.hash);
      if (kept !== null) {
        refusal = unjudged;
        return kept;
      }
      saver.save(loaded.content, loaded.hash);
      log.write('info', 'definitions-loaded', { definition: loaded.hash });
      return loaded;
    } catch (error) {
      const good = await before.lastGood(error);
      if (good === null) throw error;
      refusal = reasonOf(error);
      return good;
    }
  }

  let valid = await firstVersions();
  const current = (): Version => thingAt(valid.versions, clock());
  const serving = (): Serving<Version> => ({ live: valid.versions, canary: null });
  publishFrom(valid.versions, clock());
  swapped?.(serving());

  async function reloadOnce(changed: ChangedPaths): Promise<boolean> {
    const from = current().site.hash;
    try {
      const found = await loadValid(folder, from, { changed });
      if ('same' in found) {
        refusal = null;
        // Assets may have changed, or an edit may have been reverted.
        saver.save(found.same, valid.hash);
        return false;
      }
      if (gate !== undefined) {
        // Until then, assets are those of the saved version.
        refusal = unjudged;
        await saver.settled();
        await gate({ served: current().site, saved: saver.latest(), next: found });
      }
      log.write('info', 'definitions-swapped', { from, definition: found.hash });
      valid = found;
      refusal = null;
      publishFrom(valid.versions, clock());
      swapped?.(serving());
      saver.save(found.content, found.hash);
      return true;
    } catch (error) {
      refusal = reasonOf(error);
      reports.refused(error, from);
      return false;
    }
  }
  const reloads = oneAtATime(reloadOnce);
  if (refusal === unjudged) void reloads.run();

  return {
    current,
    serving,
    otherFolders: () => [],
    refresh: async () => {},
    stop: () => {},
    // Assets are served from the folder that authors edit. While that folder is refused, they come from the saved
    // version, because an asset may have been deleted with the edit.
    assetsFolder() {
      const latest = saver.latest();
      return refusal !== null && latest?.definition === valid.hash ? latest.folder : folder;
    },
    refusal: () => refusal,
    problems: () => checked,
    async settled() {
      await reloads.running();
      await saver.settled();
    },
    reload: reloads.run,
  };
}

/** Runs one reload at a time: a change during a reload causes another one afterwards. */
function oneAtATime(reload: (changed: ChangedPaths) => Promise<boolean>) {
  let running: Promise<boolean> | null = null;
  /** What changed during a reload; undefined if nothing did. */
  let next: ChangedPaths | undefined;
  async function reloadAll(changed: ChangedPaths): Promise<boolean> {
    let swappedAny = await reload(changed);
    while (next !== undefined) {
      const paths = next;
      next = undefined;
      swappedAny = (await reload(paths)) || swappedAny;
    }
    return swappedAny;
  }
  return {
    running: (): Promise<unknown> => running ?? Promise.resolve(),
    async run(changed: ChangedPaths = null): Promise<boolean> {
      if (running !== null) {
        next = next === undefined ? changed : joinChanges(next, changed);
        return running;
      }
      running = reloadAll(changed);
      try {
        return await running;
      } finally {
        running = null;
      }
    },
  };
}
