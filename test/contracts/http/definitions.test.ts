import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadFolder } from '../../../server/definitions/load.ts';
import { DefinitionsRefused } from '../../../server/definitions/refusal.ts';
import { plainRenderer } from './plain-renderer.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

let funnels: string;
let site: TestServer;
let broken: string | null;
let brokenStep: string | null;
let whileDrawing: (() => void) | null;
const renderer = () =>
  plainRenderer(
    () => {
      whileDrawing?.();
      return broken;
    },
    () => brokenStep,
  );

beforeEach(async () => {
  broken = null;
  brokenStep = null;
  whileDrawing = null;
  funnels = await copySite('http');
  site = await startTestServer({ funnels, renderer: renderer(), watch: { quiet: 20, poll: 200 } });
});
afterEach(() => site.stop());

const edit = async (path: string, change: (text: string) => string): Promise<void> => {
  const file = join(funnels, path);
  const before = await readFile(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(file, after);
};
const home = async () => (await site.get('/')).text();
const quiz = async () => (await site.get('/quiz')).text();
const events = () => site.logged().map((line) => line['event']);
const warm = () => until(() => new Set(site.renderer.drawn).size === 5);

describe('an edit', () => {
  test('is served without a restart, and only the changed page is rendered again', async () => {
    await warm();
    site.renderer.drawn.length = 0;
    await edit('geral/home.page.yaml', (text) => text.replace('Primeira versão', 'Segunda versão'));
    await until(async () => (await home()).includes('Segunda versão'));
    await Promise.all(['/sobre', '/quiz', '/quiz/perguntas', '/nada'].map((path) => site.get(path)));
    expect(site.renderer.drawn).toEqual(['home']);
    expect(events()).toContain('definitions-swapped');
  });

  test('changes intakes together with pages, and a lead stores the version that accepted it', async () => {
    const before = site.server.definitions.current().site.hash;
    await edit('quiz/quiz.api.yaml', (text) => text.replace('basico, completo', 'basico, completo, total'));
    await until(() => site.server.definitions.current().site.hash !== before);
    expect((await site.post('/api/checkout', { plano: 'total' })).status).toBe(200);
    const [record] = await site.server.store.list('checkouts');
    expect(record?.definition).toBe(site.server.definitions.current().site.hash);
  });

  test('that is faulty is refused with its place, and the last good version stays', async () => {
    const before = await home();
    await edit('geral/home.page.yaml', (text) =>
      text.replace('type: text', 'type: txet').replace('Primeira', 'Faulty'),
    );
    await until(() => events().includes('definitions-refused'));
    expect(await home()).toBe(before);
    const problem = site.logged().find((line) => line['event'] === 'definition-problem' && line['level'] === 'error');
    expect(problem).toMatchObject({ code: 'shape-unknown-block', where: 'geral/home.page.yaml:6:13' });
    expect(site.shown()).toContain('geral/home.page.yaml:6:13 error shape-unknown-block');
    expect(site.shown()).toMatch(/> 6 \|.*txet[\s\S]*\^\^\^\^/);
    expect((await site.get('/readyz')).status).toBe(200);

    await edit('geral/home.page.yaml', (text) => text.replace('type: txet', 'type: text'));
    await until(async () => (await home()).includes('Faulty'));
  });

  test('that moves the folder away briefly changes nothing', async () => {
    const before = await home();
    await rename(funnels, `${funnels}-away`);
    await site.server.definitions.reload();
    expect(await home()).toBe(before);
    await rename(`${funnels}-away`, funnels);
  });

  test('with a page that fails to render is refused as a whole, and rendered again when it changes', async () => {
    const [hash, before] = [site.server.definitions.current().site.hash, await home()];
    broken = 'home';
    await edit('geral/home.page.yaml', (text) => text.replace('Primeira', 'Segunda'));
    await edit('geral/sobre.page.yaml', (text) => text.replace(/title: .*/, 'title: Outro título'));
    // A file that is read while it is being written is refused, too.
    await until(() => events().includes('page-failed'));
    expect(await home()).toBe(before);
    expect(site.server.definitions.current().site.hash).toBe(hash);
    expect(site.logged().find(({ event }) => event === 'page-failed')).toMatchObject({
      level: 'error',
      page: 'home',
      path: '/',
      message: 'it cannot be drawn',
    });
    expect(site.shown()).toContain('/ (page home): it cannot be drawn');
    broken = null;
    await edit('geral/home.page.yaml', (text) => text.replace('Segunda', 'Terceira'));
    await until(async () => (await home()).includes('Terceira'));
  });

  test('with a per-visitor step that fails to render is refused', async () => {
    const hash = site.server.definitions.current().site.hash;
    brokenStep = 'resultado';
    await edit('quiz/quiz.flow.yaml', (text) => text.replace('Primeira?', 'A primeira?'));
    await until(() => events().includes('page-failed'));
    expect(site.server.definitions.current().site.hash).toBe(hash);
    expect(site.logged().find(({ event }) => event === 'page-failed')).toMatchObject({ step: 'resultado' });
    brokenStep = null;
    expect(await site.server.definitions.reload()).toBe(true);
  });

  test('made while the previous one is rendered is served as well', async () => {
    await site.stop();
    funnels = await copySite('http');
    site = await startTestServer({ funnels, renderer: renderer(), watch: false });
    const file = join(funnels, 'geral/home.page.yaml');
    let second: Promise<boolean> | null = null;
    whileDrawing = () => {
      whileDrawing = null;
      writeFileSync(file, readFileSync(file, 'utf8').replace('Segunda', 'Terceira'));
      second = site.server.definitions.reload();
    };
    await edit('geral/home.page.yaml', (text) => text.replace('Primeira', 'Segunda'));
    expect(await site.server.definitions.reload()).toBe(true);
    expect(await second).toBe(true);
    expect(await home()).toContain('Terceira');
  });

  test('is swapped atomically: a request sees one version or the other', async () => {
    const running = { on: true };
    const seen = new Set<string>();
    const asking = (async () => {
      while (running.on) seen.add(/(Primeira|Volta \d+)/.exec(await home())?.[0] ?? 'neither');
    })();
    for (let round = 1; round <= 5; round += 1) {
      await edit('geral/home.page.yaml', (text) => text.replace(/Primeira|Volta \d+/, `Volta ${round}`));
      await site.server.definitions.reload();
    }
    running.on = false;
    await asking;
    expect(seen).not.toContain('neither');
    expect(await home()).toContain('Volta 5');
  });

  test('keeps the bundles of pages that are already open', async () => {
    const address = /data-bundles="([^" ]+)/.exec(await quiz())?.[1] as string;
    await edit('quiz/quiz.flow.yaml', (text) => text.replace('Primeira?', 'A primeira?'));
    await until(async () => !(await quiz()).includes(address));
    expect((await site.get(address)).status).toBe(200);
  });

  test('in a new file in a new folder is detected', async () => {
    await mkdir(join(funnels, 'novo'));
    await writeFile(
      join(funnels, 'novo/nova.page.yaml'),
      'page: nova\npaths: [/nova]\ntitle: Nova\ndescription: Uma página.\nblocks:\n  - { type: text, title: Nova, body: Página. }\n',
    );
    await until(async () => (await site.get('/nova')).status === 200);
    await rm(join(funnels, 'novo'), { recursive: true });
    await until(async () => (await site.get('/nova')).status === 404);
  });
});

