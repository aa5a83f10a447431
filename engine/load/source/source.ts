import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  Scalar,
} from 'yaml';
import type { LineIndex, SourceRange } from '../../errors/report.ts';
import type { FileKind } from '../../vocabulary/plan.ts';
import type { DataPath } from '../../vocabulary/walk.ts';
import { type Origins, originIn, type ValueOrigin } from './origins.ts';
import { sourceOffset } from './scalar-offset.ts';
import { isUnknownAt, type Unknown } from './unknown.ts';

export type { DataPath, FileKind };

/** The part of an entry to point at: its value, its key, or a part of the value's text. */
export interface At {
  readonly key?: true;
  readonly offset?: number;
  readonly length?: number;
}

/** The origin of an item in a list that was assembled from several files. */
export interface Origin {
  readonly source: Source<unknown>;
  readonly path: DataPath;
}

/** The assembled lists of a definition, by their path as JSON, with an origin for each item. */
export type Grafts = ReadonlyMap<string, readonly Origin[]>;

/** A text that could not be parsed, or has not been parsed yet. */
export class SourceText implements LineIndex {
  readonly path: string;
  readonly text: string;
  private split: string[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  get lines(): readonly string[] {
    this.split ??= this.text.split(/\r?\n/);
    return this.split;
  }

  position(offset: number): { line: number; column: number } {
    const before = this.text.slice(0, offset);
    const start = before.lastIndexOf('\n') + 1;
    let line = 1;
    for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++;
    return { line, column: offset - start + 1 };
  }
}

/** A parsed file: its plain data and the position of each value. */
export class Source<Data = Record<string, unknown>> extends SourceText {
  readonly kind: FileKind;
  readonly data: Data;
  /** The parser's document. */
  readonly document: Document;
  private readonly counter: LineCounter;
  private readonly grafts: Grafts | undefined;
  /** Of the last transformation first. */
  private readonly origins: readonly Origins[] | undefined;
  /** What is not known of the file, if it has mistakes. */
  readonly unknown: Unknown | undefined;

  constructor(of: {
    path: string;
    text: string;
    kind: FileKind;
    document: Document;
    counter: LineCounter;
    data: Data;
    grafts?: Grafts | undefined;
    origins?: readonly Origins[] | undefined;
    unknown?: Unknown | undefined;
  }) {
    super(of.path, of.text);
    this.kind = of.kind;
    this.data = of.data;
    this.document = of.document;
    this.counter = of.counter;
    this.grafts = of.grafts;
    this.origins = of.origins;
    this.unknown = of.unknown;
  }

