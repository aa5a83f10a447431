/** A start with faulty definitions serves the previous version, and logs the errors. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SiteHash } from '../../../engine/definition.ts';
import { UnrenderablePages } from '../../../server/definitions/page-faults.ts';
import { readDefinitionFiles } from '../../../server/definitions/read.ts';
import { DefinitionsRefused } from '../../../server/definitions/refusal.ts';
import { createVersionFolder } from '../../../server/definitions/version-folder.ts';
import { commonDisk } from '../../../server/disk/disk.ts';
import { DATABASE_FILE } from '../../../server/store/sqlite/open-database.ts';
import { plainRenderer } from './plain-renderer.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

let funnels: string;
let dataDir: string;
let site: TestServer | null;
let broken: string | null;

beforeEach(async () => {
  funnels = await copySite('http');
  dataDir = await mkdtemp(join(tmpdir(), 'data-'));
  site = null;
  broken = null;
});
afterEach(async () => {
  await site?.server.stop(0);
  await site?.server.definitions.settled();
  await Promise.all([funnels, dataDir].map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Restarts the server on the same folders. */
async function restart(): Promise<TestServer> {
  await site?.server.stop(0);
  site = null;
  site = await startTestServer({
    funnels,
    env: { DATA_DIR: dataDir },
    renderer: plainRenderer(() => broken),
    watch: { quiet: 20, poll: 200 },
  });
  await site.server.definitions.settled();
  return site;
}
async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(funnels, path), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(funnels, path), text.replace(from, to));
}
const home = async () => (await site?.get('/'))?.text();
const events = () => site?.logged().map(({ event }) => event) ?? [];
const versions = async () => (await readdir(join(dataDir, 'versions'))).filter((name) => /^[0-9a-f]{24}$/.test(name));
const lead = { nome: 'Ana', email: 'ana@x.example', phone: '11987654321', aceite: true };

test('is complete: pages, intakes and assets as before, independent of the folder', async () => {
  await restart();
  const [before, hash] = [await home(), site?.server.definitions.current().site.hash];
  const logo = await (await site?.get('/assets/quiz/assets/logo.svg'))?.text();
  await edit('geral/home.page.yaml', 'type: text', 'type: txet');
  await rm(join(funnels, 'quiz/assets/logo.svg'));
  for (let start = 0; start < 2; start += 1) {
    await restart();
    expect(await home()).toBe(before);
    expect(site?.server.definitions.current().site.hash).toBe(hash);
    expect(await (await site?.get('/assets/quiz/assets/logo.svg'))?.text()).toBe(logo);
    expect((await site?.post('/api/lead', lead))?.status).toBe(200);
    expect((await site?.get('/readyz'))?.status).toBe(200);
    const errors = site?.logged().filter(({ level }) => level === 'error') ?? [];
    expect(errors.map(({ event }) => event)).toEqual([
      'definition-problem',
      'definitions-refused',
      'serving-last-good',
    ]);
    expect(errors[0]).toMatchObject({ code: 'shape-unknown-block', where: 'geral/home.page.yaml:6:13' });
    expect(site?.shown()).toContain('geral/home.page.yaml:6:13 error shape-unknown-block');
  }
  await edit('geral/home.page.yaml', 'type: txet', 'type: text');
  await edit('geral/home.page.yaml', 'Primeira', 'Segunda');
  await until(async () => (await home())?.includes('Segunda') === true);
});

test('also replaces one with a page that fails to render', async () => {
  await restart();
  const before = await home();
  await edit('geral/home.page.yaml', 'Primeira', 'Segunda');
  broken = 'home';
  // The saved version fails to render as well, because of the same fault.
  await expect(restart()).rejects.toBeInstanceOf(UnrenderablePages);
  broken = null;
  const picky = plainRenderer();
  await site?.server.stop(0);
  site = await startTestServer({
    funnels,
    env: { DATA_DIR: dataDir },
    renderer: {
      ...picky,
      renderStatic(facts) {
        if (JSON.stringify(facts.site.pages).includes('Segunda')) throw new TypeError('not this one');
        return picky.renderStatic(facts);
      },
    },
  });
  expect(await home()).toBe(before);
  expect(events()).toEqual(expect.arrayContaining(['page-failed', 'serving-last-good']));
});

