/** Which folder may import which, without cycles between files or folders. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folders = ['schemas', 'engine', 'renderer', 'server'] as const;
type Folder = (typeof folders)[number];

const allowed: Record<Folder, { folders: readonly string[]; packages: RegExp }> = {
  schemas: { folders: [], packages: /^(ajv)$/ },
  engine: {
    folders: ['schemas'],
    packages: /^(xstate|yup|yaml|re2js|@eslint-community\/regexpp)$|^libphonenumber-js\//,
  },
  renderer: {
    folders: ['schemas', 'engine'],
    packages:
      /^(react|react-dom|react-router-dom|xstate|@xstate\/react|@chakra-ui\/react|@emotion\/.*|@noble\/hashes|stylis|csstype|pdfkit)(\/|$)/,
  },
  server: {
    folders: ['schemas', 'engine'],
    packages:
      /^(node:|@modelcontextprotocol\/server(\/|$)|aws4fetch$|express|kysely|negotiator$|nodemailer$|pg$|pino$|prom-client$|recheck(\/lib\/browser\.js)?$|sharp$|vscode-(json-languageservice|languageserver\/node|languageserver-textdocument)$|write-excel-file\/node$|yaml$)/,
  },
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

  test('imports only allowed folders', () => {
    const strange = own.filter((each) => {
      if (!each.to.startsWith('.')) return false;
      // The types shared by both sides of a page, of the studio, and of the tools of `funnel dev`. The renderer itself comes from the build.
      if (folder === 'server' && /^renderer\/((studio|dev)\/)?contract\.ts$/.test(target(each))) return false;
      const [top] = target(each).split('/');
      return top !== folder && !allowed[folder].folders.includes(top as string);
    });
    expect(strange).toEqual([]);
  });

  test('imports only allowed packages', () => {
    expect(own.filter(({ to }) => !to.startsWith('.') && !allowed[folder].packages.test(to))).toEqual([]);
  });
});

test('ARCHITECTURE.md has at most 150 lines', () =>
  expect(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150));

test('React Router is part of the studio only', () => {
  const routed = imports.filter(({ to }) => to.startsWith('react-router'));
  expect(routed.length).toBeGreaterThan(0);
  expect(routed.filter(({ from }) => !from.startsWith('renderer/studio/'))).toEqual([]);
});

/** The strongly connected parts of a graph that have more than one node (Tarjan), each sorted. */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    const own = order.size;
    order.set(node, own);
    low.set(node, own);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) as number, low.get(next) as number));
    }
    if (low.get(node) !== own) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) visit(node);
  return circles;
}

const graphOf = (edges: Iterable<readonly [from: string, to: string]>): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
};

const ownImports = imports.filter(({ to }) => to.startsWith('.')).map((each) => [each.from, target(each)] as const);

test('files have no import cycles', () => expect(circlesOf(graphOf(ownImports))).toEqual([]));

/**
 * The imports within each folder. An import counts where its two paths part: `engine/flow/machine-setup.ts` that imports
 * `engine/values/duration.ts` is, within `engine`, an import of `values` by `flow`.
 */
const within = new Map<string, (readonly [from: string, to: string])[]>();
for (const [from, to] of ownImports) {
  const [a, b] = [from.split('/'), to.split('/')];
  const fork = a.findIndex((segment, index) => segment !== b[index]);
  const folder = a.slice(0, fork).join('/');
  if (folder !== '') within.set(folder, [...(within.get(folder) ?? []), [a[fork] as string, b[fork] as string]]);
}

test('folders have no import cycles', () => {
  const circles = [...within].flatMap(([folder, edges]) =>
    circlesOf(graphOf(edges)).map((circle) => `${folder}: ${circle.join(', ')}`),
  );
  expect(circles).toEqual([]);
});

/** The order in which the table of ARCHITECTURE.md lists the entries of a folder. Rows without a folder continue the one above. */
function documentedOrder(folder: string): string[] {
  const rows = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(
    /^\| (?:`([^|]*)\/` )?\|[^|]*\| ([^|]+) \|$/gm,
  );
  let current = '';
  return [...rows].flatMap(([, named, rooms = '']) => {
    current = named ?? current;
    return current === folder ? [...rooms.matchAll(/`([\w.-]+?)\/?`/g)].map(([, name]) => name as string) : [];
  });
}

test.each(['engine', 'engine/load', 'renderer', 'server'])(
  'ARCHITECTURE.md lists %s in the order of imports',
  (folder) => {
    const order = documentedOrder(folder);
    const depth = folder.split('/').length;
    const there = new Set(sources(folder).map((file) => file.split('/')[depth] as string));
    expect([...order].sort()).toEqual([...there].sort());
    const upward = (within.get(folder) ?? []).filter(([from, to]) => order.indexOf(to) > order.indexOf(from));
    expect(upward).toEqual([]);
  },
);

test('islands and boot contain no loader, no parser, no Chakra and no Emotion', () => {
  const heavy = /engine\/(load|expressions\/(lexer|parser|check|compile))|@chakra-ui|@emotion|stylis|(^|\/)yaml$|ajv/;
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    // Type imports cost nothing.
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
  follow('renderer/islands/flow.ts');
  follow('renderer/boot/boot.ts');
  expect(reached.size).toBeGreaterThan(40);
});

test('a session in a browser imports no React and no view', () => {
  const reached = new Set<string>();
  const follow = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, to = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)) {
      expect(to, file).not.toMatch(/^react|@xstate\/react|\.tsx$/);
      if (to.startsWith('.')) follow(relative(root, join(dirname(join(root, file)), to)));
    }
  };
  follow('renderer/islands/flow.ts');
  expect(reached).toContain('engine/session/session.ts');
});
