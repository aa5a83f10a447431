/** Why definitions are not served, for the log and for authors. */
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { errorFields, type Log } from '../log/log.ts';
import { UnrenderablePages } from './page-faults.ts';

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

/** An edit that the rules of `publish` keep from visitors; the message says what they would lose, and by which lines. */
export class PublicationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PublicationRefused';
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const levels = { error: 'error', warning: 'warn', note: 'info' } as const;

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

export interface RefusalReports {
  /** Reports problems; a warning that `served` has seen is left out. */
  report(problems: readonly AuthorProblem[]): void;
  /** Takes the warnings of the served version: one is shown once, not after every edit of another file. */
  served(problems: readonly AuthorProblem[]): void;
  /** Reports why definitions are not served. @param serving the hash of what is served instead */
  refused(error: unknown, serving: string | null): void;
}

/** @param log null where `show` says the same to the same person */
export function createRefusalReports(log: Log | null, show: (text: string) => void): RefusalReports {
  let warned: ReadonlySet<string> = new Set();
  // A problem of a file that was not edited is the same object as before.
  const texts = new WeakMap<AuthorProblem, string>();
  const textOf = (problem: AuthorProblem): string => {
    const text = texts.get(problem) ?? problemText(problem);
    texts.set(problem, text);
    return text;
  };
  function report(all: readonly AuthorProblem[]): void {
    const problems = all.filter((problem) => problem.severity === 'error' || !warned.has(textOf(problem)));
    for (const problem of problems) {
      log?.write(levels[problem.severity], 'definition-problem', {
        code: problem.code,
        where: place(problem),
        message: problem.message,
      });
    }
    if (problems.length > 0) show(`${problems.map(problemText).join('\n\n')}\n`);
  }
  return {
    report,
    served(problems) {
      warned = new Set(problems.map(textOf));
    },
    refused(error, serving) {
      if (error instanceof UnrenderablePages) {
        for (const { page, flow, step, path, visit, message } of error.faults)
          log?.write('error', 'page-failed', { page, flow, step, path, visit, message });
        show(`${error.message}\n`);
      } else if (error instanceof DefinitionsRefused) report(error.problems);
      else if (error instanceof PublicationRefused) show(`${error.message}\n`);
      else show(`The definitions could not be loaded: ${reasonOf(error)}\n`);
      // Each problem has a line of its own already.
      if (error instanceof DefinitionsRefused)
        log?.write('error', 'definitions-refused', { serving, problems: error.problems.length });
      // Definitions contain no visitor's data, so their errors may be logged in full.
      else log?.write('error', 'definitions-refused', { serving, message: reasonOf(error), ...errorFields(error) });
    },
  };
}
