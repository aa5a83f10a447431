/** One name per thing: no exported name is declared in two files. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const generated = 'schemas/generated/types.ts';

/** Each word of a vocabulary exports the same name from one file per aspect; a generated table imports them. */
const isWord = (file: string): boolean =>
  /^engine\/(fields|rules|steps)\/[\w-]+\//.test(file) ||
  /^renderer\/blocks\/[\w-]+\/(examples|recipe)\.ts$/.test(file);

const files = ['engine', 'renderer', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name)),
);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Names that a file declares and exports; re-exports are not among them. */
const declaredIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+([\w$]+)/gm,
    ),
  ].map(([, name]) => name as string);

test('an exported name is declared in one file only', () => {
  const texts = new Map(files.filter((file) => !isWord(file)).map((file) => [file, read(file)]));
  const declared = new Map<string, string[]>();
  for (const [file, text] of texts)
    for (const name of new Set(declaredIn(text))) declared.set(name, [...(declared.get(name) ?? []), file]);
  // A generated type counts if code imports it; the others are parts of those.
  const imported = new Set(
    [...texts.values()].flatMap((text) =>
      [...text.matchAll(/(?:import|export) type \{([^}]*)\} from '[^']*schemas\/generated\/types\.ts'/g)].flatMap(
        ([, names]) => (names ?? '').split(',').map((name) => name.trim().split(' as ')[0] as string),
      ),
    ),
  );
  for (const name of declaredIn(read(generated)))
    if (imported.has(name) && declared.has(name)) declared.set(name, [...(declared.get(name) ?? []), generated]);
  expect(declared.size).toBeGreaterThan(500);
  expect([...declared].filter(([, places]) => places.length > 1)).toEqual([]);
});

/** What ends like a participle and is none: nouns, verbs, field types, and a command. */
const exceptions = new Set(['screen', 'token', 'open', 'listen', 'computed', 'hidden', 'varied', 'used']);
const isParticiple = (word: string): boolean => /^[a-z]+(ed|en)$/.test(word) && !exceptions.has(word);

const modules = files.filter((file) => !isWord(file));

test('no module has a name that ends with a participle', () => {
  const last = (file: string): string =>
    basename(file)
      .replace(/\.tsx?$/, '')
      .split('-')
      .at(-1) as string;
  expect(modules.filter((file) => isParticiple(last(file)))).toEqual([]);
  expect(isParticiple('merged')).toBe(true);
});

test('no type is named by a participle alone', () => {
  const types = /^(?:export\s+)?(?:declare\s+)?(?:abstract\s+)?(?:class|interface|type)\s+([A-Z][a-z]+)\b/gm;
  const found = modules.flatMap((file) =>
    [...read(file).matchAll(types)].map(([, name = '']) => [file, name] as const),
  );
  expect(found.length).toBeGreaterThan(200);
  expect(found.filter(([, name]) => isParticiple(name.toLowerCase()))).toEqual([]);
});
