/** `funnel init` and `funnel new`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newKinds } from '../../../server/cli/new.ts';
import { newExtensions } from '../../../server/cli/new-extension.ts';
import { slugOf } from '../../../server/cli/slug.ts';
import { templateLanguages } from '../../../server/cli/templates.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import { projectRoot } from '../../harness/site-server.ts';

let site: string;
beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'own-site-'));
});
afterEach(() => rmSync(site, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(site, path), 'utf8');
const funnels = (): string => join(site, 'funnels');
const create = (...args: string[]) => runFunnel(['new', ...args, '--funnels', funnels()]);

test('init names the site, and keeps every file that exists', async () => {
  writeFileSync(join(site, 'package.json'), '{\n    "name": "mine",\n    "scripts": { "start": "node mine.js" }\n}\n');
  writeFileSync(join(site, '.gitignore'), '/data\n*.log');
  writeFileSync(join(site, 'README.md'), 'Mine');
  const { code, out, err } = await runFunnel([
    'init',
    site,
    '--name',
    "Casa d'Ana: chá",
    '--url',
    'https://cha.example',
  ]);
  expect(code).toBe(0);
  expect(read('README.md')).toBe('Mine');
  expect(out).toContain('kept     README.md');
  expect(read('package.json')).toBe(
    `${JSON.stringify({ name: 'mine', scripts: { start: 'node mine.js', dev: 'funnel dev', check: 'funnel check' } }, null, 4)}\n`,
  );
  expect(err).toContain('kept     the script start of package.json; this one would be: funnel start');
  expect(read('.gitignore')).toBe('/data\n*.log\nnode_modules/\n.funnel/\n');
  expect(read('funnels/site.yaml')).toMatch(
    /^site: casa-d-ana-cha\nname: 'Casa d''Ana: chá'\nurl: https:\/\/cha\.example /m,
  );

  const before = read('funnels/site.yaml');
  writeFileSync(join(site, 'funnels/inicio/inicio.funnel.yaml'), 'mine');
  const again = await runFunnel(['init', site, '--name', 'Other']);
  expect(again.out.split('\n').slice(0, 3)).toEqual([
    'kept     funnels/',
    'kept     package.json',
    'kept     .gitignore',
  ]);
  expect(again.out).not.toContain('created');
  expect(read('funnels/site.yaml')).toBe(before);
  expect(read('funnels/inicio/inicio.funnel.yaml')).toBe('mine');
});

test.each([
  [['--language', 'fr'], 'There is no example in fr, only in en and pt-BR.'],
  [['--url', 'example.com'], '--url needs an address without a path'],
  [['--url', 'https://example.com/path'], '--url needs an address without a path'],
  [['--name', 'two\nlines'], '--name needs a text'],
])('init refuses %j', async (args, message) => {
  const target = join(site, 'new');
  const { code, err } = await runFunnel(['init', target, ...args]);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(() => read('new/funnels/site.yaml')).toThrow();
});

test('init refuses a package.json that it cannot read', async () => {
  writeFileSync(join(site, 'package.json'), '{');
  const { code, err } = await runFunnel(['init', site]);
  expect([code, err]).toEqual([2, expect.stringContaining('package.json is not valid JSON')]);
  expect(read('package.json')).toBe('{');
});

test.each(templateLanguages)('in %s, new writes a definition of each kind that the check accepts', async (language) => {
  await runFunnel(['init', site, '--language', language]);
  expect(read('funnels/site.yaml')).toMatch(new RegExp(`^locale: ${language}`, 'm'));
  for (const kind of newKinds) {
    const name = kind === 'function' ? 'myFunction' : `my-${kind}`;
    const { code, out, err } = await create(kind, name);
    expect([code, err], kind).toEqual([0, '']);
    const isExtension = newExtensions.some((each) => each === kind);
    expect(out).toContain(
      `created  ${isExtension ? join(site, `extensions/${kind}s/${name}.ts`) : join(funnels(), `my-${kind}`)}`,
    );
  }
  expect((await create('part', 'more')).out).toContain('next     Write "- { type: part, part: more }" where');
  const { code, out } = await runFunnel(['check', funnels()]);
  expect(code, out).toBe(0);
  // A new part, form, intake, e-mail or document is used by nothing yet. No other warning is left to its author.
  const codes = [...out.matchAll(/ warning ([\w-]+)$/gm)].map(([, word]) => word);
  expect(codes.filter((word) => word !== 'intake-uncalled' && !word?.endsWith('-unused'))).toEqual([]);
  // Advertisements lead to funnels, as their templates say. A new page and new items need a link first.
  const notes = [...out.matchAll(/^(\S+?):\d+:\d+ note ([\w-]+)$/gm)].map(([, file, word]) => `${file} ${word}`);
  expect(notes).toEqual([
    'my-collection/my-collection.page.yaml page-unlinked',
    'my-page/my-page.page.yaml page-unlinked',
  ]);
  expect(read('funnels/my-page/my-page.page.yaml')).not.toContain('__');
  // Editors find the schemas that each file names, with the new words.
  const line = read('funnels/my-page/my-page.page.yaml').split('\n')[0];
  expect(line).toBe('# yaml-language-server: $schema=../../.funnel/schemas/page.schema.json');
  expect(read('.funnel/schemas/page.schema.json')).toContain('{"const":"my-block",');
});

test('new keeps what exists, and writes nothing that does not fit into the site', async () => {
  await runFunnel(['init', site]);
  await create('form', 'contato');
  writeFileSync(join(funnels(), 'contato/contato.form.yaml'), `${read('funnels/contato/contato.form.yaml')}# mine\n`);
  const form = read('funnels/contato/contato.form.yaml');
  const taken = await create('form', 'contato');
  expect([taken.code, taken.err]).toEqual([
    1,
    expect.stringContaining('contato.form.yaml exists. Choose another name'),
  ]);
  // An intake with the name of a form accepts that form.
  expect((await create('intake', 'contato')).out).toContain(`kept     ${join(funnels(), 'contato/contato.form.yaml')}`);
  expect(read('funnels/contato/contato.form.yaml')).toBe(form);
  // The id is taken by the funnel in inicio.funnel.yaml.
  const clash = await create('page', 'inicio');
  expect(clash.code).toBe(1);
  expect(clash.err).toContain('The page inicio is already defined in inicio/inicio.funnel.yaml.');
  expect(clash.err).toContain('Nothing was written');
  expect(() => read('funnels/inicio/inicio.page.yaml')).toThrow();
});

test('new writes words beside the definitions, and none that is taken', async () => {
  await runFunnel(['init', site]);
  expect((await create('rule', 'plate')).out).toContain(`created  ${join(site, 'extensions/tsconfig.json')}`);
  const text = read('extensions/rules/plate.ts');
  expect(text).toContain('`rule: plate` in a form');
  const again = await create('rule', 'plate');
  expect([again.code, again.err, read('extensions/rules/plate.ts')]).toEqual([
    1,
    expect.stringContaining('plate.ts exists. Choose another name'),
    text,
  ]);
  const taken = await create('block', 'hero');
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('The engine already has a block called hero.')]);
  expect(() => read('extensions/blocks/hero.ts')).toThrow();
  const elsewhere = await runFunnel(['new', 'rule', 'plate', '--funnels', site]);
  expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('only beside a folder called funnels')]);
});

test.each([
  [['rule'], 'Name the new rule'],
  [['connector', 'My CRM'], 'begins with a small letter'],
  [['block', '../x'], 'begins with a small letter'],
  [['function', 'my-word'], 'Try myWord.'],
  [['pages', 'x'], 'Did you mean page?'],
  [['page'], 'Name the new page'],
  [[], 'Name a kind (funnel, quiz, page'],
  [['page', 'Minha Página'], 'Try minha-pagina.'],
  [['page', '../x'], 'Try x.'],
  [['page', '…'], 'begins with a letter.\n'],
  [['page', 'a', 'b'], 'Only one definition'],
])('new refuses %j', async (args, message) => {
  mkdirSync(funnels());
  const { code, err } = await create(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('new asks for a site first', async () => {
  const { code, err } = await create('page', 'sobre');
  expect([code, err]).toEqual([2, expect.stringContaining('`funnel init` prepares a site.')]);
  mkdirSync(funnels());
  expect((await create('page', 'sobre')).err).toContain('There is no site.yaml in');
});

test.each([
  ['Horta em Casa', 'horta-em-casa'],
  ['  1º Açaí & Cia. ', 'acai-cia'],
  ['…', ''],
])('%j has the id %j', (name, id) => expect(slugOf(name)).toBe(id));

test('the commands that the documents for authors name exist', async () => {
  await runFunnel(['init', site]);
  const texts = [readFileSync(join(projectRoot, 'docs/own-site.md'), 'utf8'), read('README.md')];
  const calls = texts.flatMap((text) => [...text.matchAll(/npx funnel ([a-z]+)(?: ([a-z]+))?/g)]);
  expect(calls.length).toBeGreaterThan(8);
  for (const [, name = '', word] of calls) {
    expect((await runFunnel([name, '--help'])).code, name).toBe(0);
    if (name === 'new') expect(newKinds).toContain(word);
  }
});
