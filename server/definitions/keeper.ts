/**
 * Keeps the version that is served: a fit edit takes its place whole, a faulty one is refused and changes nothing. A
 * version is fit when it passes the checks and every page of it can be drawn.
 */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { Content, KeptVersion, KeptVersions } from './kept.ts';
import { UndrawablePages } from './undrawable.ts';

/** What loading a folder gives: a site, or none and why. */
export interface Loaded {
  readonly site: SiteDefinition | null;
  readonly problems: readonly AuthorProblem[];
  /** What it was loaded from; without it the version is not kept. */
  readonly content?: Content;
}

/** What is served of one state of the definitions, as far as keeping it goes. */
export interface Prepared {
  readonly site: SiteDefinition;
  /** Lets browsers fetch what its pages name. */
  publish(): void;
}

export interface Keeper<Version extends Prepared> {
  /** The version that is served. A request asks once and keeps what it got to its end. */
  current(): Version;
  /** The folder that the files beside the definitions of this version are in. */
  assetsFolder(): string;
  /** Reads the folder again. @returns whether another version is served now */
  reload(): Promise<boolean>;
  /** Resolves when no reload is under way and the version that is served is kept, or could not be. */
  settled(): Promise<void>;
}

export interface KeeperOptions<Version extends Prepared> {
  /** The folder that authors edit. */
  readonly folder: string;
  readonly load: (folder: string) => Promise<Loaded>;
  readonly prepare: (site: SiteDefinition) => Version;
  /** Draws what was not drawn before. @throws UndrawablePages */
  readonly tryOut: (version: Version) => Promise<void>;
  /** Where versions that were served are kept; null keeps none. */
  readonly kept: KeptVersions | null;
  readonly log: Log;
  /** Shows authors what is wrong, in whole frames. */
  readonly show: (text: string) => void;
  /** Called with each version that is served, the first one included. */
  readonly swapped?: (version: Version) => void;
  /** Milliseconds that a load may take; 60,000 unless given. */
  readonly patience?: number;
}

/** The definitions cannot be served; `problems` say why. */
export class DefinitionsRefused extends Error {
  readonly problems: readonly AuthorProblem[];
  constructor(problems: readonly AuthorProblem[]) {
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    super(`The definitions have ${errors} error(s).`);
    this.name = 'DefinitionsRefused';
    this.problems = problems;
  }
}

const place = ({ file, line, column }: AuthorProblem): string => `${file}:${line}:${column}`;

/** A problem with its frame, as a terminal shows it. */
export const problemText = (problem: AuthorProblem): string =>
  [
    `${place(problem)} ${problem.severity} ${problem.code}`,
    `  ${problem.message}`,
    ...(problem.hint === undefined ? [] : [`  ${problem.hint}`]),
    problem.frame,
  ]
    .filter((line) => line !== '')
    .join('\n');

interface Fit<Version> {
  readonly version: Version;
  readonly content: Content | null;
}

