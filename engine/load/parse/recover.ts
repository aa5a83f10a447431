/**
 * What can be read of a file whose YAML has mistakes: lines that cannot be read are left out, and what stood there is
 * unknown. All positions stay.
 */
import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { tooDeepAt } from '../guard/depth.ts';
import { isForbiddenKey } from '../guard/plain-data.ts';
import { type DataPath, Source } from '../source/source.ts';
import { fileKindOf, limits, tabBefore } from './parse-file.ts';
import { silentMistakes, syntaxMistakes } from './syntax-mistakes.ts';

/** More mistakes in one file are probably one that is not understood. */
const mostRounds = 12;

/** A part of the text that is left out, as offsets. */
interface Gap {
  readonly start: number;
  readonly end: number;
  /** Whether the key before it is kept. */
  readonly hasKey: boolean;
}

const parse = (text: string, lineCounter: LineCounter): Document =>
  parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, version: '1.2' }) as Document;

/** The offsets of the mistakes in a text. */
function mistakesIn(text: string, document: Document): readonly number[] {
  const errors = [...document.errors, ...document.warnings].slice(0, limits.syntaxErrors);
  const tab = errors.map(({ pos }) => tabBefore(text, pos[0])).find((at) => at !== undefined);
  if (tab !== undefined) return [tab];
  const found = errors.length > 0 ? syntaxMistakes(text, document, errors) : silentMistakes(text, document);
  return found.map(({ offset }) => Math.min(offset, text.length - 1));
}

/**
 * Reads what can be read of a file with mistakes in its YAML. They are reported elsewhere (`parseFile`). Undefined if
 * nothing can be read.
 */
export function recoverFile({ path, text }: { path: string; text: string }): Source | undefined {
  const kind = fileKindOf(path);
  if (kind === undefined || text.length > limits.bytes || tooDeepAt(text, limits.depth) !== undefined) return undefined;
  let read = text;
  const gaps: Gap[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const counter = new LineCounter();
    const document = parse(read, counter);
    const mistakes = mistakesIn(read, document);
    if (mistakes.length === 0) return sourceOf(document, counter);
    for (const offset of mistakes) {
      const gap = gapAt(read, offset, gaps);
      if (gap === undefined) continue;
      gaps.push(gap);
      read = read.slice(0, gap.start) + read.slice(gap.start, gap.end).replace(/[^\n]/g, ' ') + read.slice(gap.end);
    }
  }
  return undefined;

  function sourceOf(document: Document, counter: LineCounter): Source | undefined {
    if (!isMap(document.contents)) return undefined;
    const cleared = clearedIn(document);
    const places = gaps.map((gap) => placeOf(document.contents as YAMLMap, text, gap));
    let data: Record<string, unknown>;
    try {
      data = document.toJS({ maxAliasCount: limits.aliases }) as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      return undefined;
    }
    return new Source({
      ...{ path, text, kind: kind as Source['kind'], document, counter, data },
      unknown: {
        values: [...cleared.values, ...places.flatMap(({ at, isRecord }) => (isRecord ? [] : [at]))],
        records: [...cleared.records, ...places.flatMap(({ at, isRecord }) => (isRecord ? [at] : []))],
        texts: [...cleared.texts, ...gaps.map(({ start, end }) => text.slice(start, end))],
        isPartial: gaps.length > 0,
      },
    });
  }
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
};
/** A tab is deeper than what is above it, so that nothing below seems to belong to its line. */
const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].replaceAll('\t', ' '.repeat(8)).length ?? 0;

