/** Where the entries of records and lists are in a text, with the comments that belong to them. */

import type { YAMLMap, YAMLSeq } from 'yaml';
import { type Document, isAlias, isCollection, isMap, isPair, isScalar, isSeq, type Node, Scalar, visit } from 'yaml';
import type { DataPath } from '../vocabulary/walk.ts';

/** A text of YAML and what it was parsed to, such as a `Source`. */
export interface ParsedText {
  readonly text: string;
  readonly document: Document;
}

/** A record or a list. */
export type Collection = YAMLMap | YAMLSeq;

/** An entry of a record, or an item of a list. */
export interface EntryPlace {
  /** Undefined for an item. */
  readonly key: string | undefined;
  readonly value: Node | null;
  /** The offset of its key or its dash; in braces that of the item. */
  readonly start: number;
  /** The end of `key:`, of the dash, or of a key without a colon. An item in braces has none, so that it is its start. */
  readonly head: number;
  /** The end of its value. */
  readonly end: number;
  /** Its start with the comments directly above it. */
  readonly from: number;
  /** Its end with the comments behind and below it, without a final line break. */
  readonly to: number;
}

/** The end of the line of an offset, without its line break. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at < 0) return text.length;
  return at > offset && text[at - 1] === '\r' ? at - 1 : at;
}

/** The start of the line after an offset, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

/** The start of the line of an offset. */
export const lineStart = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

/** The number of characters before an offset in its line. */
export const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset);

const rangeOf = (node: Node | null | undefined): readonly [start: number, end: number] => {
  const [start = 0, end = start] = node?.range ?? [];
  return [start, end];
};

const isBlockScalar = (node: unknown): node is Scalar =>
  isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);

/** The value of the last entry in it, at any depth of block style. */
const lastIn = (node: Node | null): Node | null => {
  if (!isCollection(node) || node.flow) return node;
  const last = node.items.at(-1);
  return lastIn((isPair(last) ? last.value : last) as Node | null);
};

/** Whether blank lines after a value are a part of it. */
export const keepsBlanks = (node: Node | null, text: string): boolean => {
  const last = lastIn(node);
  return isBlockScalar(last) && /^[|>]\d?\+/.test(text.slice(...rangeOf(last)));
};

/** The end of a value, without the line break after it. */
function endOf(node: Node, text: string): number {
  if (isCollection(node) && !node.flow) return entriesOf(node, text).at(-1)?.end ?? rangeOf(node)[0];
  const [start, end] = rangeOf(node);
  if (!isBlockScalar(node)) return end;
  return end - (/\r?\n$/.exec(text.slice(start, end))?.[0].length ?? 0);
}

/**
 * The record or the list at a path.
 * @throws RangeError if there is none, or if it is repeated by an alias
 */
export function collectionAt({ document }: ParsedText, path: DataPath): Collection {
  let node: unknown = document.contents;
  for (const segment of path) {
    if (isAlias(node)) break;
    node = isCollection(node) ? node.get(segment, true) : undefined;
  }
  if (isAlias(node)) throw new RangeError(`${pathText(path)} is the value of an anchor. Edit it where the anchor is.`);
  if (!isMap(node) && !isSeq(node)) throw new RangeError(`${pathText(path)} is no record and no list.`);
  return node;
}

/** A path as messages show it. */
export const pathText = (path: DataPath): string => (path.length === 0 ? 'The file' : path.join('.'));

/** The index of a key or of an item; -1 if there is none. */
export const indexOf = (collection: Collection, segment: string | number): number =>
  isMap(collection)
    ? collection.items.findIndex(({ key }) => isScalar(key) && String(key.value) === String(segment))
    : Number(segment) in collection.items
      ? Number(segment)
      : -1;

/** @throws RangeError for a value that other places of the file repeat */
export function requireUnrepeated(node: Node | null, path: DataPath): void {
  let anchor: string | undefined;
  if (node !== null)
    visit(node, {
      Node(_, each) {
        if (!isAlias(each) && each.anchor !== undefined) anchor = each.anchor;
      },
    });
  if (anchor !== undefined)
    throw new RangeError(
      `${pathText(path)} has the anchor &${anchor}, which other places may repeat. Edit it by hand.`,
    );
}

/**
 * The entries of a record or of a list, in their order.
 * @throws RangeError for a layout that cannot be edited: keys with `?`, with anchors, or of other types than text and number
 */
export function entriesOf(collection: Collection, text: string): EntryPlace[] {
  return collection.flow ? inBraces(collection, text) : inLines(collection, text);
}

