/** What operators publish on running servers (PUBLISH=on-command), through one database, by the commands. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { publish, rollback, versions } from '../../../server/cli/publications.ts';
import { commandEnv } from '../../harness/funnel-command.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { plainRenderer } from './plain-renderer.ts';
import { copySite, startTestServer, type TestServer, type TestServerOptions } from './running.ts';

let database: TestDatabase | null;
let funnels: string;
let dataDirs: string[];
let servers: TestServer[];
/** A page that cannot be drawn. */
let broken: string | null;

beforeEach(async () => {
  database = null;
  broken = null;
  dataDirs = [];
  servers = [];
  funnels = await copySite('http');
});
afterEach(async () => {
  for (const { server } of servers) await server.stop(0);
  await database?.remove();
  await Promise.all([funnels, ...dataDirs].map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Starts a server. @param dataDir of an earlier one, for a restart */
async function start(options: TestServerOptions = {}, dataDir?: string): Promise<TestServer> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'data-')));
  dataDirs.push(folder);
  const url: Record<string, string> = database === null ? {} : { DATABASE_URL: database.url };
  const env = { DATA_DIR: folder, PUBLISH: 'on-command', ADMIN_PORT: '0', ...url };
  const server = await startTestServer({ ...options, funnels, env });
  servers.push(server);
  return server;
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command beside the first server. */
async function run(
  command: typeof publish | typeof rollback | typeof versions,
  positionals: readonly string[] = [],
  values: Readonly<Record<string, string>> = {},
  switches: readonly string[] = [],
): Promise<Ran> {
  const written = { out: [] as string[], err: [] as string[] };
  const { config } = servers[0] as TestServer;
  for (const [name, value] of Object.entries(commandEnv(config))) vi.stubEnv(name, value);
  try {
    const code = await command(
      { positionals, switches: new Set(switches), values },
      {
        out: (text) => void written.out.push(text),
        err: (text) => void written.err.push(text),
        colours: false,
      },
      async () => plainRenderer(() => broken),
    );
    return { code, out: written.out.join('\n'), err: written.err.join('\n') };
  } finally {
    vi.unstubAllEnvs();
  }
}

async function edit(from: string, to: string): Promise<void> {
  const path = join(funnels, 'geral/home.page.yaml');
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

const home = async (server: TestServer, headers = {}): Promise<string> => (await server.get('/', headers)).text();
const hashOf = (server: TestServer): string => server.server.definitions.current().site.hash;
/** Every server looks for publications. */
const look = (): Promise<unknown> => Promise.all(servers.map(({ server }) => server.definitions.refresh()));
const short = (hash: string): string => hash.slice(0, 12);
const admin = async ({ server }: TestServer, path: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${server.adminPort}${path}`)).text();

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (kind) => {
  const isShared = kind === 'PostgreSQL';
  beforeEach(async () => {
    if (isShared && postgresMissing === null) database = await createDatabase();
  });
  /** Two servers where a database can be shared. */
  const startAll = async (): Promise<TestServer> => {
    const first = await start();
    if (isShared) await start();
    return first;
  };

  test.skipIf(isShared && postgresMissing !== null)(
    'an edit is a draft until it is published, on every server, and a rollback returns to the version before',
    async () => {
      const first = await startAll();
      const one = hashOf(first);
      await edit('Primeira', 'Segunda');
      await Promise.all(servers.map(({ server }) => server.definitions.reload()));
      await look();
      for (const server of servers) expect(await home(server)).toContain('Primeira');

      const published = await run(publish, [], { message: 'Segunda versão', by: 'ana' });
      expect(published.err).toBe('');
      expect(published.code).toBe(0);
      await look();
      const two = hashOf(first);
      expect(two).not.toBe(one);
      expect(published.out).toContain(short(two));
      for (const server of servers) {
        expect(await home(server)).toContain('Segunda');
        expect(await admin(server, '/readyz')).toContain(short(two));
        expect(await admin(server, '/metrics')).toContain(`definition="${two}"`);
      }
      expect((await run(publish)).out).toContain('already');

      expect((await run(rollback)).code).toBe(0);
      await look();
      for (const server of servers)
        expect([await home(server), hashOf(server)]).toEqual([expect.stringContaining('Primeira'), one]);
      // Repeated, it does not go back further, nor to the version that was left.
      expect((await run(rollback)).err).toContain('rolled back already');
      expect((await run(rollback, [two.slice(0, 6)])).code).toBe(0);
      await look();
      for (const server of servers) expect(hashOf(server)).toBe(two);
      expect((await run(rollback, ['0000'])).code).toBe(1);

      const { out } = await run(versions);
      const lines = out.split('\n');
      expect(lines).toHaveLength(5);
      expect(lines[1]).toMatch(new RegExp(`^${short(two)}  live .*rollback`));
      expect(lines[3]).toMatch(new RegExp(`^${short(two)} .* publish .*ana .*Segunda versão$`));
      expect(lines[4]).toContain(short(one));
    },
  );

  test.skipIf(isShared && postgresMissing !== null)(
    'what is faulty or cannot be drawn is refused, and changes nothing',
    async () => {
      const first = await startAll();
      const before = hashOf(first);
      await edit('type: text', 'type: txet');
      const faulty = await run(publish);
      expect([faulty.code, faulty.err]).toEqual([1, expect.stringContaining('geral/home.page.yaml:6')]);
      await edit('type: txet', 'type: text');
      await edit('Primeira', 'Segunda');
      broken = 'home';
      const undrawable = await run(publish);
      expect([undrawable.code, undrawable.err]).toEqual([1, expect.stringContaining('it cannot be drawn')]);
      await look();
      for (const server of servers) expect(hashOf(server)).toBe(before);
      expect((await run(versions)).out.split('\n')).toHaveLength(2);
    },
  );

  test.skipIf(isShared && postgresMissing !== null)(
    'a restart serves what was published, over any folder',
    async () => {
      const first = await startAll();
      await edit('Primeira', 'Segunda');
      await run(publish);
      await look();
      const published = hashOf(first);
      await edit('type: text', 'type: txet');
      for (const { server, config } of [...servers]) {
        await server.stop(0);
        const again = await start({}, config.dataDir);
        expect([hashOf(again), await home(again)]).toEqual([published, expect.stringContaining('Segunda')]);
        expect(again.server.definitions.refusal()).toBe(null);
      }
      servers = servers.slice(-1);
    },
  );

  test.skipIf(!isShared || postgresMissing !== null)(
    'a server that cannot serve a publication keeps its version and says so',
    async () => {
      await start();
      const other = await start({ renderer: plainRenderer(() => broken) });
      const before = hashOf(other);
      await edit('Primeira', 'Segunda');
      expect((await run(publish)).code).toBe(0);
      broken = 'home';
      await look();
      expect([hashOf(other), await admin(other, '/readyz')]).toEqual([
        before,
        expect.stringContaining('cannot be rendered'),
      ]);
      expect(hashOf(servers[0] as TestServer)).not.toBe(before);
    },
  );
});

test('without a server that serves publications there is nothing to publish to', async () => {
  const plain = await startTestServer({ funnels });
  servers.push(plain);
  expect(await run(publish)).toMatchObject({ code: 1, err: expect.stringContaining('PUBLISH=on-command') });
  expect(await run(versions)).toMatchObject({ code: 1 });
});
