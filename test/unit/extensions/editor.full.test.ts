/** The schemas with which editors complete and explain a site's extensions. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Extensions, noExtensions } from '../../../engine/extensions/extensions.ts';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import {
  editorFolder,
  engineSchemas,
  updateEditorSchemas,
  writeEditorSchemas,
} from '../../../server/extensions/editor.ts';
import { LanguageServer } from '../../harness/language-server.ts';
import { projectRoot } from '../../harness/site-server.ts';

const site = mkdtempSync(join(tmpdir(), 'editor-extensions-'));
afterAll(() => rmSync(site, { recursive: true, force: true }));
cpSync(join(projectRoot, 'test/fixtures/extensions'), site, { recursive: true });
const schema = (kind: string): string => join(site, editorFolder, `${kind}.schema.json`);
const wordsOf = async (): Promise<Extensions> => (await readDefinitionFiles(join(site, 'funnels'))).extensions;

test('a site without extensions has the schemas of the engine, and one that does not keep schemas gets none', async () => {
  await updateEditorSchemas(site, await wordsOf());
  expect(readdirSync(site)).not.toContain('.funnel');
  writeFileSync(join(site, '.gitignore'), 'data/\n.funnel/\n');
  await updateEditorSchemas(site, noExtensions);
  for (const name of readdirSync(engineSchemas))
    expect(readFileSync(join(site, editorFolder, name), 'utf8')).toBe(readFileSync(join(engineSchemas, name), 'utf8'));
  const before = statSync(schema('page')).mtimeMs;
  await updateEditorSchemas(site, noExtensions);
  expect(statSync(schema('page')).mtimeMs).toBe(before);
});

describe('an editor', () => {
  let server: LanguageServer;
  let files = 0;
  beforeAll(async () => {
    await writeEditorSchemas(site, await wordsOf());
    const schemas = Object.fromEntries(
      ['page', 'form', 'funnel', 'site'].map((kind) => [schema(kind), [`**/*.${kind}.yaml`]]),
    );
    const settings = { schemaStore: { enable: false }, schemas, validate: true, completion: true, hover: true };
    server = await LanguageServer.start('2.x', settings);
  });
  afterAll(() => server.stop());
  const open = async (kind: string, text: string) => {
    const path = `funnels/novo-${++files}.${kind}.yaml`;
    const problems = (await server.open(path, text)).map(({ message, range }) => [range.start.line, message]);
    return { path, problems };
  };

  test('finds no problem in the definitions of the site', async () => {
    for (const [kind, file] of [
      ['funnel', 'inicio/cadastro.funnel.yaml'],
      ['page', 'inicio/precos.page.yaml'],
      ['site', 'site.yaml'],
    ] as const)
      expect((await open(kind, readFileSync(join(site, 'funnels', file), 'utf8'))).problems).toEqual([]);
  });

  test('offers a block with its purpose, and explains its keys', async () => {
    const page = 'page: novo\npaths: [/novo]\ntitle: Novo\nblocks:\n';
    const { path } = await open('page', `${page}  - type: \n`);
    const offered = (await server.complete(path, 4, 10)).find(({ label }) => label === 'price-table');
    expect(JSON.stringify(offered?.documentation)).toContain('A table of prices.');
    const block = await open('page', `${page}  - type: price-table\n    tone: soft\n    titel: Planos\n    rows: []\n`);
    expect(block.problems.map(([line]) => line)).toContain(6);
    expect(await server.hover(block.path, 4, 14)).toContain('A table of prices');
    expect(await server.hover(block.path, 7, 6)).toContain('The products, one for each row');
  });

  test('offers a rule and a type of field, which need only what they lack, and checks parameters', async () => {
    const form = 'form: novo\nfields:\n  documento:\n    type: cpf\n';
    const { path, problems } = await open('form', form);
    expect(problems).toEqual([]);
    expect(await server.hover(path, 3, 11)).toContain('A CPF, laid out while it is typed');
    const rule = await open(
      'form',
      'form: novo\nfields:\n  um:\n    type: text\n    label: Um\n    rules:\n      - { rule: cpf, with: { kind: other }, message: M. }\n      - { rule: cpff, message: M. }\n',
    );
    expect(rule.problems.map(([line]) => line).toSorted()).toEqual([6, 7]);
    expect(JSON.stringify(rule.problems)).toContain('cnpj');
    expect((await open('form', 'form: novo\nfields:\n  um:\n    type: text\n')).problems.map(String)).toEqual([
      expect.stringContaining('label'),
    ]);
  });

  test('names the settings of a connector', async () => {
    const text = readFileSync(join(site, 'funnels/site.yaml'), 'utf8');
    const { problems } = await open('site', text.replace('url: $CRM_URL', 'uri: $CRM_URL'));
    expect(JSON.stringify(problems)).toContain('uri');
  });
});
