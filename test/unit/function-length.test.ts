/** A function is short enough to read as one thing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const mostLines = 120;

interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as AstNode).type === 'string';

/** The functions below a value of a syntax tree, with their positions. */
function* functionsIn(value: unknown): Generator<AstNode> {
  if (Array.isArray(value)) for (const each of value) yield* functionsIn(each);
  if (!isNode(value)) return;
  if (/^(Function|ArrowFunction)/.test(value.type)) yield value;
  for (const child of Object.values(value)) if (typeof child === 'object') yield* functionsIn(child);
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !/(^|\/)generated\//.test(name))
    .map((name) => join(folder, name));

/** The functions of a file that have more lines than `most`, by their place. */
function longFunctions(file: string, text: string, most: number): Record<string, number> {
  const linesOf = (part: string): number => part.split('\n').length;
  // Most files are shorter than that: they need no parser.
  if (linesOf(text) <= most) return {};
  const { body } = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  const long = [...functionsIn(body)].filter(({ start, end }) => linesOf(text.slice(start, end)) > most);
  return Object.fromEntries(
    long.map(({ start, end }) => [`${file}:${linesOf(text.slice(0, start))}`, linesOf(text.slice(start, end))]),
  );
}

test(`no function of the sources has more than ${mostLines} lines`, () => {
  const files = ['engine', 'renderer', 'server', 'tools'].flatMap(filesIn);
  expect(files.length).toBeGreaterThan(1000);
  const long = files.map((file) => longFunctions(file, readFileSync(join(root, file), 'utf8'), mostLines));
  expect(Object.assign({}, ...long)).toEqual({});
});

test('a function is measured from its first line to its last, also within another one', () => {
  const text = [
    'const a = 1;',
    'export function outer() {',
    '  return {',
    '    inner: async (b: number): Promise<number> => {',
    '      return b;',
    '    },',
    '  };',
    '}',
  ].join('\n');
  expect(longFunctions('a.ts', text, 2)).toEqual({ 'a.ts:2': 7, 'a.ts:4': 3 });
  expect(longFunctions('a.ts', text, 3)).toEqual({ 'a.ts:2': 7 });
});
