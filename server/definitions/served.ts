/**
 * Serves the last valid version: a valid edit replaces it as a whole, a faulty one is refused and changes nothing. A
 * version is valid when it passes the checks and every page of it renders.
 */
import { type ByAxes, mapAxes, thingAt, thingsFrom } from '../../engine/axes/by-axes.ts';
import type { SiteDefinition, SiteHash } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { errorFields, type Log } from '../log/log.ts';
import { createRefusalReports, DefinitionsRefused, reasonOf } from './refusal.ts';
import type { Content, SavedVersion, SavedVersions } from './saved-versions.ts';
import { type ChangedPaths, joinChanges } from './watch.ts';

/** The outcome of loading a folder: a site, or the problems that prevent it. */
export interface Loaded {
  /** The site at present, or for the axes that were asked for. */
  readonly site: SiteDefinition | null;
  /** The site for every value of its axes; null if it has an error at one of them. */
  readonly sites: ByAxes<SiteDefinition> | null;
  readonly problems: readonly AuthorProblem[];
  /** The files it was loaded from; without them the version is not saved. */
  readonly content?: Content;
}

/** A version of the site, as far as this file needs it. */
export interface Prepared {
  readonly site: SiteDefinition;
  /** Makes the resources that its pages refer to available to browsers. */
  publish(): void;
}

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