describe('a start', () => {
  test('with faulty definitions shows the problems and does not listen', async () => {
    await edit('quiz/quiz.flow.yaml', (text) => text.replace('to: perguntas', 'to: pergunta'));
    let shown = '';
    const { serveDefinitions: keepDefinitions } = await import('../../../server/definitions/definition-service.ts');
    const { loadFolder } = await import('../../../server/definitions/load.ts');
    const { createLog } = await import('../../../server/log/log.ts');
    const refused = keepDefinitions({
      folder: funnels,
      load: (folder) => loadFolder(folder),
      prepare: () => expect.unreachable(),
      validate: () => expect.unreachable(),
      saved: null,
      log: createLog({ level: 'error', write: () => {} }),
      show: (text) => {
        shown += text;
      },
    });
    await expect(refused).rejects.toBeInstanceOf(DefinitionsRefused);
    expect(shown).toMatch(/quiz\/quiz\.flow\.yaml:\d+:\d+ error step-unknown[\s\S]*Did you mean perguntas/);
  });
});

test('the lines of a file outside of the folder, which a link names, are shown to nobody', async () => {
  const funnels = await copySite('http');
  const secret = join(await mkdtemp(join(tmpdir(), 'secret-')), 'secret.yaml');
  await writeFile(secret, 'page: secret\npassword: s3cret\n');
  await symlink(secret, join(funnels, 'outside.page.yaml'));
  await writeFile(join(funnels, 'target.txt'), 'page: inside\nmistake: shown\n');
  await symlink(join(funnels, 'target.txt'), join(funnels, 'inside.page.yaml'));
  const { problems } = await loadFolder(funnels);
  const framesOf = (name: string) => problems.filter(({ file }) => file === name).map(({ frame }) => frame);
  expect(framesOf('outside.page.yaml').length).toBeGreaterThan(0);
  expect(framesOf('outside.page.yaml').join('')).toBe('');
  expect(framesOf('inside.page.yaml').join('')).toContain('mistake: shown');
});
