/** Who may import whom, and no cycles. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folders = ['schemas', 'engine', 'renderer', 'server'] as const;
type Folder = (typeof folders)[number];

const allowed: Record<Folder, { folders: readonly string[]; packages: RegExp }> = {
  schemas: { folders: [], packages: /^(ajv)$/ },
  engine: { folders: ['schemas'], packages: /^(xstate|yup|yaml)$/ },
  renderer: {
    folders: ['schemas', 'engine'],
    packages:
      /^(react|react-dom|react-router-dom|xstate|@xstate\/react|@chakra-ui\/react|@emotion\/.*|stylis|csstype)(\/|$)/,
  },
  server: { folders: ['schemas', 'engine'], packages: /^(node:|express|kysely|negotiator$|sharp$|yaml$)/ },
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));

const importsOf = (file: string): Import[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/gm,
    ),
  ].map((match) => ({ from: file, to: (match[1] ?? match[2] ?? match[3]) as string }));

const imports = folders.flatMap((folder) => sources(folder).flatMap(importsOf));
const target = ({ from, to }: Import): string =>
  to.startsWith('.') ? relative(root, resolve(root, dirname(from), to)) : to;

describe.each(folders)('%s', (folder) => {
  const own = imports.filter(({ from }) => from.startsWith(`${folder}/`));

  test('has sources', () => expect(own.length).toBeGreaterThan(0));

  test('imports only the folders it may', () => {
    const strange = own.filter((each) => {
      if (!each.to.startsWith('.')) return false;
      // What both sides of a page agree on, as types; what is drawn comes from the build.
      if (folder === 'server' && target(each) === 'renderer/contract.ts') return false;
      const [top] = target(each).split('/');
      return top !== folder && !allowed[folder].folders.includes(top as string);
    });
    expect(strange).toEqual([]);
  });

  test('imports only the packages it may', () => {
    expect(own.filter(({ to }) => !to.startsWith('.') && !allowed[folder].packages.test(to))).toEqual([]);
  });
});

test('there are no cycles', () => {
  const graph = new Map<string, string[]>();
  for (const each of imports)
    if (each.to.startsWith('.')) graph.set(each.from, [...(graph.get(each.from) ?? []), target(each)]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

test('islands and boot carry no loader, no parser, no Chakra and no Emotion', () => {
  const heavy = /engine\/(load|expressions\/(lexer|parser|check|compile))|@chakra-ui|@emotion|stylis|(^|\/)yaml$|ajv/;
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    // Types cost nothing.
    const text = readFileSync(join(root, file), 'utf8');
    for (const each of importsOf(file)) {
      const typeOnly = new RegExp(
        `(import|export) type [^;]*from '${each.to.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}'`,
      ).test(text);
      if (typeOnly) continue;
      expect(target(each), file).not.toMatch(heavy);
      if (each.to.startsWith('.')) follow(target(each));
    }
  };
  follow('renderer/islands/flow.tsx');
  follow('renderer/boot/boot.ts');
  expect(reached.size).toBeGreaterThan(40);
});
