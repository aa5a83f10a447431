/** A part of a text and what takes its place. Offsets are in UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits in the order of their places: an insertion comes before a replacement that starts at its place. */
const inOrder = (edits: readonly Edit[]): Edit[] => edits.toSorted((a, b) => a.start - b.start || a.end - b.end);

/**
 * The text after all edits; what no edit covers stays as it is.
 * @param edits in any order; insertions at one place keep theirs
 * @throws RangeError if two edits overlap, or if one is outside of the text
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let now = '';
  let at = 0;
  for (const { start, end, text: its } of inOrder(edits)) {
    if (start < at) throw new RangeError(`Two edits overlap at ${start}.`);
    if (end < start || end > text.length) throw new RangeError(`An edit ends at ${end} of ${text.length}.`);
    now += text.slice(at, start) + its;
    at = end;
  }
  return now + text.slice(at);
}

/** The edits that lead from the edited text back to the text. @throws RangeError as `applyEdits` does */
export function undoEdits(text: string, edits: readonly Edit[]): Edit[] {
  applyEdits(text, edits);
  let shift = 0;
  return inOrder(edits).map(({ start, end, text: its }) => {
    const from = start + shift;
    shift += its.length - (end - start);
    return { start: from, end: from + its.length, text: text.slice(start, end) };
  });
}
