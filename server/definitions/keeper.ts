/** Keeps the version that is served: a fit edit takes its place whole, a faulty one is refused and changes nothing. */

import type { SiteDefinition } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { Version } from './versions.ts';

/** What loading a folder gives: a site, or none and why. */
export interface Loaded {
  readonly site: SiteDefinition | null;
  readonly problems: readonly AuthorProblem[];
}

export interface Keeper {
  /** The version that is served. A request asks once and keeps what it got to its end. */
  current(): Version;
  /** Reads the folder again. @returns whether another version is served now */
  reload(): Promise<boolean>;
}

export interface KeeperOptions {
  readonly load: () => Promise<Loaded>;
  readonly prepare: (site: SiteDefinition) => Version;
  readonly log: Log;
  /** Shows authors what is wrong, in whole frames. */
  readonly show: (text: string) => void;
  /** Told of each version that is served, the first one included. */
  readonly swapped?: (version: Version) => void;
}

/** The definitions cannot be served; `problems` say why. */
export class DefinitionsRefused extends Error {
  readonly problems: readonly AuthorProblem[];
  constructor(problems: readonly AuthorProblem[]) {
    super(`The definitions have ${problems.length} problem(s).`);
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

/**
 * Loads a folder and keeps its newest fit version.
 * @throws DefinitionsRefused when the first load gives no site
 */
export async function keepDefinitions({ load, prepare, log, show, swapped }: KeeperOptions): Promise<Keeper> {
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

  const first = await load();
  tell(first.problems);
  if (first.site === null) throw new DefinitionsRefused(first.problems);
  let version = prepare(first.site);
  log.write('info', 'definitions-loaded', { definition: version.site.hash });
  swapped?.(version);

  let running: Promise<boolean> | null = null;
  let again = false;

  async function once(): Promise<boolean> {
    try {
      const loaded = await load();
      if (loaded.site === null) {
        tell(loaded.problems);
        log.write('error', 'definitions-refused', { serving: version.site.hash, problems: loaded.problems.length });
        return false;
      }
      if (loaded.site.hash === version.site.hash) return false;
      tell(loaded.problems);
      const next = prepare(loaded.site);
      log.write('info', 'definitions-swapped', { from: version.site.hash, definition: next.site.hash });
      version = next;
      swapped?.(version);
      return true;
    } catch (error) {
      log.write('error', 'definitions-refused', { serving: version.site.hash, ...errorFields(error) });
      show(
        `The definitions could not be loaded; the last good version is still served.\n${error instanceof Error ? error.message : String(error)}\n`,
      );
      return false;
    }
  }

  return {
    current: () => version,
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
