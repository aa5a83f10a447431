/** Forms whose submissions a page can judge without their rules, because each field is judged by itself. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { TableGuard } from './table.ts';

/** Answers by field. */
export type OtherAnswers = Readonly<Record<string, Json>>;

/** Refused answers with the same error. */
export interface JudgedAnswers {
  /** They meet one of these. */
  readonly guards: readonly TableGuard[];
  /** Their error; null if the machine has to judge them. */
  readonly error: string | null;
  /** One of them; undefined if the machine has to judge them. */
  readonly sample?: Json;
  /** The other answers beside which the sample is refused; undefined if it always is. */
  readonly beside?: OtherAnswers;
}

/** What hides a field: a condition over the fields above it. */
export interface AskedWhen {
  readonly when: Code;
  /** The value of the field while it is hidden. */
  readonly empty: Json;
  /** Answers to the fields above it with which it is shown. */
  readonly beside: Readonly<Record<string, Json>>;
}

/** Options with the same condition over the fields above their field. */
export interface AskedOffer {
  readonly options: readonly string[];
  readonly when: Code;
}

/** A field of a form, with the verdicts on its answers. The machine judges the answers without one. */
export interface AskedField {
  readonly field: string;
  /** The answers of which it accepts some; undefined for a text. */
  readonly options?: readonly string[];
  /** Whether a mask formats the text. */
  readonly isMasked: boolean;
  /** The answers that a page can give. */
  readonly given: TableGuard;
  readonly accepted: readonly TableGuard[];
  /** An answer that it accepts. */
  readonly right: Json;
  /** The errors of the field in the order in which they are found, each with the answers that it is for. */
  readonly refused: readonly JudgedAnswers[];
  /** Its condition; undefined if it is always shown. */
  readonly condition?: AskedWhen;
  /** Its options with conditions; undefined if all are always offered. The machine judges one that is not offered. */
  readonly offers?: readonly AskedOffer[];
  /** Whether its list has a control to search in it. */
  readonly isSearched?: true;
  /** The options that a page clears when another is chosen. */
  readonly exclusive: readonly string[];
}

/** The form's verdict on one answer. */
export interface Judgement {
  /** The error of the field; null if it accepts the answer. */
  readonly error: string | null;
  /** Whether the form stores the answer as it is, as far as the other fields let it decide. */
  readonly isKept: boolean;
  /** Whether the form has judged the field: it may report its first error only. */
  readonly isJudged: boolean;
}

/** @param beside answers to other fields, in place of right ones */
export type Judge = (answer: Json, beside?: OtherAnswers) => Judgement;
