/**
 * Rewrites a definition to the current vocabulary: renamed keys, values and names in expressions
 * (`vocabulary/renamed.ts`). Only the renamed words are edited, so comments and layout stay.
 */
import { isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap } from 'yaml';
import { applyEdits, type Edit } from '../edits/edit.ts';
import { Report } from '../errors/report.ts';
import { parseFile } from '../load/parse/parse-file.ts';
import { sourceOffset } from '../load/source/scalar-offset.ts';
import type { Source } from '../load/source/source.ts';
import { type Place, placeBelow, recordPlace, rootPlace } from '../vocabulary/places.ts';
import type { AnnotationKind } from '../vocabulary/plan.ts';
import { type RenamedTo, renamedAt } from '../vocabulary/renames.ts';
import { alignComments } from './alignment.ts';
import { type Replacement, renamesInExpression, renamesInTemplate } from './expressions.ts';
import { nestingEdits, type PairMove } from './nesting.ts';

/** A renamed word. */
export interface Rename {
  readonly line: number;
  readonly was: string;
  readonly now: string;
}

/** A migrated file. */
export interface FileMigration {
  readonly text: string;
  /** In file order; empty if the file had no old word. */
  readonly renames: readonly Rename[];
}

/** The kinds of strings that may contain expressions in `{{ … }}`. */
const templates: ReadonlySet<AnnotationKind> = new Set(['text', 'prose', 'href', 'route', 'asset', 'constant']);
/** Records of the author, whose texts may contain expressions. */
const ownRecords: ReadonlySet<AnnotationKind> = new Set(['facts', 'texts', 'item']);

/** Rewrites one file. Returns undefined and reports errors if it cannot be parsed. */
export function migrateFile(file: { path: string; text: string }, report: Report): FileMigration | undefined {
  const source = parseFile(file, report);
  if (source === undefined) return undefined;
  const first = rewrite(source, false);
  const reparse = (text: string) => parseFile({ path: file.path, text }, new Report());
  const plain = reparse(first.text);
  const aligned = reparse(alignComments(file.text, first.text));
  // A text may contain what looks like a comment.
  const isSame = aligned !== undefined && JSON.stringify(aligned.data) === JSON.stringify(plain?.data);
  const renamed = isSame ? aligned : plain;
  // A second pass moves entries, after the words inside them have been renamed.
  const second = renamed === undefined ? { text: first.text, renames: [] } : rewrite(renamed, true);
  return { text: second.text, renames: [...first.renames, ...second.renames].sort((a, b) => a.line - b.line) };
}

/** One pass. @param moving true to move entries into other records; false to rename everything else */
function rewrite(source: Source, moving: boolean): FileMigration {
  const edits: Edit[] = [];
  const renames: Rename[] = [];
  const pass: Pass = {
    source,
    moving,
    replace(offset, was, now) {
      if (moving) return;
      edits.push({ start: offset, end: offset + was.length, text: now });
      renames.push({ line: source.position(offset).line, was, now });
    },
    move(map, entries) {
      const moves = nestingEdits(source, map, entries);
      if (moves.length === 0) return;
      edits.push(...moves);
      for (const { pair, into, now } of entries) {
        const key = pair.key as Scalar;
        renames.push({
          line: source.position(key.range?.[0] ?? 0).line,
          was: String(key.value),
          now: `${into}.${now}`,
        });
      }
    },
  };
  const { contents } = source.document;
  visit(contents, rootPlace(source.kind), pass);
  return { text: applyEdits(source.text, edits), renames };
}

interface Pass {
  readonly source: Source;
  readonly moving: boolean;
  replace(offset: number, was: string, now: string): void;
  move(map: YAMLMap, entries: readonly PairMove[]): void;
}

/** Rewrites a node. An alias is none of its kinds: its value is rewritten at its anchor. */
function visit(node: unknown, place: Place, pass: Pass): void {
  const { kind } = place.plan;
  if (kind !== undefined) {
    if (kind === 'expression') replaceNames(node, renamesInExpression, pass);
    else if (templates.has(kind)) replaceNames(node, renamesInTemplate, pass);
    else if (ownRecords.has(kind)) replaceBelow(node, pass);
    return;
  }
  if (isSeq(node)) {
    const items = placeBelow(place, 0);
    if (items !== undefined) for (const item of node.items) visit(item, items, pass);
  } else if (isMap(node)) visitMap(node, place, pass);
}

function visitMap(map: YAMLMap, outer: Place, pass: Pass): void {
  const { source } = pass;
  const data = map.toJS(source.document) as Record<string, unknown>;
  const place = recordPlace(outer, data);
  const moved: PairMove[] = [];
  for (const pair of map.items) {
    const { key, value } = pair;
    if (!isScalar(key) || typeof key.value !== 'string') continue;
    const written = key.value;
    const to = renamedAt(place.name, written, data);
    // If both words are present, the checks report the old one and the author decides.
    const renamed = to !== undefined && isFree(to, data) ? to : undefined;
    const path = (renamed?.now ?? written).split('.');
    if (renamed !== undefined) {
      const [into = '', now] = path;
      if (now === undefined) pass.replace(startOf(key, source), written, into);
      else if (pass.moving) moved.push({ pair, into, now });
      if (isScalar(value)) {
        const other = renamed.values?.[String(value.value)];
        if (other !== undefined) pass.replace(startOf(value, source), String(value.value), other);
      }
    }
    const below = path.reduce<Place | undefined>((at, segment) => at && placeBelow(at, segment), place);
    if (below !== undefined) visit(value, below, pass);
  }
  pass.move(map, moved);
}

const isFree = ({ now }: RenamedTo, data: Readonly<Record<string, unknown>>): boolean => {
  let value: unknown = data;
  for (const segment of now.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return true;
    value = (value as Record<string, unknown>)[segment];
  }
  return false;
};

/** The offset of the text of a key or single-line value, inside its quotes. */
function startOf(scalar: Scalar, source: Source): number {
  const start = scalar.range?.[0] ?? 0;
  return /^['"]/.test(source.text[start] ?? '') ? start + 1 : start;
}

function replaceNames(node: unknown, find: (text: string) => Replacement[], { source, replace }: Pass): void {
  if (!isScalar(node) || typeof node.value !== 'string') return;
  const [start = 0, end = 0] = (node as Node).range ?? [];
  const block = node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL;
  for (const { offset, was, now } of find(node.value)) {
    const at = sourceOffset(source.text, { start, end, value: node.value, block }, offset);
    // A name that contains an escape is left for the checks to report.
    if (at !== undefined && source.text.startsWith(was, at)) replace(at, was, now);
  }
}

function replaceBelow(node: unknown, pass: Pass): void {
  if (isMap(node)) for (const { value } of node.items) replaceBelow(value, pass);
  else if (isSeq(node)) for (const item of node.items) replaceBelow(item, pass);
  else replaceNames(node, renamesInTemplate, pass);
}
