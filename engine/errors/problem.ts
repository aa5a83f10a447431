import type { Code, Json } from '../../schemas/compiled.ts';

export interface ProblemFix {
  readonly was: string;
  readonly now: string;
}

/**
 * What a problem says that some visitor of a flow meets: the visitor enters these steps in this order, and at the last one, or as they
 * leave it, the condition is true.
 */
export interface Claim {
  readonly flow: string;
  /** Steps, or screens of questions such as `quiz.profile`. Others may be entered between them. */
  readonly through: readonly string[];
  /** Steps and screens that are not entered after the first one of `through`. */
  readonly without?: readonly string[];
  /** Absent: true. A lowered condition, in which computed values may be names. */
  readonly when?: Code;
  /** Values of names with which the condition is true, as conditions read them. They are tried first. */
  readonly values?: Readonly<Record<string, Json>>;
}

/** A mistake of an author as it is reported: what is wrong, where, and how to fix it. */
export interface AuthorProblem {
  /** Only an error prevents a site from being published. A note may well be what its author wants. */
  readonly severity: 'error' | 'warning' | 'note';
  /** Permanent; see `catalogue.ts`. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Relative to the funnels folder. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** The length of the wrong part, in UTF-16 units of that line. */
  readonly length?: number;
  /** The only correction that it can have: one word of the wrong part in place of another (`engine/fix`). */
  readonly fix?: ProblemFix;
  /** What a walk through the flow can show. */
  readonly claim?: Claim;
  /** The lines around it with a caret below; empty if the file has no text. */
  readonly frame: string;
}

/** The problems with the notes after all others. */
export const withNotesLast = (problems: readonly AuthorProblem[]): AuthorProblem[] => [
  ...problems.filter(({ severity }) => severity !== 'note'),
  ...problems.filter(({ severity }) => severity === 'note'),
];

const inOrder = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Orders problems by file and position; those of one place by their codes. */
export const byPlace = (a: AuthorProblem, b: AuthorProblem): number =>
  inOrder(a.file, b.file) || a.line - b.line || a.column - b.column || inOrder(a.code, b.code);
