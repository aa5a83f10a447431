/** Forms with one field, so that a page can judge their submissions without their rules. */
import type { Json } from '../../schemas/compiled.ts';
import type { TableGuard } from './table.ts';

/** Answers with the same verdict. */
export interface JudgedAnswers {
  /** They meet one of these. */
  readonly guards: readonly TableGuard[];
  /** Their error; null if the machine has to judge them. */
  readonly error: string | null;
}

/** The only question of a form, with the verdicts on its answers. The machine judges the answers without one. */
export interface AskedField {
  readonly field: string;
  /** The answers of which it accepts some; undefined for a text. */
  readonly options?: readonly string[];
  /** The answers that a page can give. */
  readonly given: TableGuard;
  readonly accepted: readonly TableGuard[];
  /** The errors of the form in the order in which they are found, each with the answers that it is for. */
  readonly refused: readonly JudgedAnswers[];
  /** The options that a page clears when another is chosen. */
  readonly exclusive: readonly string[];
  /** A text for each verdict. */
  readonly samples: readonly Json[];
}
