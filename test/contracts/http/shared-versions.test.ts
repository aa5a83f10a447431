/** Servers with one database share the versions they have served: a start over faulty definitions serves the last. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DefinitionsRefused } from '../../../server/definitions/refusal.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { VersionStore } from '../../../server/store/types.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { plainRenderer } from './plain-renderer.ts';
import { copySite, startTestServer, type TestServer, type TestServerOptions } from './running.ts';

/** The files of a machine: they outlive its servers. */
interface Machine {
  readonly funnels: string;
  readonly dataDir: string;
  edit(from: string, to: string): Promise<void>;
  start(options?: TestServerOptions): Promise<TestServer>;
}

let database: TestDatabase | null;
let folders: string[];
let servers: TestServer[];
beforeEach(() => {
  database = null;
  folders = [];
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await stop(server);
  await database?.remove();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

async function stop(server: TestServer): Promise<void> {
  servers = servers.filter((each) => each !== server);
  await server.server.stop(0);
}

async function machine(): Promise<Machine> {
  const [funnels, dataDir] = [await copySite('http'), await mkdtemp(join(tmpdir(), 'data-'))];
  folders.push(funnels, dataDir);
  return {
    ...{ funnels, dataDir },
    async edit(from, to) {
      const path = join(funnels, 'geral/home.page.yaml');
      const text = await readFile(path, 'utf8');
      expect(text).toContain(from);
      await writeFile(path, text.replace(from, to));
    },
    async start(options = {}) {
      const url: Record<string, string> = database === null ? {} : { DATABASE_URL: database.url };
      const server = await startTestServer({ ...options, funnels, env: { DATA_DIR: dataDir, ...url, ...options.env } });
      servers.push(server);
      await server.server.definitions.settled();
      return server;
    },
  };
}

const home = async (server: TestServer): Promise<string> => (await server.get('/')).text();
const events = (server: TestServer): unknown[] => server.logged().map(({ event }) => event);
const lead = { nome: 'Ana', email: 'ana@x.example', phone: '11987654321', aceite: true };
async function reload(server: TestServer): Promise<void> {
  await server.server.definitions.reload();
  await server.server.definitions.settled();
}
const spoil = (faulty: Machine): Promise<void> => faulty.edit('type: text', 'type: txet');

describe.skipIf(postgresMissing !== null)('on one PostgreSQL database', () => {
  beforeEach(async () => {
    database = await createDatabase();
  });

  test('a server over faulty definitions serves the version of another, whole, and alone after a restart', async () => {
    const [one, other] = [await machine(), await machine()];
    await spoil(other);
    await rm(join(other.funnels, 'quiz/assets/logo.svg'));
    await expect(other.start(), 'nothing is stored yet').rejects.toBeInstanceOf(DefinitionsRefused);
    const first = await one.start();
    const logo = await (await first.get('/assets/quiz/assets/logo.svg')).text();
    const page = await home(first);
    let second = await other.start();
    for (const round of ['beside it', 'alone']) {
      expect(await home(second), round).toBe(page);
      expect(second.server.definitions.current().site.hash).toBe(first.server.definitions.current().site.hash);
      expect(await (await second.get('/assets/quiz/assets/logo.svg')).text()).toBe(logo);
      expect((await second.post('/api/lead', lead)).status).toBe(200);
      expect((await second.get('/readyz')).status).toBe(200);
      const errors = second.logged().filter(({ level }) => level === 'error');
      expect(errors.map(({ event }) => event)).toEqual([
        'definition-problem',
        'definitions-refused',
        'serving-last-good',
      ]);
      expect(errors[0]).toMatchObject({ code: 'shape-unknown-block', where: 'geral/home.page.yaml:6:13' });
      await stop(first);
      await stop(second);
      second = await other.start();
    }
    // The copy is as private as a version of its own.
    const [id = ''] = (await readdir(join(other.dataDir, 'versions'))).filter((name) => /^[0-9a-f]{24}$/.test(name));
    const copy = join(other.dataDir, 'versions', id);
    expect((await stat(copy)).mode & 0o777).toBe(0o700);
    expect((await stat(join(copy, 'funnels/site.yaml'))).mode & 0o777).toBe(0o600);
  });

  test('the newest edit of any server counts, and a restart with older files does not', async () => {
    const [newer, older, faulty] = [await machine(), await machine(), await machine()];
    await spoil(faulty);
    const first = await newer.start();
    const behind = await older.start();
    await newer.edit('Primeira', 'Segunda');
    await reload(first);
    const second = await home(first);
    expect(second).toContain('Segunda');
    await stop(behind);
    // A rolling deploy: this machine restarts before its files are replaced.
    expect(await home(await older.start())).not.toBe(second);
    expect(await home(await faulty.start())).toBe(second);
    // An edit that is reverted is an edit.
    await newer.edit('Segunda', 'Primeira');
    await reload(first);
    expect(await home(await (await spoiltMachine()).start())).toBe(await home(first));
  });

  async function spoiltMachine(): Promise<Machine> {
    const made = await machine();
    await spoil(made);
    return made;
  }

  test('a version that this server cannot draw is not served, but the one before', async () => {
    const one = await machine();
    const first = await one.start();
    const page = await home(first);
    await one.edit('Primeira', 'Segunda');
    await reload(first);
    const plain = plainRenderer();
    const renderer = {
      ...plain,
      renderStatic(facts: Parameters<typeof plain.renderStatic>[0]) {
        if (JSON.stringify(facts.site.pages).includes('Segunda')) throw new TypeError('not this one');
        return plain.renderStatic(facts);
      },
    };
    const second = await (await spoiltMachine()).start({ renderer });
    expect(await home(second)).toBe(page);
    expect(events(second)).toContain('stored-version-invalid');
  });

  test('damaged content in the database is never served, and no file is written outside the data folder', async () => {
    const one = await machine();
    const first = await one.start();
    const page = await home(first);
    await one.edit('Primeira', 'Segunda');
    await reload(first);
    const [newest] = await first.server.store.versions.list();
    const files = JSON.stringify({ '../../../../outside.yaml': Object.values(newest?.files ?? {})[0] });
    await database?.query(`update definition_versions set files = '${files}' where id = '${newest?.id}'`);
    const faulty = await spoiltMachine();
    const second = await faulty.start();
    expect(await home(second)).toBe(page);
    expect(events(second)).toContain('version-not-restored');
    expect(await readdir(dirname(faulty.dataDir))).not.toContain('outside.yaml');
    await database?.query('delete from definition_files');
    await expect((await spoiltMachine()).start()).rejects.toBeInstanceOf(DefinitionsRefused);
  });

  test('a data folder from before the database had versions is served, and shared', async () => {
    const one = await machine();
    const page = await home(await one.start());
    await stop(servers[0] as TestServer);
    await database?.query('delete from definition_versions');
    await database?.query('delete from definition_files');
    await rm(join(one.dataDir, 'versions/last-shared'));
    await spoil(one);
    expect(await home(await one.start())).toBe(page);
    expect(await home(await (await spoiltMachine()).start())).toBe(page);
  });
});

describe('on SQLite', () => {
  test('a data folder without its versions, such as from a backup, serves the last good one', async () => {
    const one = await machine();
    const page = await home(await one.start());
    await stop(servers[0] as TestServer);
    await rm(join(one.dataDir, 'versions'), { recursive: true });
    await spoil(one);
    expect(await home(await one.start())).toBe(page);
  });

  const failing: VersionStore = (() => {
    const fail = async (): Promise<never> => {
      throw new StoreError('STORE_BUSY', 'for a test');
    };
    return { list: fail, find: fail, file: fail, missing: fail, addFiles: fail, keep: fail };
  })();

  test('versions are saved in and served from the data folder while the database cannot have them', async () => {
    const one = await machine();
    const openStore: TestServerOptions['openStore'] = async (dir, options) => ({
      ...(await openSqliteStore({ dir, ...options })),
      versions: failing,
    });
    const first = await one.start();
    await stop(first);
    await one.edit('Primeira', 'Segunda');
    const second = await one.start({ openStore });
    const page = await home(second);
    expect(page).toContain('Segunda');
    expect(events(second)).toContain('version-not-shared');
    await stop(second);
    await spoil(one);
    const third = await one.start({ openStore });
    expect(await home(third)).toBe(page);
    await stop(third);
    // The database works again; what it has is older.
    expect(await home(await one.start())).toBe(page);
  });

  test('a version with a file that is too large for the database stays the last good one of its data folder', async () => {
    const one = await machine();
    await stop(await one.start());
    await writeFile(join(one.funnels, 'quiz/assets/film.mp4'), Buffer.alloc(9 * 1024 * 1024, 1));
    await one.edit('Primeira', 'Segunda');
    const first = await one.start();
    expect(first.logged()).toContainEqual(
      expect.objectContaining({ event: 'version-not-shared', code: 'FILE_TOO_LARGE' }),
    );
    await stop(first);
    await spoil(one);
    expect(await home(await one.start())).toContain('Segunda');
  });
});
