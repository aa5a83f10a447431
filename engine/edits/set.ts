/** Gives values and keys of a file other contents. */
import { isCollection, isMap, isScalar, type Node, Scalar } from 'yaml';
import type { DataPath } from '../vocabulary/walk.ts';
import type { Edit } from './edit.ts';
import {
  collectionAt,
  columnOf,
  type EntryPlace,
  entriesOf,
  indexOf,
  lineEnd,
  type ParsedText,
  pathText,
  requireUnrepeated,
} from './layout.ts';
import { atColumn, entryText, flowText, styleOf } from './values.ts';

/** An entry at a path. @throws RangeError if there is none */
export function entryOfPath(source: ParsedText, path: DataPath) {
  const collection = collectionAt(source, path.slice(0, -1));
  const index = indexOf(collection, path.at(-1) ?? '');
  const entries = entriesOf(collection, source.text);
  const entry = entries[index];
  if (path.length === 0 || entry === undefined) throw new RangeError(`There is no ${pathText(path)}.`);
  return { collection, entries, index, entry };
}

/**
 * The edits that give an existing entry another value. Its key and the comments around it stay; those inside an old
 * record or list go with it. A text stays in the quotes, and a record in the braces, that it had.
 * @param value plain data
 * @throws RangeError if there is no such entry, if it has an anchor, or if its layout cannot be edited
 */
export function setValue(source: ParsedText, path: DataPath, value: unknown): Edit[] {
  const { collection, entry } = entryOfPath(source, path);
  const { text } = source;
  requireUnrepeated(entry.value, path);
  const style = styleOf(source);
  const like = isScalar(entry.value) ? entry.value : undefined;
  if (collection.flow) return [inBraces(entry, flowText(value, style, like), text)];
  const isFlow = isCollection(entry.value) && entry.value.flow === true && entry.value.items.length > 0;
  const lines = isFlow
    ? ` ${flowText(value, style)}`
    : entryText(entry.key === undefined ? undefined : 'k', value, style, like).slice(entry.key === undefined ? 1 : 2);
  const own = atColumn(lines, columnOf(text, entry.start)).replaceAll('\n', style.newline);
  return replaced(entry, own, text);
}

/** The start of the old value; that of the place for one, if it has none or a tag. */
function valueStart({ head, end, value }: EntryPlace, text: string): number {
  const start = end === head ? head : (value?.range?.[0] ?? head);
  return text.slice(head, start).trim() === '' ? start : head;
}

/** A value behind its key or in place of an item. */
function inBraces(entry: EntryPlace, value: string, text: string): Edit {
  const start = valueStart(entry, text);
  const space = entry.key === undefined || start > entry.head ? '' : text[entry.head - 1] === ':' ? ' ' : ': ';
  return { start, end: entry.end, text: space + value };
}

/**
 * The edits of a value in block style.
 * @param value with the space before it; its lines below the first one follow the line of the key
 */
function replaced(entry: EntryPlace, value: string, text: string): Edit[] {
  const { head, value: old } = entry;
  const at = value.search(/\r?\n/);
  const [first, rest] = at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at)];
  const start = valueStart(entry, text);
  const isBelow = entry.end > head && (old?.range?.[0] ?? head) >= lineEnd(text, head);
  const isBlock = isScalar(old) && (old.type === Scalar.BLOCK_LITERAL || old.type === Scalar.BLOCK_FOLDED);
  // A text below its key stays there.
  if (isBelow && !isBlock && isScalar(old) && rest === '')
    return [{ start: old.range?.[0] ?? head, end: entry.end, text: first.trimStart() }];
  const isRecord = isCollection(old) && !old.flow;
  if (isBelow || isRecord) {
    const line = isBelow ? lineEnd(text, head) : entry.to;
    const to = isRecord ? entry.to : lineEnd(text, entry.end);
    return some([
      { start: head, end: isBelow ? head : line, text: first },
      { start: line, end: to, text: rest },
    ]);
  }
  const header = isBlock ? start + (/^[|>][-+\d]*/.exec(text.slice(start))?.[0].length ?? 0) : entry.end;
  const line = lineEnd(text, header);
  const hasSpace = first !== '' && start > head;
  return some([
    { start: hasSpace ? start : head, end: header, text: hasSpace ? first.trimStart() : first },
    { start: line, end: isBlock ? Math.max(line, entry.end) : line, text: rest },
  ]);
}

/** The edits that change something. */
const some = (edits: readonly Edit[]): Edit[] => edits.filter(({ start, end, text }) => start < end || text !== '');

/**
 * The edits that give an entry of a record another key. Its quotes stay.
 * @throws RangeError if there is no such entry, or one with the new key
 */
export function renameKey(source: ParsedText, path: DataPath, now: string): Edit[] {
  const { collection, entry } = entryOfPath(source, path);
  if (!isMap(collection)) throw new RangeError(`${pathText(path)} is an item, which has no key.`);
  if (indexOf(collection, now) >= 0) throw new RangeError(`There is ${pathText([...path.slice(0, -1), now])} already.`);
  const key = collection.items[indexOf(collection, path.at(-1) ?? '')]?.key as Scalar & Node;
  const [start = entry.start, end = entry.start] = key.range ?? [];
  return [{ start, end, text: flowText(now, styleOf(source), key) }];
}
