import { isMap, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { Edit } from './edits.ts';

/** An entry of a record that becomes `now` in the record `into`. */
export interface Moved {
  readonly pair: Pair;
  readonly into: string;
  readonly now: string;
}

const step = '  ';

const rangeOf = (node: unknown): readonly [start: number, end: number] => {
  const [start = 0, end = start] = (node as Node | null)?.range ?? [];
  return [start, end];
};

/** The edits that move entries of a record into a nested record; empty if the layout does not allow it. */
export function nestingEdits(text: string, map: YAMLMap, moved: readonly Moved[]): Edit[] {
  const groups = new Map<string, Moved[]>();
  for (const entry of moved) groups.set(entry.into, [...(groups.get(entry.into) ?? []), entry]);
  return [...groups].flatMap(([into, entries]) =>
    map.flow ? inBraces(text, map, into, entries) : inLines(text, map, into, entries),
  );
}

/** `{ a: 1, was: 2 }` becomes `{ a: 1, into: { now: 2 } }`. */
function inBraces(text: string, map: YAMLMap, into: string, entries: readonly Moved[]): Edit[] {
  if (map.has(into)) return [];
  const spans = entries.map(({ pair, now }) => {
    const [start, keyEnd] = rangeOf(pair.key);
    const end = Math.max(keyEnd, rangeOf(pair.value)[1]);
    const before = map.items[map.items.indexOf(pair) - 1];
    const from = before === undefined ? start : Math.max(rangeOf(before.key)[1], rangeOf(before.value)[1]);
    return { start, end, from, text: now + text.slice(keyEnd, end) };
  });
  const [first, ...others] = spans;
  if (first === undefined) return [];
  const record = `${into}: { ${spans.map((span) => span.text).join(', ')} }`;
  return [
    { start: first.start, end: first.end, text: record },
    ...others.map(({ from, end }) => ({ start: from, end, text: '' })),
  ];
}

/** Entries on their own lines move together with the comments above them. */
function inLines(text: string, map: YAMLMap, into: string, entries: readonly Moved[]): Edit[] {
  const there: unknown = map.get(into, true);
  if (there !== undefined && !(isMap(there) && !there.flow && there.items.length > 0)) return [];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const pieces = entries.map(({ pair, now }) => linesOf(text, pair, now));
  if (pieces.some((piece) => piece === undefined)) return [];
  const whole = pieces as Lines[];
  const nested = whole.map(({ text: lines }) => indented(lines)).join('');
  const cuts = whole.map(({ start, end }) => ({ start, end, text: '' }));
  if (isMap(there)) {
    const last = there.items.at(-1) as Pair;
    const lines = linesOf(text, last, String((last.key as Scalar).value));
    if (lines === undefined) return [];
    return [...cuts, { start: lines.end, end: lines.end, text: nested }];
  }
  const [first] = whole as [Lines];
  return [{ ...(cuts[0] as Edit), text: `${first.indent}${into}:${newline}${nested}` }, ...cuts.slice(1)];
}

interface Lines {
  readonly start: number;
  readonly end: number;
  readonly indent: string;
  /** The entry under its new key, with the comments above it and a final line break. */
  readonly text: string;
}

/** The lines of an entry; undefined if they contain anything else. */
function linesOf(text: string, pair: Pair, now: string): Lines | undefined {
  const [keyStart, keyEnd] = rangeOf(pair.key);
  const lineStart = text.lastIndexOf('\n', keyStart - 1) + 1;
  const indent = text.slice(lineStart, keyStart);
  if (indent.trim() !== '') return undefined;
  let start = lineStart;
  for (;;) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (start === 0 || !text.slice(above, start).startsWith(`${indent}#`)) break;
    start = above;
  }
  const end = keyStart + text.slice(keyStart, Math.max(keyEnd, rangeOf(pair.value)[1])).trimEnd().length;
  const newline = text.indexOf('\n', end);
  let lineEnd = newline < 0 ? text.length : newline + 1;
  // The range of a record ends before its last comments. Those that are indented further than its key are its own.
  for (;;) {
    const [comment = '', space = ''] = /^(?:\s*\n)?( *)#[^\n]*(?:\n|$)/.exec(text.slice(lineEnd)) ?? [];
    if (space.length <= indent.length) break;
    lineEnd += comment.length;
  }
  const lines = text.slice(start, keyStart) + now + text.slice(keyEnd, lineEnd);
  return { start, end: lineEnd, indent, text: lines.endsWith('\n') ? lines : `${lines}\n` };
}

const indented = (lines: string): string => lines.replace(/^(?=[^\r\n])/gm, step);