test('also provides the assets while an edit is refused at run time', async () => {
  await restart();
  const path = '/assets/quiz/assets/logo.svg';
  const logo = await (await site?.get(path))?.text();
  await rm(join(funnels, 'quiz/assets/logo.svg'));
  await edit('geral/home.page.yaml', 'type: text', 'type: txet');
  await until(() => events().includes('definitions-refused'));
  expect(await (await site?.get(path))?.text()).toBe(logo);
});

test('is the previous one if the last is damaged in the folder and in the database', async () => {
  await restart();
  const before = await home();
  await edit('geral/home.page.yaml', 'Primeira', 'Segunda');
  await site?.server.definitions.reload();
  await site?.server.definitions.settled();
  const second = await home();
  const newest = (await readFile(join(dataDir, 'versions/last-good'), 'utf8')).trim();
  const kept = join(dataDir, 'versions', newest, 'funnels/geral/home.page.yaml');
  const damage = async () => writeFile(kept, (await readFile(kept, 'utf8')).replace('Segunda', 'Outra'));
  await damage();
  await edit('geral/home.page.yaml', 'type: text', 'type: txet');
  await restart();
  expect(await home(), 'the database has the file').toBe(second);
  await damage();
  await site?.server.stop(0);
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
  database.exec("update definition_files set bytes = replace(bytes, 'Segunda', 'Outra')");
  database.close();
  await restart();
  expect(await home()).toBe(before);
  expect(events()).toContain('version-not-restored');
});

test('is always complete: a draft left by a kill is ignored', async () => {
  await cp(join(import.meta.dirname, '../../fixtures/sites/http'), join(dataDir, 'versions/.draft-1-aa/funnels'), {
    recursive: true,
  });
  await mkdir(join(dataDir, 'versions', 'a'.repeat(24)));
  await edit('geral/home.page.yaml', 'type: text', 'type: txet');
  await expect(restart()).rejects.toBeInstanceOf(DefinitionsRefused);
});

test('is one of three that are saved, private, and share unchanged files', async () => {
  await restart();
  for (const round of [1, 2, 3, 4, 5]) {
    await edit('geral/home.page.yaml', round === 1 ? 'Primeira versão' : `Volta ${round - 1}`, `Volta ${round}`);
    await site?.server.definitions.reload();
    await site?.server.definitions.settled();
  }
  expect(await versions()).toHaveLength(3);
  // These three and two pointers to the last one: a draft disappears when it gets its name.
  await until(async () => (await readdir(join(dataDir, 'versions'))).length === 5);
  const newest = join(dataDir, 'versions', (await readFile(join(dataDir, 'versions/last-good'), 'utf8')).trim());
  expect(await readFile(join(newest, 'funnels/geral/home.page.yaml'), 'utf8')).toContain('Volta 5');
  expect((await stat(join(newest, 'funnels/site.yaml'))).nlink).toBe(3);
  for (const path of ['.', 'manifest.json', 'funnels/site.yaml', 'funnels/quiz/assets/logo.svg', 'funnels/quiz']) {
    const found = await stat(join(newest, path));
    expect([path, found.mode & 0o777]).toEqual([path, found.isDirectory() ? 0o700 : 0o600]);
  }
});

test('a version that cannot be saved delays no visitor', async () => {
  await writeFile(join(dataDir, 'versions'), 'a file where the folder should be');
  await restart();
  expect((await site?.get('/'))?.status).toBe(200);
  expect(events()).toContain('version-not-stored');
});

test('is served when it has the words of an older engine, with its files', async () => {
  const old = await copySite('http');
  const text = await readFile(join(old, 'site.yaml'), 'utf8');
  await writeFile(join(old, 'site.yaml'), text.replace('allowedHosts:', 'hosts:').replace('calendar:', 'events:'));
  const { files, assets } = await readDefinitionFiles(old);
  const kept = createVersionFolder(join(dataDir, 'versions'), commonDisk, Date.now);
  await kept.keep({ folder: old, files, assets }, 'before' as SiteHash);
  await rm(old, { recursive: true });
  await edit('geral/home.page.yaml', 'type: text', 'type: txet');
  await rm(join(funnels, 'quiz/assets/logo.svg'));
  await restart();
  expect(events()).toContain('serving-last-good');
  expect(site?.server.definitions.current().site.site.allowedHosts).toEqual(['pay.example']);
  expect((await site?.get('/calendario/oficina.ics'))?.status).toBe(200);
  expect((await site?.get('/assets/quiz/assets/logo.svg'))?.status).toBe(200);
});