/** What is left out because of a mistake: the value on its line; after that, the line with all that is indented under it. */
function gapAt(text: string, offset: number, gaps: readonly Gap[]): Gap | undefined {
  let start = lineStart(text, text[offset] === '\n' ? offset : offset + 1);
  // A line that is blank already: the mistake is that of the line above.
  while (start > 0 && text.slice(start, lineEnd(text, start)).trim() === '') start = lineStart(text, start - 1);
  const end = lineEnd(text, start);
  const line = text.slice(start, end);
  if (line.trim() === '') return undefined;
  const key = /^ *(?:- )?[\w-]+: +(?=\S)/.exec(line)?.[0];
  const isTried = gaps.some((gap) => gap.start >= start && gap.start <= end);
  if (key !== undefined && !isTried) return { start: start + key.length, end, hasKey: true };
  let last = end;
  for (let next = end + 1; next < text.length; ) {
    const until = lineEnd(text, next);
    const below = text.slice(next, until);
    if (below.trim() !== '' && indentOf(below) <= indentOf(line)) break;
    last = until;
    next = until + 1;
  }
  return { start, end: last, hasKey: false };
}

/** The value that a gap leaves open, or the record that it was in. */
function placeOf(root: YAMLMap, text: string, { start, hasKey }: Gap): { at: DataPath; isRecord: boolean } {
  const column = (offset: number): number => offset - lineStart(text, offset);
  const begins = lineStart(text, start);
  const indent = hasKey ? Number.POSITIVE_INFINITY : indentOf(text.slice(begins, lineEnd(text, begins)));
  const at: (string | number)[] = [];
  let node: unknown = root;
  for (;;) {
    const items: readonly unknown[] = isMap(node) || isSeq(node) ? node.items : [];
    const before = items.findLastIndex((item) => offsetOf(item) < start);
    const item = items[before];
    if (before < 0 || (!hasKey && column(offsetOf(item)) >= indent)) return { at, isRecord: true };
    if (isPair(item)) {
      at.push(String((item.key as Scalar).value));
      node = item.value;
    } else {
      at.push(before);
      node = item;
    }
    if (!isMap(node) && !isSeq(node)) return { at, isRecord: false };
  }
}

const offsetOf = (item: unknown): number => {
  const node = (isPair(item) ? item.key : item) as Node | null;
  return node?.range?.[0] ?? Number.POSITIVE_INFINITY;
};

/** Removes what plain data cannot represent: second keys of a name, keys that are no texts, and aliases of nothing. */
function clearedIn(document: Document): { values: DataPath[]; records: DataPath[]; texts: string[] } {
  const values: DataPath[] = [];
  const records: DataPath[] = [];
  const texts: string[] = [];
  const anchors = new Set<string>();
  visit(document, {
    Map(_, map, above) {
      const seen = new Set<unknown>();
      const path = pathTo(map, above);
      map.items = map.items.filter((pair) => {
        const key = isScalar(pair.key) ? pair.key.value : undefined;
        const isName = typeof key === 'string' && !isForbiddenKey(key);
        if (isName && !seen.has(key)) {
          if (key.includes('\ufffd')) records.push(path);
          seen.add(key);
          return true;
        }
        if (isName) values.push([...path, key]);
        else records.push(path);
        texts.push(String(pair));
        return false;
      });
    },
    Node(key, node, above) {
      if (!isAlias(node) && node.anchor !== undefined) anchors.add(node.anchor);
      const isOpen = isAlias(node) && !anchors.has(node.source);
      const value = isScalar(node) ? node.value : undefined;
      const isOdd = typeof value === 'number' && !Number.isFinite(value);
      const isUndecoded = key !== 'key' && typeof value === 'string' && value.includes('\ufffd');
      if (isOpen || isOdd || isUndecoded) values.push(pathTo(node, above));
      return isOpen || isOdd ? new Scalar(null) : undefined;
    },
  });
  return { values, records, texts };
}

/** The path of a node below others. */
function pathTo(node: unknown, above: readonly unknown[]): DataPath {
  return above.flatMap((each, index): (string | number)[] => {
    if (isPair(each)) return [String(((each as Pair).key as Scalar | null)?.value)];
    const next = above[index + 1] ?? node;
    return isSeq(each) ? [each.items.indexOf(next)] : [];
  });
}
