/** Adds entries to the records and lists of a file. */
import { isMap } from 'yaml';
import type { DataPath } from '../vocabulary/walk.ts';
import type { Edit } from './edit.ts';
import {
  type Collection,
  collectionAt,
  columnOf,
  type EntryPlace,
  entriesOf,
  indexOf,
  keepsBlanks,
  lineEnd,
  lineStart,
  type ParsedText,
  pathText,
} from './layout.ts';
import { entryOfPath, setValue } from './set.ts';
import { atColumn, entryText, flowText, type Style, styleOf } from './values.ts';

export interface InsertOptions {
  /** Where the entry comes to be; the end if there is none. */
  readonly index?: number | undefined;
  /** Whether its value is written in braces, also among lines. */
  readonly isFlow?: boolean;
}

/**
 * The edits that add an entry to a record, in the layout of the others.
 * @param path of the record; a key without a value counts as one @param value plain data
 * @throws RangeError if the key is there already, or if the layout of the record cannot be edited
 */
export function insertKey(
  source: ParsedText,
  path: DataPath,
  key: string,
  value: unknown,
  options: InsertOptions = {},
): Edit[] {
  if (isNothing(source, path)) return setValue(source, path, { [key]: value });
  const record = collectionAt(source, path);
  if (!isMap(record)) throw new RangeError(`${pathText(path)} is a list, whose items have no keys.`);
  if (indexOf(record, key) >= 0) throw new RangeError(`There is ${pathText([...path, key])} already.`);
  return inserted(source, path, record, { key, value }, options);
}

/**
 * The edits that add an item to a list, in the layout of the others.
 * @param path of the list; a key without a value counts as one @param value plain data
 * @throws RangeError if there is no list, or if its layout cannot be edited
 */
export function insertItem(source: ParsedText, path: DataPath, value: unknown, options: InsertOptions = {}): Edit[] {
  if (isNothing(source, path)) return setValue(source, path, [value]);
  const list = collectionAt(source, path);
  if (isMap(list)) throw new RangeError(`${pathText(path)} is a record, whose entries have keys.`);
  return inserted(source, path, list, { key: undefined, value }, options);
}

const isNothing = (source: ParsedText, path: DataPath): boolean =>
  path.length > 0 && source.document.hasIn(path) && source.document.getIn(path) === null;

interface Insertion {
  readonly key: string | undefined;
  readonly value: unknown;
}

function inserted(
  source: ParsedText,
  path: DataPath,
  collection: Collection,
  { key, value }: Insertion,
  { index = collection.items.length, isFlow = false }: InsertOptions,
): Edit[] {
  const { text } = source;
  const style = styleOf(source);
  const entries = entriesOf(collection, text);
  if (index < 0 || index > entries.length) throw new RangeError(`${pathText(path)} has no place ${index}.`);
  const single = key === undefined ? flowText(value, style) : `${flowText(key, style)}: ${flowText(value, style)}`;
  if (!collection.flow) {
    const lines = isFlow ? (key === undefined ? `- ${single}` : single) : entryText(key, value, style);
    return [insertedLines(source, entries, index, lines, style)];
  }
  if (entries.length > 0) return insertedInBraces(text, entries, index, single);
  const whole = key === undefined ? [value] : { [key]: value };
  if (path.length > 0 && !entryOfPath(source, path).collection.flow) return setValue(source, path, whole);
  const [start = 0, end = 0] = collection.range ?? [];
  return [{ start, end, text: path.length > 0 ? flowText(whole, style) : entryText(key, value, style) }];
}

/**
 * The edit that adds lines to a record or list in block style.
 * @param entries those that are there, at least one @param lines the entry in the first column
 */
export function insertedLines(
  { text }: ParsedText,
  entries: readonly EntryPlace[],
  index: number,
  lines: string,
  style: Style,
): Edit {
  const column = columnOf(text, (entries[0] as EntryPlace).start);
  const own = atColumn(lines, column).replaceAll('\n', style.newline);
  const indent = ' '.repeat(column);
  const blank = hasBlankBetween(text, entries, index) ? style.newline : '';
  const next = entries[index];
  if (next !== undefined) return { start: next.from, end: next.from, text: `${own}${style.newline}${blank}${indent}` };
  const last = entries.at(-1) as EntryPlace;
  // More blank lines would be a part of its value.
  const space = keepsBlanks(last.value, text) ? '' : blank;
  return { start: last.to, end: last.to, text: `${style.newline}${space}${indent}${own}` };
}

/** Whether a blank line is between the entries beside a place, or between the two nearest to it. */
function hasBlankBetween(text: string, entries: readonly EntryPlace[], index: number): boolean {
  const at = Math.min(Math.max(index, 1), entries.length - 1);
  const [one, other] = [entries[at - 1], entries[at]];
  return (
    one !== undefined && other !== undefined && one !== other && /\n[ \t]*\r?\n/.test(text.slice(one.to, other.from))
  );
}

function insertedInBraces(text: string, entries: readonly EntryPlace[], index: number, own: string): Edit[] {
  const next = entries[index];
  const [first, second, last] = [entries[0], entries[1], entries.at(-1)] as [
    EntryPlace,
    EntryPlace | undefined,
    EntryPlace,
  ];
  const isOnLine = (entry: EntryPlace) => text.slice(lineStart(text, entry.start), entry.start).trim() === '';
  const near = second ?? first;
  const newline = isOnLine(near) ? `\n${text.slice(lineStart(text, near.start), near.start)}` : '';
  const space = newline === '' ? ' ' : text.includes('\r\n') ? `\r${newline}` : newline;
  if (next !== undefined) return [{ start: next.from, end: next.from, text: `${own},${space}` }];
  const hasComma = /^\s*(?:#.*\s*)*,/.test(text.slice(last.end));
  const comma = hasComma ? '' : ',';
  // A comment behind the last item stays there.
  const line = lineEnd(text, last.end);
  const comment = /^(\s*,?)[ \t]+#/.exec(text.slice(last.end, line));
  if (comment !== null && newline !== '')
    return [
      { start: last.end, end: last.end, text: comma },
      { start: line, end: line, text: `${space}${own}${hasComma ? ',' : ''}` },
    ];
  const at = hasComma ? text.indexOf(',', last.end) + 1 : last.end;
  return [{ start: at, end: at, text: `${comma}${space}${own}${hasComma ? ',' : ''}` }];
}
