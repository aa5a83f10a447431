import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authoredBlockTypes } from '../../schemas/generated/types.ts';
import { type Diagnostic, LanguageServer, languageServers } from '../harness/language-server.ts';
import { projectRoot } from '../harness/site-server.ts';

/** A part is replaced by its blocks when a site is loaded, so the table of blocks does not contain it. */
const types = authoredBlockTypes.toSorted();

/** The settings of the editor: those of `.vscode/settings.json` as the section `yaml`. */
const settings: Record<string, unknown> = { schemaStore: { enable: false } };
const written = JSON.parse(readFileSync(join(projectRoot, '.vscode/settings.json'), 'utf8')) as Record<string, unknown>;
for (const key of ['schemas', 'validate', 'completion', 'hover']) settings[key] = written[`yaml.${key}`];

/** A new file, for which the settings name the schema. */
const page = (blocks: string): string => `page: novo\npaths: [/novo]\ntitle: Novo\nblocks:\n${blocks}`;

/** Wrong edits of files of the site, with the line that they are on and a word of the message. */
const mistakes: readonly (readonly [path: string, text: string, replacement: string, message: RegExp])[] = [
  ['funnels/geral/nao-encontrada.page.yaml', 'title:', 'titel:', /titel is not allowed/],
  ['funnels/geral/topo.part.yaml', 'type: header', 'type: hedder', /must be .*"header"/],
  ['funnels/diagnostico/diagnostico.flow.yaml', 'start: inicio', 'start: [inicio]', /Incorrect type.*string/],
  ['funnels/guia/guia.form.yaml', 'rule: required', 'rule: requierd', /Valid values.*"required"/],
  ['funnels/site.yaml', 'locale:', 'local:', /local is not allowed/],
];

describe.each(Object.keys(languageServers) as (keyof typeof languageServers)[])('the language server %s', (line) => {
  let server: LanguageServer;
  let files = 0;
  beforeAll(async () => {
    server = await LanguageServer.start(line, settings);
  });
  afterAll(() => server.stop());

  /** Opens a new page with a block. Each has its own path, as diagnostics are known by path. */
  async function openPage(blocks: string): Promise<{ path: string; problems: readonly Diagnostic[] }> {
    const path = `funnels/geral/novo-${++files}.page.yaml`;
    return { path, problems: await server.open(path, page(blocks)) };
  }

  it('finds no problem in the files of the site', { timeout: 60_000 }, async () => {
    const paths = globSync('funnels/**/*.yaml', { cwd: projectRoot });
    expect(paths.length).toBeGreaterThan(50);
    const problems = await Promise.all(
      paths.map(async (path) =>
        (await server.open(path)).map(({ message, range }) => [path, range.start.line + 1, message]),
      ),
    );
    expect(problems.flat()).toEqual([]);
  });

  it('offers every block after `- type: `, with its purpose', async () => {
    const { path } = await openPage('  - type: \n');
    const offered = await server.complete(path, 4, 10);
    expect(offered.map(({ label }) => label).sort()).toEqual(types);
    expect(offered.filter(({ documentation }) => documentation === undefined || documentation === '')).toEqual([]);
  });

  it('says on the type of every block what the block is for', { timeout: 60_000 }, async () => {
    for (const type of types) {
      const file = join(projectRoot, `renderer/blocks/${type}/schema.json`);
      const { description } = JSON.parse(readFileSync(file, 'utf8')) as { description: string };
      const path = `funnels/geral/novo-${++files}.page.yaml`;
      void server.open(path, page(`  - type: ${type}\n`));
      expect(await server.hover(path, 4, 12)).toContain(description.replaceAll(/[*`_{}[\]#+!]/g, '\\$&'));
      server.close(path);
    }
  });

  it('says what the keys of pages and blocks are for', async () => {
    const { path } = await openPage('  - type: hero\n    title: Novo\n    tone: soft\n');
    expect(await server.hover(path, 1, 2)).toContain('path');
    expect(await server.hover(path, 2, 2)).toContain('The title in the tab and in search results.');
    expect(await server.hover(path, 3, 2)).toContain("The page's blocks, in order.");
    expect(await server.hover(path, 6, 6)).toContain('The meaning of a block. The theme defines its look.');
  });

  it('offers the keys of the block that the type names', async () => {
    const { path } = await openPage('  - type: faq\n    \n');
    const offered = (await server.complete(path, 5, 4)).map(({ label }) => label);
    expect(offered).toEqual(expect.arrayContaining(['items', 'tone', 'when']));
    expect(offered).not.toContain('fallbackImage');
  });

  it.each(mistakes)('finds the wrong edit of %s', async (path, text, replacement, message) => {
    const lines = readFileSync(join(projectRoot, path), 'utf8').split('\n');
    const index = lines.findIndex((each) => each.includes(text));
    lines[index] = lines[index]?.replace(text, replacement) ?? '';
    // A copy beside the file, because the file itself is open. The site's own file has no such name.
    const copy =
      path === 'funnels/site.yaml'
        ? path.replace('site', `site-${++files}`)
        : path.replace(/([^/]*)$/, `${++files}-$1`);
    const problems = await server.open(copy, lines.join('\n'));
    expect(problems.map(({ message: found, range }) => [range.start.line, message.test(found)])).toContainEqual([
      index,
      true,
    ]);
  });
});
