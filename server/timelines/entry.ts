/** An entry of a timeline: what happened when. */

export type EntryKind =
  | 'shown'
  | 'answered'
  | 'entered'
  | 'pressed'
  | 'back'
  | 'refused'
  | 'call'
  | 'reply'
  | 'message'
  | 'tracked'
  | 'gone'
  | 'left'
  | 'browser'
  | 'lead'
  | 'delivery'
  | 'log';

export interface TimelineEntry {
  /** Epoch milliseconds. Those of a trace are from the visitor's clock, all others from the server's. */
  readonly at: number;
  /** False if the time was not recorded: `at` is that of the entry before. */
  readonly isTimed: boolean;
  readonly what: EntryKind;
  /** In an author's words; without personal values. */
  readonly text: string;
  /** The values of a lead, where the operator asks for them. */
  readonly personal?: unknown;
}

/** An entry at a time that is known. */
export const entryAt = (at: number, what: EntryKind, text: string): TimelineEntry => ({
  at,
  isTimed: true,
  what,
  text,
});

/** Entries of several sources by time. Those of one source keep their order. */
export const inOrder = (entries: readonly TimelineEntry[]): TimelineEntry[] => entries.toSorted((a, b) => a.at - b.at);
