import { isMap, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { Edit } from '../edits/edit.ts';
import { insertedLines } from '../edits/insert.ts';
import {
  columnOf,
  type EntryPlace,
  entriesOf,
  isEditable,
  lineStart,
  nextLine,
  type ParsedText,
} from '../edits/layout.ts';
import { atColumn, styleOf } from '../edits/values.ts';

/** An entry of a record that becomes `now` in the record `into`. */
export interface PairMove {
  readonly pair: Pair;
  readonly into: string;
  readonly now: string;
}

/** The edits that move entries of a record into a nested record; empty if the layout does not allow it. */
export function nestingEdits(source: ParsedText, map: YAMLMap, moved: readonly PairMove[]): Edit[] {
  const there = moved.map(({ into }): unknown => map.get(into, true)).filter(isMap);
  if (![map, ...there].every((each) => isEditable(each, source.text))) return [];
  const groups = new Map<string, PairMove[]>();
  for (const entry of moved) groups.set(entry.into, [...(groups.get(entry.into) ?? []), entry]);
  return [...groups].flatMap(([into, entries]) =>
    map.flow ? inBraces(source.text, map, into, entries) : inLines(source, map, into, entries),
  );
}

/** `{ a: 1, was: 2 }` becomes `{ a: 1, into: { now: 2 } }`. */
function inBraces(text: string, map: YAMLMap, into: string, moved: readonly PairMove[]): Edit[] {
  if (map.has(into)) return [];
  const entries = entriesOf(map, text);
  const places = moved.map(({ pair, now }) => {
    const index = map.items.indexOf(pair);
    const { start, end } = entries[index] as EntryPlace;
    return { start, end, before: entries[index - 1]?.end ?? start, text: renamed(text, pair, start, end, now) };
  });
  const record = `${into}: { ${places.map((place) => place.text).join(', ')} }`;
  return places.map(({ start, end, before }, index) =>
    index === 0 ? { start, end, text: record } : { start: before, end, text: '' },
  );
}

/** Entries on their own lines move together with the comments above them. */
function inLines(source: ParsedText, map: YAMLMap, into: string, moved: readonly PairMove[]): Edit[] {
  const { text } = source;
  const there: unknown = map.get(into, true);
  if (there !== undefined && !(isMap(there) && !there.flow && there.items.length > 0)) return [];
  if (moved.some(({ pair }) => !isOnLine(text, pair))) return [];
  const entries = entriesOf(map, text);
  const places = moved.map(({ pair, now }) => {
    const { from, to } = entries[map.items.indexOf(pair)] as EntryPlace;
    const lines = renamed(text, pair, from, to, now);
    return { from, to, lines: atColumn(lines.replaceAll('\r', ''), -columnOf(text, from)) };
  });
  const style = styleOf(source);
  const lines = places.map((place) => place.lines).join('\n');
  const cuts = places.map(({ from, to }) => ({ start: lineStart(text, from), end: nextLine(text, to), text: '' }));
  if (isMap(there)) {
    const others = entriesOf(there, text);
    return [...cuts, insertedLines(source, others, others.length, lines, style)];
  }
  const [{ from, to }] = places as [(typeof places)[number]];
  const record = atColumn(
    `${into}:\n${atColumn(`${' '.repeat(style.step)}${lines}`, style.step)}`,
    columnOf(text, from),
  );
  return [{ start: from, end: to, text: record.replaceAll('\n', style.newline) }, ...cuts.slice(1)];
}

/** Whether an entry is the first in its line. */
function isOnLine(text: string, { key }: Pair): boolean {
  const start = (key as Scalar).range?.[0] ?? 0;
  return text.slice(lineStart(text, start), start).trim() === '';
}

/** The text of an entry with another key. */
function renamed(text: string, { key }: Pair, from: number, to: number, now: string): string {
  const [start = from, end = from] = (key as Scalar).range ?? [];
  return text.slice(from, start) + now + text.slice(end, to);
}
