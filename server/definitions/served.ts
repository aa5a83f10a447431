/**
 * Serves the last valid version: a valid edit replaces it as a whole, a faulty one is refused and changes nothing. A
 * version is valid when it passes the checks and every page of it renders.
 */
import type { SiteDefinition, SiteHash } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { Content, SavedVersion, SavedVersions } from './saved-versions.ts';
import { UnrenderablePages } from './unrenderable.ts';
import { type ChangedPaths, joinChanges } from './watch.ts';

/** The outcome of loading a folder: a site, or the problems that prevent it. */
export interface Loaded {
  readonly site: SiteDefinition | null;
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

export interface ServedDefinitions<Version extends Prepared> {
  /** The version being served. A request reads it once and uses it until it ends. */
  current(): Version;
  /** The folder of the assets that belong to this version. */
  assetsFolder(): string;
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
  /** Renders the pages that are new. @throws UnrenderablePages */
  readonly validate: (version: Version) => Promise<void>;
  /** Where served versions are saved; null saves none. */
  readonly saved: SavedVersions | null;
  readonly log: Log;
  /** Shows authors the problems with their code frames. */
  readonly show: (text: string) => void;
  /** Called with each version that is served, including the first. */
  readonly swapped?: (version: Version) => void;
  /** Time limit of a load in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number;
}

/** The definitions cannot be served; `problems` lists the reasons. */
export class DefinitionsRefused extends Error {
  readonly problems: readonly AuthorProblem[];
  constructor(problems: readonly AuthorProblem[]) {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    super(`The definitions have ${errors} error(s).`);
    this.name = 'DefinitionsRefused';
    this.problems = problems;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const place = ({ file, line, column }: AuthorProblem): string => `${file}:${line}:${column}`;

/** A problem with its code frame, as text for a terminal. */
export const problemText = (problem: AuthorProblem): string =>
  [
    `${place(problem)} ${problem.severity} ${problem.code}`,
    `  ${problem.message}`,
    ...(problem.hint === undefined ? [] : [`  ${problem.hint}`]),
    problem.frame,
  ]
    .filter((line) => line !== '')
    .join('\n');

interface ValidVersion<Version> {
  readonly version: Version;
  readonly content: Content | null;
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
  const { folder, load, prepare, validate, saved, log, show, swapped, timeoutMs = 60_000 } = options;

  let checked: readonly AuthorProblem[] = [];
  /** The warnings of the served version: a warning is shown once, not after every edit of another file. */
  let warned: ReadonlySet<string> = new Set();
  const report = (all: readonly AuthorProblem[]): void => {
    const problems = all.filter((problem) => problem.severity === 'error' || !warned.has(problemText(problem)));
    for (const problem of problems) {
      log.write(problem.severity === 'error' ? 'error' : 'warn', 'definition-problem', {
        code: problem.code,
        where: place(problem),
        message: problem.message,
      });
    }
    if (problems.length > 0) show(`${problems.map(problemText).join('\n\n')}\n`);
  };

  /** Reports why a folder is not served. */
  const reportRefusal = (error: unknown, serving: string | null): void => {
    if (error instanceof UnrenderablePages) {
      for (const { page, flow, step, path, visit, message } of error.faults)
        log.write('error', 'page-failed', { page, flow, step, path, visit, message });
      show(`${error.message}\n`);
    } else if (error instanceof DefinitionsRefused) report(error.problems);
    else show(`The definitions could not be loaded: ${messageOf(error)}\n`);
    const problems = error instanceof DefinitionsRefused ? error.problems.length : 0;
    // Definitions contain no visitor's data, so their errors may be logged in full.
    log.write('error', 'definitions-refused', { serving, problems, message: messageOf(error), ...errorFields(error) });
  };

  /** Loads a folder and renders its new pages. @throws DefinitionsRefused, UnrenderablePages, or the error of reading */
  async function loadValid(
    from: string,
    servedHash: SiteHash | null,
    options?: LoadHints,
  ): Promise<ValidVersion<Version> | { readonly same: Content | null }> {
    const loaded = await withTimeout(timeoutMs, 'Loading the definitions', load(from, options));
    if (from === folder) checked = loaded.problems;
    if (loaded.site === null) throw new DefinitionsRefused(loaded.problems);
    if (loaded.site.hash === servedHash) return { same: loaded.content ?? null };
    report(loaded.problems);
    warned = new Set(loaded.problems.map(problemText));
    const version = prepare(loaded.site);
    await validate(version);
    return { version, content: loaded.content ?? null };
  }

  let saving: Promise<SavedVersion | null> = Promise.resolve(null);
  /** Saves versions one after another. Visitors are served even if a version cannot be saved. */
  function save(content: Content | null, definition: SiteHash): void {
    if (content === null || saved === null) return;
    saving = saving.then(async (previous) => {
      try {
        return await saved.keep(content, definition);
      } catch (error) {
        log.write('warn', 'version-not-kept', { definition, ...errorFields(error) });
        return previous;
      }
    });
    void saving.then((version) => {
      latest = version;
    });
  }
  let latest: SavedVersion | null = null;

  async function firstVersion(): Promise<Version> {
    try {
      const loaded = (await loadValid(folder, null)) as ValidVersion<Version>;
      save(loaded.content, loaded.version.site.hash);
      log.write('info', 'definitions-loaded', { definition: loaded.version.site.hash });
      return loaded.version;
    } catch (error) {
      let isReported = false;
      for await (const candidate of saved?.list() ?? []) {
        if (!isReported) reportRefusal(error, null);
        isReported = true;
        try {
          const { version } = (await loadValid(candidate.folder, null, { migrate: true })) as ValidVersion<Version>;
          // Migrated, it has another fingerprint than when it was saved.
          latest = { ...candidate, definition: version.site.hash };
          refusal = messageOf(error);
          log.write('error', 'serving-last-good', { definition: version.site.hash, folder: candidate.folder });
          show(`Serving the last good version: ${candidate.folder}\n`);
          saving = (async () => {
            await saved?.served(candidate);
            return latest;
          })();
          return version;
        } catch (reason) {
          // A version that was valid may be invalid for a newer engine.
          log.write('error', 'kept-version-refused', {
            definition: candidate.definition,
            message: messageOf(reason),
          });
        }
      }
      if (!isReported && error instanceof DefinitionsRefused) report(error.problems);
      throw error;
    }
  }

  /** Why the folder that authors edit was refused, so that it differs from the served version. */
  let refusal: string | null = null;
  let version = await firstVersion();
  version.publish();
  swapped?.(version);

  let running: Promise<boolean> | null = null;
  /** What changed during a reload; undefined if nothing did. */
  let next: ChangedPaths | undefined;

  async function reloadOnce(changed: ChangedPaths): Promise<boolean> {
    try {
      const found = await loadValid(folder, version.site.hash, { changed });
      refusal = null;
      if ('same' in found) {
        // Assets may have changed, or an edit may have been reverted.
        save(found.same, version.site.hash);
        return false;
      }
      log.write('info', 'definitions-swapped', { from: version.site.hash, definition: found.version.site.hash });
      version = found.version;
      version.publish();
      swapped?.(version);
      save(found.content, version.site.hash);
      return true;
    } catch (error) {
      refusal = messageOf(error);
      reportRefusal(error, version.site.hash);
      return false;
    }
  }

  return {
    current: () => version,
    // Assets are served from the folder that authors edit. While that folder is refused, they come from the saved
    // version, because an asset may have been deleted with the edit.
    assetsFolder: () => (refusal !== null && latest?.definition === version.site.hash ? latest.folder : folder),
    refusal: () => refusal,
    problems: () => checked,
    async settled() {
      await running;
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