/** @throws Error when it is not settled in time; what it does then has no effect any more */
async function within<Result>(patience: number, what: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${patience / 1000} s.`)), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Loads a folder and keeps its newest fit version. Where the folder is not fit at the start, the last version that was
 * kept is served.
 * @throws what made the folder unfit, such as DefinitionsRefused, when no kept version is fit either
 */
export async function keepDefinitions<Version extends Prepared>(
  options: KeeperOptions<Version>,
): Promise<Keeper<Version>> {
  const { folder, load, prepare, tryOut, kept, log, show, swapped, patience = 60_000 } = options;

  const tell = (problems: readonly AuthorProblem[]): void => {
    for (const problem of problems) {
      log.write(problem.severity === 'error' ? 'error' : 'warn', 'definition-problem', {
        code: problem.code,
        where: place(problem),
        message: problem.message,
      });
    }
    if (problems.length > 0) show(`${problems.map(problemText).join('\n\n')}\n`);
  };

  /** Says why a folder is not served. */
  const tellRefusal = (error: unknown, serving: string | null): void => {
    if (error instanceof UndrawablePages) {
      for (const { page, flow, step, path, visit, message } of error.faults)
        log.write('error', 'page-failed', { page, flow, step, path, visit, message });
      show(`${error.message}\n`);
    } else if (error instanceof DefinitionsRefused) tell(error.problems);
    else show(`The definitions could not be loaded: ${error instanceof Error ? error.message : String(error)}\n`);
    const problems = error instanceof DefinitionsRefused ? error.problems.length : 0;
    // A definition holds nothing of a visitor, so what is wrong with it may be logged whole.
    const message = error instanceof Error ? error.message : String(error);
    log.write('error', 'definitions-refused', { serving, problems, message, ...errorFields(error) });
  };

  /** Loads a folder, and draws what it has new. @throws DefinitionsRefused, UndrawablePages, or what reading throws */
  async function fitOf(from: string, unless: string | null): Promise<Fit<Version> | { readonly same: Content | null }> {
    const loaded = await within(patience, 'Loading the definitions', load(from));
    if (loaded.site === null) throw new DefinitionsRefused(loaded.problems);
    if (loaded.site.hash === unless) return { same: loaded.content ?? null };
    tell(loaded.problems);
    const version = prepare(loaded.site);
    await tryOut(version);
    return { version, content: loaded.content ?? null };
  }

  let keeping: Promise<KeptVersion | null> = Promise.resolve(null);
  /** Keeps a version after those before it. Visitors are served whether it can be kept or not. */
  function keep(content: Content | null, definition: string): void {
    if (content === null || kept === null) return;
    keeping = keeping.then(async (before) => {
      try {
        return await kept.keep(content, definition);
      } catch (error) {
        log.write('warn', 'version-not-kept', { definition, ...errorFields(error) });
        return before;
      }
    });
    void keeping.then((version) => {
      latest = version;
    });
  }
  let latest: KeptVersion | null = null;

  async function firstVersion(): Promise<Version> {
    try {
      const fit = (await fitOf(folder, null)) as Fit<Version>;
      keep(fit.content, fit.version.site.hash);
      log.write('info', 'definitions-loaded', { definition: fit.version.site.hash });
      return fit.version;
    } catch (error) {
      const before = (await kept?.list()) ?? [];
      if (before.length === 0) {
        if (!(error instanceof DefinitionsRefused)) throw error;
        tell(error.problems);
        throw error;
      }
      tellRefusal(error, null);
      for (const candidate of before) {
        try {
          const { version } = (await fitOf(candidate.folder, null)) as Fit<Version>;
          latest = candidate;
          refused = true;
          log.write('error', 'serving-last-good', { definition: version.site.hash, folder: candidate.folder });
          show(`The version that was served before is served: ${candidate.folder}\n`);
          return version;
        } catch (unfit) {
          // What was fit once may not be for a newer engine.
          log.write('error', 'kept-version-refused', {
            definition: candidate.definition,
            message: unfit instanceof Error ? unfit.message : String(unfit),
          });
        }
      }
      throw error;
    }
  }

  /** Whether the folder that authors edit is not what is served. */
  let refused = false;
  let version = await firstVersion();
  version.publish();
  swapped?.(version);

  let running: Promise<boolean> | null = null;
  let again = false;

  async function once(): Promise<boolean> {
    try {
      const found = await fitOf(folder, version.site.hash);
      refused = false;
      if ('same' in found) {
        // Other files may have changed, or a version taken back.
        keep(found.same, version.site.hash);
        return false;
      }
      log.write('info', 'definitions-swapped', { from: version.site.hash, definition: found.version.site.hash });
      version = found.version;
      version.publish();
      swapped?.(version);
      keep(found.content, version.site.hash);
      return true;
    } catch (error) {
      refused = true;
      tellRefusal(error, version.site.hash);
      return false;
    }
  }

  return {
    current: () => version,
    // What authors edit is served as they edit it. What is refused is not, nor what was deleted with it.
    assetsFolder: () => (refused && latest?.definition === version.site.hash ? latest.folder : folder),
    async settled() {
      await running;
      await keeping;
    },
    // One at a time: what changes while a load is running is looked at afterwards.
    async reload() {
      if (running !== null) {
        again = true;
        return running;
      }
      running = (async () => {
        let swappedAny = false;
        do {
          again = false;
          swappedAny = (await once()) || swappedAny;
        } while (again);
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
