/** A replacement in a file. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A renamed word. */
export interface Rename {
  readonly line: number;
  readonly was: string;
  readonly now: string;
}

/** Applies edits that do not overlap. */
export const applyEdits = (text: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((written, edit) => written.slice(0, edit.start) + edit.text + written.slice(edit.end), text);