/** Whether the entries of a record or list can be edited. */
export function isEditable(collection: Collection, text: string): boolean {
  try {
    entriesOf(collection, text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

interface Place {
  readonly key: string | undefined;
  readonly value: Node | null;
  readonly start: number;
  readonly head: number;
}

/** The entry with its key and the end of its `key:`. */
function placeOf({ key, value }: { key: unknown; value: unknown }, text: string): Place {
  if (!isScalar(key)) throw new RangeError('A key that is no text cannot be edited.');
  const [start, end] = rangeOf(key);
  const colon = /^[ \t]*:/.exec(text.slice(end, end + 100))?.[0].length ?? 0;
  return { key: String(key.value), value: (value ?? null) as Node | null, start, head: end + colon };
}

function inBraces(collection: Collection, text: string): EntryPlace[] {
  if (!/[[{]/.test(text[rangeOf(collection)[0]] ?? ''))
    throw new RangeError('An entry without braces in a list cannot be edited.');
  return collection.items.map((item) => {
    const [own] = isPair(item) ? [] : rangeOf(item as Node);
    const place = isPair(item)
      ? placeOf(item, text)
      : { key: undefined, value: item as Node, start: own ?? 0, head: own ?? 0 };
    const properties = /(?:[&!][^\s,[\]{}]*\s+)+$/.exec(text.slice(0, place.start))?.[0].length ?? 0;
    const start = place.start - properties;
    const ends = rangeOf(place.value);
    // A missing value ends at the comma, or at its colon.
    const isMissing = isPair(item) && ends[0] === ends[1] && text[ends[1]] !== ',';
    const end = isMissing ? place.head : Math.max(place.head, ends[1]);
    const from = withCommentsAbove(text, start, columnOf(text, start), 0);
    return { ...place, start, end, from, to: end };
  });
}

function inLines(collection: Collection, text: string): EntryPlace[] {
  const column = columnOf(text, rangeOf(collection)[0]);
  let before = 0;
  return collection.items.map((item, index) => {
    const place = isPair(item) ? placeOf(item, text) : dashOf(item as Node, collection, column, text);
    const prefix = text.slice(lineStart(text, place.start), place.start);
    if (index === 0 ? /[^\s-]/.test(prefix) : prefix.trim() !== '' || prefix.length !== column)
      throw new RangeError(`The layout before ${place.key ?? 'an item'} cannot be edited.`);
    const end = place.value === null ? place.head : Math.max(place.head, endOfFilled(place.value, place.head, text));
    const from = prefix.trim() === '' ? withCommentsAbove(text, place.start, column, before) : place.start;
    const to = withCommentsBelow(text, end, column);
    before = nextLine(text, to);
    return { ...place, end, from, to };
  });
}

/** The end of a value; a missing one ends where its key ends. */
const endOfFilled = (value: Node, head: number, text: string): number =>
  rangeOf(value)[0] === rangeOf(value)[1] && isScalar(value) ? head : endOf(value, text);

/** The place of an item of a list in block style: its dash is the last one in the column of the list. */
function dashOf(value: Node, list: Collection, column: number, text: string): Place {
  let start = rangeOf(list)[0];
  if (value !== list.items[0])
    for (let line = lineStart(text, rangeOf(value)[0]); line >= 0; line = line === 0 ? -1 : lineStart(text, line - 1)) {
      start = line + column;
      if (text[start] === '-' && text.slice(line, start).trim() === '') break;
    }
  return { key: undefined, value, start, head: start + 1 };
}

/** The start of the comments directly above an entry. Those at the start of the file belong to the file. */
function withCommentsAbove(text: string, start: number, column: number, least: number): number {
  const own = lineStart(text, start);
  if (text.slice(own, start).trim() !== '') return start;
  let from = own;
  while (from > least) {
    const above = lineStart(text, from - 1);
    if (above < least || !text.startsWith(`${' '.repeat(column)}#`, above)) break;
    from = above;
  }
  return from === own || from === 0 ? start : from + column;
}

/** The end of an entry with the comment behind it and those below that are indented further. */
function withCommentsBelow(text: string, end: number, column: number): number {
  let to = lineEnd(text, end);
  for (;;) {
    const [comment = '', space = ''] = /^\r?\n(?:[ \t]*\r?\n)*( *)#[^\r\n]*/.exec(text.slice(to)) ?? [];
    if (space.length <= column || comment === '') return to;
    to += comment.length;
  }
}