  override position(offset: number): { line: number; column: number } {
    const { line, col } = this.counter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  /** The same file with data that a loading stage has transformed. */
  with<Other>(data: Other, grafts: Grafts | undefined = this.grafts, unknown = this.unknown): Source<Other> {
    const { path, text, kind, document, counter, origins } = this;
    return new Source({ path, text, kind, document, counter, data, grafts, origins, unknown });
  }

  /** A definition that was made from this file. Its values are placed at those that they were made from. */
  made<Other>(kind: FileKind, data: Other, origins: Origins, unknown = this.unknown): Source<Other> {
    const { path, text, document, counter } = this;
    const all = [origins, ...(this.origins ?? [])];
    return new Source({ path, text, kind, document, counter, data, origins: all, unknown });
  }

  /** The path in the file that a value is copied from, or that it was made because of. */
  writtenPath(path: DataPath): DataPath {
    return (this.origins ?? []).reduce((from, origins) => originIn(origins, from).from, path);
  }

  /** Whether entries of a record are unknown, so that a name that it does not have may be one of them. */
  lacksEntries(path: DataPath): boolean {
    const { values = [], records = [] } = this.unknown ?? {};
    const key = JSON.stringify(this.writtenPath(path));
    return [...values, ...records].some((each) => JSON.stringify(each) === key);
  }

  /** Whether a value, or something below it, is unknown. */
  isDoubtful(path: DataPath): boolean {
    if (this.unknown === undefined) return false;
    const { values, records } = this.unknown;
    const start = this.writtenPath(path);
    return [...values, ...records].some((each) => start.every((segment, index) => segment === each[index]));
  }

  /** The path in the file of the smallest value at a position, by itself or by its key. */
  pathAt(line: number, column: number): DataPath {
    const offset = (this.counter.lineStarts[line - 1] ?? 0) + column - 1;
    const path: (string | number)[] = [];
    let node: unknown = this.document.contents;
    for (;;) {
      const items: readonly unknown[] = isMap(node) || isSeq(node) ? node.items : [];
      const index = items.findLastIndex((item) => startOf(item) <= offset);
      const item = items[index];
      if (item === undefined || offset >= endOf(item)) return path;
      path.push(isPair(item) && isScalar(item.key) ? String(item.key.value) : index);
      node = isPair(item) ? item.value : item;
    }
  }

  /** The range of a value, or of its nearest ancestor in the file. For a grafted value, the range in its own file. */
  place(path: DataPath, at: At = {}): SourceRange {
    if (this.grafts === undefined) return this.placeInFile(path, at);
    const origin = this.originOf(path, this.grafts);
    const place = origin.source.placeInFile(origin.path, at);
    return origin.source.path === this.path ? place : { ...place, file: place.file ?? origin.source };
  }

  /** The line of a key in words, for messages about this file: `line 12`, or `other.form.yaml:12`. */
  lineOf(path: DataPath): string {
    const { offset, file = this } = this.place(path, { key: true });
    const { line } = file.position(offset);
    return file.path === this.path ? `line ${line}` : `${file.path}:${line}`;
  }

  /** Whether the author wrote a value. The loader makes others from what was written. */
  isWritten(path: DataPath): boolean {
    const origin =
      this.grafts === undefined ? { source: this as Source<unknown>, path } : this.originOf(path, this.grafts);
    let from = origin.path;
    for (const origins of origin.source.origins ?? []) {
      const found = originIn(origins, from);
      if (!found.isCopy) return false;
      if (found.file !== undefined) return true;
      from = found.from;
    }
    return true;
  }

  private originOf(path: DataPath, grafts: Grafts): Origin {
    let origin: Origin = { source: this as Source<unknown>, path: [] };
    path.forEach((segment, index) => {
      const grafted = grafts.get(JSON.stringify(path.slice(0, index)))?.[Number(segment)];
      origin = grafted ?? { source: origin.source, path: [...origin.path, segment] };
    });
    return origin;
  }

  private placeInFile(path: DataPath, at: At): SourceRange {
    if (this.origins === undefined) return this.placeWritten(path, at);
    let found: ValueOrigin = { from: path, isCopy: true };
    for (const origins of this.origins) {
      const { from, isCopy, file } = originIn(origins, found.from);
      found = { from, isCopy: isCopy && found.isCopy };
      if (file === undefined) continue;
      const place = file.place(from, found.isCopy ? at : { key: true });
      return { ...place, file: place.file ?? file };
    }
    return this.placeWritten(found.from, found.isCopy ? at : { key: true });
  }

  private placeWritten(path: DataPath, at: At): SourceRange {
    let node: unknown = this.document.contents;
    let pair: Pair | undefined;
    let found = 0;
    for (const segment of path) {
      if (isAlias(node)) node = node.resolve(this.document);
      if (isMap(node)) {
        const next = node.items.find((item) => isScalar(item.key) && item.key.value === segment);
        if (!next) break;
        pair = next;
        node = next.value;
      } else if (isSeq(node)) {
        const next: unknown = node.items[Number(segment)];
        if (next === undefined) break;
        pair = isPair(next) ? next : undefined;
        node = isPair(next) ? next.value : next;
      } else break;
      found++;
    }
    const whole = found === path.length;
    if (this.unknown !== undefined && isUnknownAt(this.unknown, path, found)) return unknownPlace;
    if ((at.key || !whole || !isScalar(node)) && pair && isNode(pair.key)) return rangeOf(pair.key);
    if (isNode(node)) {
      if (isScalar(node) && whole && at.offset !== undefined) return this.within(node, at);
      return isScalar(node) ? rangeOf(node) : { offset: node.range?.[0] ?? 0, length: 1 };
    }
    return { offset: 0, length: 1 };
  }

  private within(node: Scalar, { offset = 0, length = 1 }: At): SourceRange {
    const block = node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL;
    const value = typeof node.value === 'string' ? node.value : (node.source ?? '');
    const [start = 0, end = 0] = node.range ?? [];
    const from = sourceOffset(this.text, { start, end, value, block }, offset);
    if (from === undefined) return rangeOf(node);
    const to = sourceOffset(this.text, { start, end, value, block }, offset + length - 1);
    return { offset: from, length: to === undefined ? length : Math.max(1, to - from + 1) };
  }
}

const startOf = (item: unknown): number =>
  ((isPair(item) ? item.key : item) as Node | null)?.range?.[0] ?? Number.POSITIVE_INFINITY;

const endOf = (item: unknown): number => {
  const [key, value] = isPair(item) ? [item.key, item.value] : [item, item];
  return ((value ?? key) as Node | null)?.range?.[2] ?? Number.POSITIVE_INFINITY;
};

/** Problems at it are not reported. */
const unknownPlace: SourceRange = { offset: 0, length: 1, isUnknown: true };

function rangeOf(node: Node): SourceRange {
  const [start = 0, end = start] = node.range ?? [];
  return { offset: start, length: Math.max(1, end - start) };
}
