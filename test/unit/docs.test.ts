/** The documents match the project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { functionCatalogue } from '../../engine/expressions/catalogue.ts';
import { neutralColors } from '../../renderer/theme/palette.ts';
import { authoredBlockTypes } from '../../schemas/generated/types.ts';
import { authorTables, withTables } from '../../tools/author-tables.ts';
import { readGuide } from '../../tools/guide.ts';
import { allSchemas } from '../../tools/schemas.ts';
import { projectRoot } from '../harness/site-server.ts';

test('every script in the README and in CONTRIBUTING.md exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const texts = ['README.md', 'CONTRIBUTING.md'].map((name) => readFileSync(join(projectRoot, name), 'utf8'));
  const named = [...texts.join().matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name as string);
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) expect(scripts, name).toHaveProperty(name);
});

test('the changelog has a section for the version, and the lock file agrees', () => {
  const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
  const sections = [...read('CHANGELOG.md').matchAll(/^## \[(\S+)\](?: - (\d{4}-\d{2}-\d{2}))?$/gm)];
  expect(sections[0]?.[1]).toBe('Unreleased');
  expect(sections[1]?.slice(1)).toEqual([version, expect.stringMatching(/^\d/)]);
});

test('hosted CI runs the same command as developers', () => {
  const { jobs } = parse(readFileSync(join(projectRoot, '.github/workflows/ci.yml'), 'utf8')) as {
    jobs: Record<string, { steps: { run?: string }[] }>;
  };
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands).toEqual(['.ci/run']);
});

describe('the tables of the authors’ guide', () => {
  const guide = readGuide();
  const schemas = allSchemas();

  test('match the schemas and functions', () => {
    expect(withTables(guide, authorTables(schemas))).toEqual(guide);
  });

  test('have a row for every block, every function and every key of a step', () => {
    const tables = authorTables(schemas);
    const rows = (name: string): string => tables.get(name) ?? '';
    for (const type of authoredBlockTypes) expect(rows('blocks')).toContain(`| \`${type}\` | `);
    for (const { form } of Object.values(functionCatalogue)) expect(rows('functions')).toContain(`| \`${form}\` | `);
    const { definitions } = schemas.get('flow.schema.json') as { definitions: { step: { properties: object } } };
    for (const word of Object.keys(definitions.step.properties))
      expect(rows('words of a step')).toContain(`\`${word}\``);
  });

  test('follow a changed schema', () => {
    const changed = structuredClone(schemas);
    (changed.get('blocks/hero.schema.json') as { description: string }).description = 'One | two';
    expect(withTables(guide, authorTables(changed))['docs/guide/pages.md']).toContain(
      '| `hero` | One \\| two | **`title`**',
    );
  });

  test('require a description for each key, and a place in the guide', () => {
    const silent = structuredClone(schemas);
    (silent.get('page.schema.json') as { properties: Record<string, object> }).properties['novo'] = { type: 'string' };
    expect(() => authorTables(silent)).toThrow('novo in schemas/page.schema.json has no description.');
    const tables = authorTables(schemas);
    const pages = '<!-- generated: bricks -->\n<!-- end -->';
    expect(() => withTables({ ...guide, 'docs/guide/pages.md': pages }, tables)).toThrow(
      'docs/guide/pages.md names an unknown table "bricks".',
    );
    expect(() => withTables({ 'a.md': '# A guide' }, tables)).toThrow('no place for blocks, words of site.yaml');
  });
});

test.each(Object.entries(readGuide()))('%s is one sitting, and in the index of the guide', (path, text) => {
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  expect(readFileSync(join(projectRoot, 'funnels/README.md'), 'utf8')).toContain(`](../${path})`);
});

describe('all documents', () => {
  const documents = ['', 'docs', 'engine', 'funnels', 'renderer', 'server', 'test'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: folder !== '', encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('templates/'))
      .map((name) => join(folder, name)),
  );
  const prose = (path: string): string =>
    readFileSync(join(projectRoot, path), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');
  /** The anchors of a document's headings, as GitHub makes them. */
  const anchorsOf = (path: string): string[] =>
    [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  test.each(documents)('the links of %s lead to files and headings', (path) => {
    const links = [
      ...prose(path)
        .replace(/`[^`]*`/g, '')
        .matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g),
    ];
    const broken = links.flatMap(([, target = '', anchor]) => {
      if (/^[a-z]+:|^\//.test(target)) return [];
      const file = target === '' ? path : join(dirname(path), target);
      if (!existsSync(join(projectRoot, file))) return [target];
      return anchor === undefined || anchorsOf(file).includes(anchor) ? [] : [`${target}#${anchor}`];
    });
    expect(broken).toEqual([]);
  });

  test.each(documents.filter((path) => /^ARCHITECTURE|^docs\/decisions|^(engine|renderer|server|test)\//.test(path)))(
    'the files that %s names exist',
    (path) => {
      const named = [...prose(path).matchAll(/`((?:engine|renderer|server|schemas|test|tools|docs)\/[^`\s<>*]+)`/g)];
      expect(named.map(([, file]) => file as string).filter((file) => !existsSync(join(projectRoot, file)))).toEqual(
        [],
      );
    },
  );

  test.each(documents.filter((path) => /\/README\.md$/.test(path) && !/^(funnels|engine\/e)/.test(path)))(
    '%s has at most 60 lines',
    (path) =>
      expect(readFileSync(join(projectRoot, path), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60),
  );
});

describe('the guides for developers', () => {
  const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
  const docs = readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const guides = ['CONTRIBUTING.md', ...docs.filter((path) => path.startsWith('docs/adding-'))];
  const manuals = docs.filter((path) => !guides.includes(path));

  test.each([...guides, ...manuals])('%s names existing files', (guide) => {
    const named = [...read(guide).matchAll(/`((?:engine|renderer|server|schemas|test|tools)\/[^`\s<>*]+)`/g)];
    const links = [...read(guide).matchAll(/\]\(([^)#:]+)\)/g)];
    const paths = [
      ...named.map(([, path]) => path as string),
      ...links.map(([, path]) => join(dirname(guide), path as string)),
    ];
    expect(paths.length).toBeGreaterThan(guides.includes(guide) ? 3 : 0);
    expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  test('are all listed in CONTRIBUTING.md', () => {
    for (const guide of guides.slice(1)) expect(read('CONTRIBUTING.md')).toContain(`(${guide})`);
  });

  test('those for operators are listed in the README', () => {
    for (const manual of manuals) expect(read('README.md')).toContain(`(${manual})`);
  });
});

test('the guide explains every key of the theme, with its defaults', () => {
  const chapter = readGuide()['docs/guide/themes.md'] ?? '';
  for (const [name, value] of Object.entries(neutralColors)) {
    const row = chapter.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
    expect(row, name).toContain(`\`${value}\``);
  }
  const { properties } = (
    allSchemas().get('site.schema.json') as { properties: Record<string, { properties: object }> }
  ).properties['theme'] as {
    properties: Record<string, { enum?: string[]; properties?: Record<string, { enum?: string[] }> }>;
  };
  const words = Object.values(properties).flatMap(({ enum: own = [], properties: below = {} }) => [
    ...own,
    ...Object.values(below).flatMap((each) => each.enum ?? []),
  ]);
  for (const word of [...Object.keys(properties), ...words]) expect(chapter).toContain(`\`${word}\``);
});
