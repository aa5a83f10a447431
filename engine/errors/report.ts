import { type ArgsOf, type AuthorCode, authorErrors, type Entry } from './catalogue.ts';
import { codeFrame } from './frame.ts';
import { nearest } from './nearest.ts';
import type { AuthorProblem, Claim } from './problem.ts';

/** A range of a file, in UTF-16 units of its text. */
export interface SourceRange {
  readonly offset: number;
  readonly length: number;
  /** The file, if it differs from the current one: parts are in files of their own. */
  readonly file?: LineIndex;
  /** Whether the value there is already reported as mistaken or missing, so that another problem is a consequence. */
  readonly isUnknown?: true;
}

/** A text with positions. */
export interface LineIndex {
  readonly path: string;
  readonly lines: readonly string[];
  /** Line and column of an offset, both counted from 1. */
  position(offset: number): { line: number; column: number };
}

const mostSuggested = 200;

/** Whether a name may be declared where a file could not be read. */
export type IsDoubtful = (name: string) => boolean;

/** Codes that say that a name is not declared, or a value not given. */
const aboutNames = /-(?:unknown|unknown-name|unknown-field|not-in-data|value-missing)$/;

/** Collects problems. Reports the same problem at the same place only once. */
export class Report {
  readonly problems: AuthorProblem[] = [];
  /** The number of errors; warnings do not count. */
  errors = 0;
  /** Whether a suggestion was omitted because of earlier problems. */
  isCut = false;
  private readonly reported = new Set<string>();

  private readonly before: number;
  readonly isDoubtful: IsDoubtful;

  /**
   * @param before - the number of problems that were already reported elsewhere
   * @param isDoubtful - names of which it is not reported that they are unknown
   */
  constructor(before = 0, isDoubtful: IsDoubtful = () => false) {
    this.before = before;
    this.isDoubtful = isDoubtful;
  }

  /** The number of problems, with those that were already reported elsewhere. */
  get count(): number {
    return this.before + this.problems.length;
  }

  /** Whether an error was reported. */
  get failed(): boolean {
    return this.errors > 0;
  }

  /**
   * The name that an author most likely meant. A suggestion compares every name, so none is made after many problems:
   * authors start with the first one.
   */
  near(written: string, names: Iterable<string>): string | undefined {
    if (this.count < mostSuggested) return nearest(written, names);
    this.isCut = true;
    return undefined;
  }

  /** Adds problems of another report. */
  adopt(problems: readonly AuthorProblem[]): void {
    for (const problem of problems) if (this.isNew(problem)) this.push(problem);
  }

  /** Drops the problems that another report does not have at the same place. */
  keep(other: Report): void {
    const keyOf = ({ code, file, line, column }: AuthorProblem): string => `${code} ${file}:${line}:${column}`;
    const known = new Set(other.problems.map(keyOf));
    const kept = this.problems.filter((problem) => known.has(keyOf(problem)));
    this.problems.splice(0, this.problems.length, ...kept);
    this.errors = kept.filter(({ severity }) => severity === 'error').length;
  }

  /** Reports a problem of the catalogue. The `claim` of its arguments is that of the problem. */
  add<C extends AuthorCode>(code: C, file: LineIndex, place: SourceRange, ...args: ArgsOf<C>): void {
    const entry = authorErrors[code] as Entry<unknown>;
    const [given] = args as [unknown];
    const hint = typeof entry.hint === 'function' ? entry.hint(given) : entry.hint;
    const fix = entry.fix?.(given);
    const { name, claim } = (given ?? {}) as { readonly name?: unknown; readonly claim?: Claim };
    this.addProblem(
      {
        ...{ severity: entry.severity ?? 'error', code, message: entry.message(given) },
        ...(typeof name === 'string' ? { name } : {}),
        ...(hint ? { hint } : {}),
        ...(fix ? { fix } : {}),
        ...(claim ? { claim } : {}),
      },
      file,
      place,
    );
  }

  /** Reports a problem with a message of its own, such as one of an expression. `name` is what it is about. */
  addProblem(
    {
      name,
      ...problem
    }: Pick<AuthorProblem, 'severity' | 'code' | 'message' | 'hint' | 'fix' | 'claim'> & { name?: string },
    file: LineIndex,
    place: SourceRange,
  ): void {
    if (place.isUnknown) return;
    if (name !== undefined && aboutNames.test(problem.code) && this.isDoubtful(name)) return;
    if (place.file !== undefined) {
      this.addProblem(problem, place.file, { offset: place.offset, length: place.length });
      return;
    }
    const { line, column } = file.position(place.offset);
    if (!this.isNew({ ...problem, file: file.path, line, column })) return;
    const rest = (file.lines[line - 1] ?? '').length - column + 1;
    const length = Math.max(1, Math.min(place.length, rest));
    const frame = file.lines.length === 0 ? '' : codeFrame(file.lines, line, column, length);
    this.push({ ...problem, file: file.path, line, column, length, frame });
  }

  private push(problem: AuthorProblem): void {
    this.problems.push(problem);
    if (problem.severity === 'error') this.errors += 1;
  }

  /** Whether a problem has not been reported at its place yet. */
  private isNew({ code, file, line, column, message }: Omit<AuthorProblem, 'length' | 'frame'>): boolean {
    const key = `${code} ${file} ${line} ${column} ${message}`;
    const { size } = this.reported;
    return this.reported.add(key).size > size;
  }
}
