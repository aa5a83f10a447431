/** The visit that a tab saves for a reload. Types only. */

/** The ids of a flow's questions in the order of their answers, by the list: what a saved visit needs after an edit. */
export type QuestionOrder = Readonly<Record<string, readonly string[]>>;

/** A saved visit: the answers, without a machine snapshot. */
export interface TabVisit {
  readonly behaviour: string;
  readonly path: string;
  readonly screen: string;
  /** When it was saved, in epoch milliseconds. */
  readonly at: number;
  /** Whether it has ended. It is then kept for Back, without personal values. */
  readonly over?: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  /** The steps whose fetched data is among the values. */
  readonly loaded?: readonly string[];
  readonly questions?: QuestionOrder;
}
