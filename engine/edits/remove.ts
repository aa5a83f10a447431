/** Takes entries out of the records and lists of a file. */
import { isMap } from 'yaml';
import type { DataPath } from '../vocabulary/walk.ts';
import type { Edit } from './edit.ts';
import {
  type EntryPlace,
  keepsBlanks,
  lineEnd,
  lineStart,
  nextLine,
  type ParsedText,
  requireUnrepeated,
} from './layout.ts';
import { entryOfPath } from './set.ts';

/**
 * The edits that take out an entry or an item, with the comments above, behind and in it. What it leaves empty becomes
 * `{}` or `[]`. Of blank lines on both sides, one side stays.
 * @throws RangeError if there is no such entry, if it has an anchor, or if its layout cannot be edited
 */
export function removeAt(source: ParsedText, path: DataPath): Edit[] {
  const { collection, entries, index, entry } = entryOfPath(source, path);
  const { text } = source;
  requireUnrepeated(entry.value, path);
  const isLast = entries.length === 1;
  if (collection.flow) {
    const [start = 0, end = 0] = collection.range ?? [];
    return isLast ? [{ start: start + 1, end: end - 1, text: '' }] : removedInBraces(text, entries, index);
  }
  if (!isLast) return [removedLines(text, entries, index)];
  const parent = path.length === 1 ? undefined : entryOfPath(source, path.slice(0, -1)).entry;
  return emptied(text, entry, parent, isMap(collection) ? '{}' : '[]');
}

/** The edits of the only entry of a record or list in block style. */
function emptied(text: string, entry: EntryPlace, parent: EntryPlace | undefined, empty: string): Edit[] {
  // At the start of the file, or in the line of a dash.
  if (parent === undefined || entry.start <= lineEnd(text, parent.head))
    return [{ start: entry.start, end: entry.end, text: empty }];
  return [
    { start: parent.head, end: parent.head, text: ` ${empty}` },
    { start: lineStart(text, entry.from), end: nextLine(text, entry.to), text: '' },
  ];
}

/** The edit that takes one of several entries in block style out. */
function removedLines(text: string, entries: readonly EntryPlace[], index: number): Edit {
  const [before, entry, after] = [entries[index - 1], entries[index] as EntryPlace, entries[index + 1]];
  // The first key in the line of a dash: the next one takes its place.
  if (after !== undefined && text.slice(lineStart(text, entry.start), entry.start).trim() !== '')
    return { start: entry.start, end: withoutBlanks(text, entry.to, after), text: '' };
  const start = lineStart(text, entry.from);
  const end = nextLine(text, entry.to);
  const between = text.slice(before === undefined ? start : nextLine(text, before.to), start);
  const above = start - (/(?<=^|\n)(?:[ \t]*\r?\n)+$/.exec(between)?.[0].length ?? 0);
  const isKept = before !== undefined && keepsBlanks(before.value, text);
  const blanks = /^(?:[ \t]*\r?\n)+/.exec(text.slice(end))?.[0].length ?? 0;
  // They would be a part of the value before them.
  if (after === undefined) return { start: above, end: end + (isKept ? blanks : 0), text: '' };
  const cutsBlanks = before === undefined || above < start || isKept;
  return { start, end: end + (cutsBlanks ? blanks : 0), text: '' };
}

/** The start of what follows an entry: a comment, or the next entry. */
const withoutBlanks = (text: string, end: number, after: EntryPlace): number =>
  end + (/^\s*/.exec(text.slice(end, after.from))?.[0].length ?? 0);

function removedInBraces(text: string, entries: readonly EntryPlace[], index: number): Edit[] {
  const [before, entry, after] = [entries[index - 1], entries[index] as EntryPlace, entries[index + 1]];
  if (after !== undefined) {
    // A comment behind it goes with it, and those above the next one stay.
    const line = nextLine(text, entry.end);
    const end = line < after.from ? line + (/^\s*/.exec(text.slice(line, after.from))?.[0].length ?? 0) : after.from;
    return [{ start: entry.from, end, text: '' }];
  }
  const previous = before as EntryPlace;
  const comma = text.indexOf(',', previous.end);
  const trailing = /^\s*,/.exec(text.slice(entry.end))?.[0].length ?? 0;
  const isOnLine = text.slice(lineStart(text, entry.from), entry.from).trim() === '';
  const start = isOnLine ? lineEnd(text, lineStart(text, entry.from) - 2) : comma + 1;
  const end = isOnLine ? Math.max(entry.end + trailing, commentEnd(text, entry.end + trailing)) : entry.end + trailing;
  const edits = [{ start: Math.max(start, comma + 1), end, text: '' }];
  return trailing > 0 ? edits : [{ start: comma, end: comma + 1, text: '' }, ...edits];
}

/** The end of the comment behind an offset. */
const commentEnd = (text: string, offset: number): number =>
  offset + (/^[ \t]+#[^\r\n]*/.exec(text.slice(offset))?.[0].length ?? 0);
