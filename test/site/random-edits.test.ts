/**
 * Random edits of the files of `funnels/` and of the templates: the result has the data with that change, everything
 * else of the text stays, and what is set back has its first bytes. `EDITS_RUNS=10000 npx vitest run random-edits`
 * makes that many.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isAlias, isCollection, isMap, isNode, parseDocument } from 'yaml';
import { applyEdits, type Edit, undoEdits } from '../../engine/edits/edit.ts';
import { insertItem, insertKey } from '../../engine/edits/insert.ts';
import type { ParsedText } from '../../engine/edits/layout.ts';
import { moveItem } from '../../engine/edits/move.ts';
import { removeAt } from '../../engine/edits/remove.ts';
import { renameKey, setValue } from '../../engine/edits/set.ts';
import { pick, type Random, seeded } from '../harness/random-form.ts';

type Path = (string | number)[];
type Data = Record<string, unknown> | unknown[];

const root = resolve(import.meta.dirname, '../..');
const runs = Number(process.env['EDITS_RUNS'] ?? 200);
const files = ['funnels', 'server/cli/templates']
  .flatMap((folder) => globSync(`${folder}/**/*.yaml`, { cwd: root }))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Layouts that those files lack. */
const layouts = [
  '# file\n\n# of a\na:\n- x # x\n-\n# of b\n-   b: 1\n    c: |\n      one\n       two\n\n    d: >-\n      one\n      two\n  # rest\n\ne: 1\n',
  'a: { b: 1, c: , d, "e": [x, { f: 1 }, [y,],] } # a\nb:\n    c: [\n      x, # x\n      # y\n      y,\n    ]\n    d: {\n      e: 1,\n      f: \'g\'\n    }\nh:\n  "long\n  text"\ni: plain\n  text # i\n',
  '{\n  "a": 1,\n  "b": { "c": [1, 2, "x"], "d": null },\n  "e": [\n    { "f": 1 },\n    []\n  ]\n}\n',
  '- - a\n  - - b\n    - c: 1\n      # of d\n      d: 2\n  # deep\n- e:\n    # of f\n    f: |+\n      x\n\n\n    g: 1\n\n- h\n',
  "? a\n: 1\nb: &x { c: 1 }\nd: *x\n'e': !!str 1\nf: {}\ng:\n  - []\n",
].map((text, index) => ({ path: `layout ${index}`, text }));

const parsed = (text: string): ParsedText & { data: Data } => {
  const document = parseDocument(text);
  expect(document.errors).toEqual([]);
  return { text, document, data: document.toJS() as Data };
};

/** The values of a file that can be edited: those outside of anchors and aliases. */
function pathsIn({ document }: ParsedText): { paths: Path[]; collections: Path[] } {
  const paths: Path[] = [];
  const collections: Path[] = [];
  const visit = (node: unknown, path: Path): boolean => {
    if (isAlias(node) || (isNode(node) && 'anchor' in node && node.anchor !== undefined)) return false;
    if (!isCollection(node)) return true;
    const parts = isMap(node)
      ? node.items.map(({ key, value }) => visit(value, [...path, String(key)]) && paths.push([...path, String(key)]))
      : node.items.map((item, index) => visit(item, [...path, index]) && paths.push([...path, index]));
    const isFree = parts.every(Boolean);
    if (isFree) collections.push(path);
    return isFree;
  };
  visit(document.contents, []);
  return { paths, collections };
}

const at = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, segment) => (value as Record<string, unknown>)[segment], data);

const texts = [
  'x',
  'Some words',
  "it's",
  'a: b',
  '{{ facts.a }}',
  '# no comment',
  'x # y',
  '- a',
  'null',
  '12',
  'true',
  '',
  ' spaced ',
  'one\ntwo',
  'one\n\n  two\n',
  'end\n\n',
  '\ttab',
  'ção “x” 🙂',
  '"quoted"',
  'a, b]',
  '* x',
  '&x',
  '100%',
  '2026-01-01',
  'https://a.example/?b=c#d',
  'a \\ b',
  'x'.repeat(200),
  'many words '.repeat(20).trim(),
];

function randomValue(random: Random, depth = 0): unknown {
  const kind = random();
  if (kind < 0.55 || depth > 2) return pick(random, texts);
  if (kind < 0.75) return pick(random, [0, 1, -2.5, true, false, null]);
  const count = Math.floor(random() * 4);
  const items = Array.from({ length: count }, () => randomValue(random, depth + 1));
  if (kind < 0.87) return items;
  return Object.fromEntries(items.map((item, index) => [pick(random, ['a', 'b c', 'null', 'd:']) + index, item]));
}

interface Change {
  readonly name: string;
  readonly edits: (source: ParsedText) => Edit[];
  /** The same change of the data; entries are ordered. */
  readonly change: (data: Data) => void;
}

/** Replaces the entries of a record, which gives them another order. */
function reorder(record: Record<string, unknown>, entries: [string, unknown][]): void {
  for (const key of Object.keys(record)) delete record[key];
  for (const [key, value] of entries) record[key] = value;
}

function randomChange(source: ParsedText & { data: Data }, random: Random): Change {
  const { paths, collections } = pathsIn(source);
  const kind = pick(random, ['set', 'set', 'insert', 'remove', 'move', 'rename']);
  const path = pick(random, paths);
  const parent = path.slice(0, -1);
  const last = path.at(-1) as string | number;
  const value = randomValue(random);
  const name = `${pick(random, ['new', 'with: '])}${Math.floor(random() * 1e9)}`;
  if (kind === 'set')
    return {
      name: `set ${path.join('.')} to ${JSON.stringify(value)}`,
      edits: (its) => setValue(its, path, value),
      change: (data) => {
        (at(data, parent) as Record<string, unknown>)[last] = value;
      },
    };
  if (kind === 'remove')
    return {
      name: `remove ${path.join('.')}`,
      edits: (its) => removeAt(its, path),
      change: (data) => {
        const from = at(data, parent) as Data;
        if (Array.isArray(from)) from.splice(Number(last), 1);
        else delete from[last];
      },
    };
  if (kind === 'rename' && typeof last === 'string')
    return {
      name: `rename ${path.join('.')}`,
      edits: (its) => renameKey(its, path, name),
      change: (data) => {
        const record = at(data, parent) as Record<string, unknown>;
        const entries = Object.entries(record).map(([key, its]): [string, unknown] => [key === last ? name : key, its]);
        reorder(record, entries);
      },
    };
  const where = pick(random, collections);
  const there = at(source.data, where) as Data;
  const count = Object.keys(there).length;
  if (kind === 'move' && count > 0) {
    const [from, to] = [Math.floor(random() * count), Math.floor(random() * count)];
    const moved = <Of>(all: Of[]): Of[] => {
      all.splice(to, 0, ...all.splice(from, 1));
      return all;
    };
    return {
      name: `move ${where.join('.')} ${from} to ${to}`,
      edits: (its) => moveItem(its, where, from, to),
      change: (data) => {
        const its = at(data, where) as Data;
        if (Array.isArray(its)) moved(its);
        else reorder(its, moved(Object.entries(its)));
      },
    };
  }
  const index = Math.floor(random() * (count + 1));
  return {
    name: `insert ${JSON.stringify(value)} into ${where.join('.')} at ${index}`,
    edits: (its) =>
      Array.isArray(there) ? insertItem(its, where, value, { index }) : insertKey(its, where, name, value, { index }),
    change: (data) => {
      const its = at(data, where) as Data;
      if (Array.isArray(its)) its.splice(index, 0, value);
      else reorder(its, Object.entries(its).toSpliced(index, 0, [name, value]));
    },
  };
}

/** The comments of a text, without those that only look like one. */
const commentsOf = (source: ParsedText): string[] =>
  source.text.split(/\r?\n/).flatMap((line) => (/^[\s-]*#/.test(line) ? [line.replace(/^[\s-]*/, '')] : []));

/** The edits of a change; undefined where a layout refuses it. */
function editsOrRefusal(edits: () => Edit[], path: string, where: string): Edit[] | undefined {
  try {
    return edits();
  } catch (error) {
    const refused = /^The layout before|contains the blank lines after it/;
    if (path.startsWith('layout') && error instanceof RangeError && refused.test(error.message)) return undefined;
    throw new Error(where, { cause: error });
  }
}

test('the files have what is edited', () => {
  expect(files.length).toBeGreaterThan(60);
  expect(files.map(({ path }) => path)).toContain('funnels/site.yaml');
});

test(`${runs} random edits change what they are to change, and nothing else`, { timeout: 600_000 }, () => {
  const random = seeded(20261128);
  for (let run = 0; run < runs; run += 1) {
    const file = pick(random, random() < 0.4 ? layouts : files);
    const lines = random() < 0.25 ? file.text.replaceAll('\n', '\r\n') : file.text;
    let source = parsed(random() < 0.1 ? lines.trimEnd() : lines);
    for (let count = 0; count < 3; count += 1) {
      // Nothing is left of a file whose entries were all removed.
      if (pathsIn(source).paths.length === 0) break;
      const { name, edits, change } = randomChange(source, random);
      const where = `${run}, ${file.path}: ${name}`;
      const made = editsOrRefusal(() => edits(source), file.path, where);
      if (made === undefined) continue;
      const now = applyEdits(source.text, made);
      const wanted = structuredClone(source.data);
      change(wanted);
      const result = parseDocument(now);
      expect(result.errors, `${where}\n${now}`).toEqual([]);
      // As text, so that the order of entries counts.
      expect(JSON.stringify(result.toJS()), `${where}\n${now}`).toBe(JSON.stringify(wanted));
      expect(applyEdits(now, undoEdits(source.text, made)), where).toBe(source.text);
      if (source.text.includes('\r\n')) expect(/[^\r]\n/.test(now), where).toBe(false);
      if (/^(?:move|insert|rename)/.test(name))
        expect(commentsOf({ ...source, text: now }).sort(), where).toEqual(commentsOf(source).sort());
      source = parsed(now);
    }
  }
});

test(`${runs} texts that are set and set back have their first bytes`, { timeout: 600_000 }, () => {
  const random = seeded(20261129);
  const words = ['x', 'Some words', 'ção “x” 🙂'];
  let count = 0;
  for (let run = 0; run < runs; run += 1) {
    const { text } = pick(random, files);
    const source = parsed(text);
    const path = pick(random, pathsIn(source).paths);
    const was = at(source.data, path);
    const node: unknown = source.document.getIn(path, true);
    // A folded text may have been folded anywhere.
    const isPlain = typeof was === 'string' && isNode(node) && /^(?!>)[^\n]*$/.test(text.slice(...(node.range ?? [])));
    if (!isPlain) continue;
    count += 1;
    const other = applyEdits(text, setValue(source, path, pick(random, words)));
    expect(applyEdits(other, setValue(parsed(other), path, was)), path.join('.')).toBe(text);
  }
  expect(count).toBeGreaterThan(runs / 4);
});
