/** What operators publish on running servers (PUBLISH=on-command), through one database, by the commands. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { thingAt } from '../../../engine/axes/by-axes.ts';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import { rollback, versions } from '../../../server/cli/publications.ts';
import { publish } from '../../../server/cli/publish.ts';
import { commandEnv, runFunnel } from '../../harness/funnel-command.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { sendTrace, traceLines } from '../../harness/recorded-trace.ts';
import { plainRenderer } from './plain-renderer.ts';
import { copySite, startTestServer, type TestServer, type TestServerOptions, until } from './running.ts';

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
  const env = { DATA_DIR: folder, PUBLISH: 'on-command', ADMIN_PORT: '0', ...url, ...options.env };
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
      // The stopped ones are first.
      servers = servers.slice(servers.length / 2);
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

test.skipIf(postgresMissing !== null)(
  'on PostgreSQL, a form without script that another process has begun on a new version is continued on that version',
  async () => {
    database = await createDatabase();
    const [first, second] = [await start(), await start()];
    const flow = join(funnels, 'quiz/quiz.flow.yaml');
    const text = await readFile(flow, 'utf8');
    expect(text).toContain('percent(sum(answers), 20)');
    await writeFile(flow, text.replace('percent(sum(answers), 20)', 'percent(sum(answers), 40)'));
    expect((await run(publish)).code).toBe(0);
    // The first one serves the publication before the second one has looked for it.
    await first.server.definitions.refresh();
    const send = async (server: TestServer, fields: Record<string, string>): Promise<string> =>
      (await fetch(`${server.url}/quiz/perguntas`, { method: 'POST', body: new URLSearchParams(fields) })).text();
    const begun = await send(first, { um: '10' });
    const [, log = ''] = /name="_log" value="([^"]*)"/.exec(begun) ?? [];
    expect(log).not.toBe('');
    const next = await send(second, { dois: '0', _log: log });
    expect(hashOf(second)).toBe(hashOf(first));
    expect(next).toContain('data-screen="pessoa"');
  },
);

describe('a canary', () => {
  const lead = (number: number) => ({
    nome: 'Ana',
    email: `ana${number}@x.example`,
    phone: '11987654321',
    aceite: true,
  });
  /** Visitors with an address and a browser of their own. */
  const visitors = Array.from({ length: 60 }, (_, index) => ({
    'x-forwarded-for': `10.0.0.${index + 1}`,
    'user-agent': `Browser ${index}`,
  }));
  const startBehindProxy = (env: Record<string, string> = {}) =>
    start({ env: { TRUST_PROXY: '1', SHARED_CACHE_SECONDS: '300', ...env } });

  test('goes to its share of the visitors, each of them always, and their leads and traces carry its hash', async () => {
    const first = await startBehindProxy();
    const one = hashOf(first);
    await edit('Primeira', 'Segunda');
    expect((await run(publish, [], { canary: '40%' })).code).toBe(0);
    await look();
    const { canary } = first.server.definitions.serving();
    const two = canary === null ? '' : thingAt(canary.versions, Date.now()).site.hash;
    expect([hashOf(first), two === one]).toEqual([one, false]);
    expect(await admin(first, '/readyz')).toContain(`, and ${short(two)} to 40 % of visitors`);
    expect(await admin(first, '/metrics')).toContain(`funnel_canary_share{definition="${two}"} 0.4`);
    expect((await run(versions)).out).toMatch(new RegExp(`${short(two)}  canary 40 %`));

    const chosen = new Map<number, string>();
    const compiled = first.server.definitions.current().flows.get('quiz') as CompiledFlow;
    const lines = await traceLines(compiled, {});
    for (const [number, visitor] of visitors.entries()) {
      const reply = await first.get('/', visitor);
      const isCanary = (await reply.text()).includes('Segunda');
      const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';');
      expect(cookie).toMatch(/^funnel-group=\d{1,4}\.[\w-]{22}$/);
      chosen.set(number, isCanary ? two : one);
      // Without the cookie, and with it from another address.
      for (const again of [visitor, { ...visitor, 'x-forwarded-for': '10.9.9.9', cookie }])
        expect((await home(first, again)).includes('Segunda')).toBe(isCanary);
      expect((await first.post('/api/lead', lead(number), { ...visitor, cookie })).status).toBe(200);
      await sendTrace(first.url, `visit${String(number).padStart(3, '0')}`, lines, { ...visitor, cookie });
    }
    const canaries = [...chosen.values()].filter((hash) => hash === two).length;
    // 24 of 60 are expected; fewer than 10 or more than 40 would happen once in 10,000 runs, and the addresses are fixed.
    expect(canaries).toBeGreaterThan(9);
    expect(canaries).toBeLessThan(41);
    const stored = await first.server.store.list('leads', { limit: 100 });
    expect(stored).toHaveLength(visitors.length);
    for (const { data, definition } of stored)
      expect(definition).toBe(chosen.get(Number(/ana(\d+)@/.exec(String(data['email']))?.[1])));
    const { out } = await runFunnel(['dropoff', 'quiz', '--by', 'version', '--json'], commandEnv(first.config));
    const groups = (JSON.parse(out) as { groups: { version: string; total: { came: number } }[] }).groups;
    expect(new Map(groups.map(({ version, total }) => [version, total.came]))).toEqual(
      new Map([
        [two, canaries],
        [one, visitors.length - canaries],
      ]),
    );

    // A larger share contains the smaller one.
    expect((await run(publish, [], { canary: '80%' })).code).toBe(0);
    await look();
    for (const [number, visitor] of visitors.entries())
      if (chosen.get(number) === two) expect(await home(first, visitor)).toContain('Segunda');
    // A number that the server did not sign is none.
    expect(await home(first, { ...visitors[0], cookie: 'funnel-group=1.aaaaaaaaaaaaaaaaaaaaaa' })).toBe(
      await home(first, visitors[0]),
    );
    expect((await run(rollback)).code).toBe(0);
    await look();
    for (const visitor of visitors.slice(0, 20)) expect(await home(first, visitor)).toContain('Primeira');
  });

  test('no shared cache may keep a page that differs; all others stay as they are', async () => {
    const purged: string[][] = [];
    const cdn = createServer(async (request, response) => {
      purged.push(((await json(request)) as { paths: string[] }).paths);
      response.end();
    });
    onTestFinished(() => void cdn.close());
    await new Promise<void>((done) => cdn.listen(0, '127.0.0.1', done));
    const { port } = cdn.address() as { port: number };
    const first = await startBehindProxy({ PURGE_URL: `http://127.0.0.1:${port}/purge` });
    await until(() => purged.length === 1);
    const shared = (await first.get('/')).headers.get('cache-control');
    expect(shared).toContain('s-maxage=300');
    await edit('Primeira', 'Segunda');
    await run(publish, [], { canary: '10%' });
    await look();
    for (const path of ['/', '/inicio']) {
      const { headers } = await first.get(path);
      expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, no-cache', 'Accept-Encoding']);
    }
    for (const path of ['/sobre', '/quiz']) {
      const { headers } = await first.get(path);
      expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual([shared, null]);
    }
    // What a cache kept until now must go.
    await until(() => purged.length === 2);
    expect(purged[1]).toEqual(['/', '/inicio']);
    // Published to all, every page may be kept again.
    await run(publish);
    await look();
    await until(() => purged.length === 3);
    expect(purged[2]).toEqual(['/', '/inicio']);
    const { headers } = await first.get('/');
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual([shared, null]);
    expect(await home(first)).toContain('Segunda');
  });

  test.each(['0%', '100%', '10', 'ten'])('a share of %j is refused', async (canary) => {
    const output = { out: () => {}, err: () => {}, colours: false };
    const call = { positionals: [], switches: new Set<string>(), values: { canary } };
    await expect(publish(call, output)).rejects.toThrow('--canary needs a share');
  });
});

test('without a server that serves publications there is nothing to publish to', async () => {
  const plain = await startTestServer({ funnels });
  servers.push(plain);
  expect(await run(publish)).toMatchObject({ code: 1, err: expect.stringContaining('PUBLISH=on-command') });
  expect(await run(versions)).toMatchObject({ code: 1 });
});
