import { type ArgsOf, type AuthorCode, authorErrors, type Entry } from './catalogue.ts';
import { codeFrame } from './frame.ts';
import { nearest } from './nearest.ts';
import type { AuthorProblem } from './problem.ts';

/** A part of a file, in UTF-16 units of its text. */
export interface SourceRange {
  readonly offset: number;
  readonly length: number;
  /** The file, when it is another than the one at hand: a part stands in files of its own. */
  readonly file?: Located;
}

/** A text that can be pointed into. */
export interface Located {
  readonly path: string;
  readonly lines: readonly string[];
  /** Line and column of an offset, both from 1. */
  position(offset: number): { line: number; column: number };
}

const mostSuggested = 200;

/** Collects what is wrong; a mistake told twice at one place is kept once. */
export class Report {
  readonly problems: AuthorProblem[] = [];
  private readonly told = new Set<string>();

  /** Whether an error was reported; warnings do not count. */
  get failed(): boolean {
    return this.problems.some((problem) => problem.severity === 'error');
  }

  /** The number of errors. */
  get errors(): number {
    return this.problems.filter((problem) => problem.severity === 'error').length;
  }

  /**
   * The name an author most likely meant. A suggestion costs a comparison with every name, so after many problems
   * none is made: who reads them begins with the first.
   */
  near(written: string, names: Iterable<string>): string | undefined {
    return this.problems.length < mostSuggested ? nearest(written, names) : undefined;
  }

  /** Tells a problem of the catalogue. */
  add<C extends AuthorCode>(code: C, file: Located, place: SourceRange, ...args: ArgsOf<C>): void {
    const entry = authorErrors[code] as Entry<unknown>;
    const [given] = args as [unknown];
    const hint = typeof entry.hint === 'function' ? entry.hint(given) : entry.hint;
    this.tell(
      { severity: entry.severity ?? 'error', code, message: entry.message(given), ...(hint ? { hint } : {}) },
      file,
      place,
    );
  }

  /** Tells a problem that another catalogue has worded, such as the one of expressions. */
  tell(
    problem: Pick<AuthorProblem, 'severity' | 'code' | 'message' | 'hint'>,
    file: Located,
    place: SourceRange,
  ): void {
    if (place.file !== undefined) {
      this.tell(problem, place.file, { offset: place.offset, length: place.length });
      return;
    }
    const { line, column } = file.position(place.offset);
    const key = `${problem.code} ${file.path} ${line} ${column} ${problem.message}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    const rest = (file.lines[line - 1] ?? '').length - column + 1;
    const length = Math.max(1, Math.min(place.length, rest));
    const frame = file.lines.length === 0 ? '' : codeFrame(file.lines, line, column, length);
    this.problems.push({ ...problem, file: file.path, line, column, length, frame });
  }
}