export interface ServedDefinitions<Version extends Prepared> {
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

export interface LoadHints {
  /** Set for saved versions, which may contain words that were renamed since. */
  readonly migrate?: boolean;
  /** The only paths that changed since the last load; left out, any may have changed. */
  readonly changed?: ChangedPaths;
}

export interface ServedDefinitionsOptions<Version extends Prepared> {
  /** The folder that authors edit. */
  readonly folder: string;
  readonly load: (folder: string, options?: LoadHints) => Promise<Loaded>;
  readonly prepare: (site: SiteDefinition) => Version;
  /** Renders the pages that are new, of every version that visitors can get from now on. @throws UnrenderablePages */
  readonly validate: (versions: readonly Version[]) => Promise<void>;
  /** Where served versions are saved; null saves none. */
  readonly saved: SavedVersions | null;
  /**
   * How long a version is served before it is saved, in milliseconds; 0 by default. Copying a large folder takes longer than
   * to reload it, and an author looks at the page meanwhile.
   */
  readonly saveAfterMs?: number;
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

interface ValidVersions<Version> {
  /** The fingerprint of the site at the time of loading. */
  readonly hash: SiteHash;
  readonly versions: ByAxes<Version>;
  readonly content: Content | null;
}

/** Publishes what visitors can get from now on; what they get now is published last, because it is kept longest. */
export function publishFrom<Version extends Prepared>(versions: ByAxes<Version>, now: number): void {
  for (const version of thingsFrom(versions, now).reverse()) version.publish();
}

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
export async function serveDefinitions<Version extends Prepared>(
  options: ServedDefinitionsOptions<Version>,
): Promise<ServedDefinitions<Version>> {
  const {
    folder,
    load,
    prepare,
    validate,
    saved,
    log,
    show,
    swapped,
    timeoutMs = 60_000,
    saveAfterMs = 0,
    logsProblems = true,
    clock = Date.now,
  } = options;

  let checked: readonly AuthorProblem[] = [];
  const {
    report,
    served: takeWarnings,
    refused: reportRefusal,
  } = createRefusalReports(logsProblems ? log : null, show);

  /** Loads a folder and renders its new pages. @throws DefinitionsRefused, UnrenderablePages, or the error of reading */
  async function loadValid(
    from: string,
    servedHash: SiteHash | null,
    options?: LoadHints,
  ): Promise<ValidVersions<Version> | { readonly same: Content | null }> {
    const loaded = await withTimeout(timeoutMs, 'Loading the definitions', load(from, options));
    if (from === folder) checked = loaded.problems;
    const { site, sites } = loaded;
    if (site === null || sites === null) throw new DefinitionsRefused(loaded.problems);
    if (site.hash === servedHash) return { same: loaded.content ?? null };
    report(loaded.problems);
    takeWarnings(loaded.problems);
    const versions = mapAxes(sites, prepare);
    await validate(thingsFrom(versions, clock()));
    return { hash: site.hash, versions, content: loaded.content ?? null };
  }

  let saving: Promise<SavedVersion | null> = Promise.resolve(null);
  /** Saves versions one after another. Visitors are served even if a version cannot be saved. */
  function save(content: Content | null, definition: SiteHash): void {
    if (content === null || saved === null) return;
    clearTimeout(saveTimer);
    unsaved = { content, definition };
    if (saveAfterMs === 0) saveNow();
    else saveTimer = setTimeout(saveNow, saveAfterMs).unref();
  }
  let unsaved: { readonly content: Content; readonly definition: SiteHash } | null = null;
  let saveTimer: NodeJS.Timeout | undefined;

  function saveNow(): void {
    if (unsaved === null || saved === null) return;
    const { content, definition } = unsaved;
    unsaved = null;
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
  let latest: SavedVersion | null = null;

  async function firstVersions(): Promise<ValidVersions<Version>> {
    try {
      const loaded = (await loadValid(folder, null)) as ValidVersions<Version>;
      save(loaded.content, loaded.hash);
      log.write('info', 'definitions-loaded', { definition: loaded.hash });
      return loaded;
    } catch (error) {
      let isReported = false;
      for await (const candidate of saved?.list() ?? []) {
        if (!isReported) reportRefusal(error, null);
        isReported = true;
        try {
          const loaded = (await loadValid(candidate.folder, null, { migrate: true })) as ValidVersions<Version>;
          // Migrated, it has another fingerprint than when it was saved.
          latest = { ...candidate, definition: loaded.hash };
          refusal = reasonOf(error);
          log.write('error', 'serving-last-good', { definition: loaded.hash, folder: candidate.folder });
          show(`Serving the last good version: ${candidate.folder}\n`);
          saving = (async () => {
            await saved?.served(candidate);
            return latest;
          })();
          return loaded;
        } catch (reason) {
          // A version that was valid may be invalid for a newer engine.
          log.write('error', 'stored-version-invalid', {
            definition: candidate.definition,
            message: reasonOf(reason),
          });
        }
      }
      if (!isReported && error instanceof DefinitionsRefused) report(error.problems);
      throw error;
    }
  }

  /** Why the folder that authors edit was refused, so that it differs from the served version. */
  let refusal: string | null = null;
  let valid = await firstVersions();
  const current = (): Version => thingAt(valid.versions, clock());
  const serving = (): Serving<Version> => ({ live: valid.versions, canary: null });
  publishFrom(valid.versions, clock());
  swapped?.(serving());

  let running: Promise<boolean> | null = null;
  /** What changed during a reload; undefined if nothing did. */
  let next: ChangedPaths | undefined;

  async function reloadOnce(changed: ChangedPaths): Promise<boolean> {
    const from = current().site.hash;
    try {
      const found = await loadValid(folder, from, { changed });
      refusal = null;
      if ('same' in found) {
        // Assets may have changed, or an edit may have been reverted.
        save(found.same, valid.hash);
        return false;
      }
      log.write('info', 'definitions-swapped', { from, definition: found.hash });
      valid = found;
      publishFrom(valid.versions, clock());
      swapped?.(serving());
      save(found.content, found.hash);
      return true;
    } catch (error) {
      refusal = reasonOf(error);
      reportRefusal(error, from);
      return false;
    }
  }

  return {
    current,
    serving,
    otherFolders: () => [],
    refresh: async () => {},
    stop: () => {},
    // Assets are served from the folder that authors edit. While that folder is refused, they come from the saved
    // version, because an asset may have been deleted with the edit.
    assetsFolder: () => (refusal !== null && latest?.definition === valid.hash ? latest.folder : folder),
    refusal: () => refusal,
    problems: () => checked,
    async settled() {
      await running;
      saveNow();
      await saving;
    },
    // One load at a time: a change during a load triggers another load afterwards.
    async reload(changed = null) {
      if (running !== null) {
        next = next === undefined ? changed : joinChanges(next, changed);
        return running;
      }
      running = (async () => {
        let swappedAny = await reloadOnce(changed);
        while (next !== undefined) {
          const paths = next;
          next = undefined;
          swappedAny = (await reloadOnce(paths)) || swappedAny;
        }
        return swappedAny;
      })();
      try {
        return await running;
      } finally {
        running = null;
      }
    },
  };
}
