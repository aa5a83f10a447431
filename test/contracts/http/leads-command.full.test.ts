/** `funnel leads` and `funnel tokens`, beside a running server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createToken, tokenFolder } from '../../../server/admin/tokens.ts';
import { main } from '../../../server/cli/main.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { projectRoot } from '../../harness/site-server.ts';
import { asSubmission } from '../store/submissions.ts';
import { startTestServer, type TestServer } from './running.ts';

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const jsonOf = (text: string) => JSON.parse(text) as Record<string, unknown>;

const databases: readonly (readonly [string, () => Promise<TestDatabase | null>])[] = [
  ['SQLite', async () => null],
  ...(postgresMissing === null ? [['PostgreSQL', createDatabase] as const] : []),
];

describe.each(databases)('on %s', (_, makeDatabase) => {
  let site: TestServer;
  let database: TestDatabase | null = null;
  beforeAll(async () => {
    database = await makeDatabase();
    const url: Record<string, string> = database === null ? {} : { DATABASE_URL: database.url };
    site = await startTestServer({ env: { ADMIN_PORT: '0', ...url } });
  });
  afterAll(async () => {
    await site.stop();
    await database?.remove();
  });

  const environment = (): Record<string, string> => ({
    DATA_DIR: site.config.dataDir,
    FUNNELS_DIR: site.config.funnelsDir,
    DATABASE_URL: site.config.databaseUrl ?? '',
  });

  /** Runs `funnel` in this process, with the environment of the server. */
  async function funnel(args: readonly string[]): Promise<Ran> {
    const printed = { out: [] as string[], err: [] as string[] };
    const output = {
      out: (text: string) => void printed.out.push(`${text}\n`),
      err: (text: string) => void printed.err.push(`${text}\n`),
      colours: false,
    };
    for (const [name, value] of Object.entries(environment())) vi.stubEnv(name, value);
    try {
      const code = await main(args, output);
      return { code, out: printed.out.join(''), err: printed.err.join('') };
    } finally {
      vi.unstubAllEnvs();
    }
  }

  /** Runs `funnel` in a process of its own. */
  async function funnelProcess(args: readonly string[], nodeArgs: readonly string[]): Promise<Ran> {
    const child = spawn(process.execPath, [...nodeArgs, join(projectRoot, 'server/cli/funnel.mjs'), ...args], {
      env: { ...process.env, ...environment(), NODE_ENV: 'test' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, out, err };
  }

  describe('while the server runs', () => {
    beforeAll(async () => {
      const leads = [
        { email: 'a@x.example', nome: '=HYPERLINK("http://evil.example")', src: 'ig', phone: '11987654321' },
        { email: 'b@x.example', nome: 'Bia Lima', src: 'ads', phone: '11987654322' },
        { email: 'a@x.example', nome: 'Ana Corrigida', src: 'ig', phone: '11987654323' },
      ];
      for (const each of leads) expect((await site.post('/api/lead', { ...each, aceite: true })).status).toBe(200);
    });

    test('list prints one line per lead, with filters', async () => {
      const { code, out } = await funnel(['leads', 'list', '--collection', 'leads']);
      const lines = out.trimEnd().split('\n');
      expect([code, lines.length]).toEqual([0, 2]);
      expect(lines[0]).toMatch(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00 {2}\S+ {2}leads {2}a@x\.example {2}ig {2}2 submissions$/,
      );
      expect((await funnel(['leads', 'list', '--source', 'ads'])).out).toMatch(/^.*b@x\.example {2}ads\n$/);
      expect(await funnel(['leads', 'list', '--to', '2020-01-01'])).toMatchObject({
        code: 1,
        out: '',
        err: 'No lead matches.\n',
      });
    });

    test('list says how to continue', async () => {
      const first = await funnel(['leads', 'list', '--collection', 'leads', '--limit', '1']);
      const after = /--after (\S+)/.exec(first.err)?.[1] ?? '';
      const second = await funnel(['leads', 'list', '--collection', 'leads', '--limit', '1', '--after', after]);
      expect([first.out, second.out].map((text) => /\S+@x\.example/.exec(text)?.[0])).toEqual([
        'a@x.example',
        'b@x.example',
      ]);
      expect(second.err).toBe('');
    });

    test('show prints a lead with its submissions', async () => {
      const id = (await funnel(['leads', 'list', '--limit', '1'])).out.split(/ +/)[1] as string;
      const { code, out } = await funnel(['leads', 'show', id]);
      expect(code).toBe(0);
      expect(jsonOf(out)).toMatchObject({ id, submissions: 2, data: { nome: 'Ana Corrigida' }, records: [{}, {}] });
      expect(await funnel(['leads', 'show', 'none'])).toMatchObject({
        code: 1,
        err: 'There is no lead with the id none.\n',
      });
    });

    test('export writes a file that only its owner can read, and replaces none', async () => {
      const file = join(site.config.dataDir, 'export.csv');
      const { code, err } = await funnel([
        'leads',
        'export',
        '--format',
        'excel',
        '--output',
        file,
        '--version',
        site.server.definitions.current().site.hash,
      ]);
      expect([code, err]).toEqual([0, `2 leads written to ${file}.\n`]);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, 'utf8')).toMatch(/^\ufeffid;/);
      expect(await funnel(['leads', 'export', '--output', file])).toMatchObject({
        code: 2,
        err: expect.stringContaining('EEXIST'),
      });
    });

    test.each([
      [['leads', 'lst'], 'Say what to do with the leads'],
      [['leads', 'drop'], 'list, show, export'],
      [['leads', 'show'], 'Give the id of a lead'],
      [['leads', 'list', 'leads'], 'filters are options'],
      [['leads', 'list', '--limit', 'all'], '--limit must be a whole number'],
      [['leads', 'export', '--format', 'xml'], 'csv, excel, xlsx, jsonl'],
      [['leads', 'export', '--collection', 'lead'], 'Did you mean leads?'],
      [['tokens', 'create', 'two words'], 'Give the token a name'],
      [['tokens', 'create', 'x', '--scope', 'leads:write'], 'Unknown scope'],
    ])('%j is refused with a reason', async (args, reason) => {
      const { code, out, err } = await funnel(args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(reason);
    });

    test('a token of the data folder stays valid when the leads are in a database', async () => {
      const token = await createToken(tokenFolder(site.config.dataDir), 'of-before', ['leads:read'], 0);
      const status = async () =>
        (
          await fetch(`http://127.0.0.1:${site.server.adminPort}/api/leads`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).status;
      expect(await status()).toBe(200);
      expect((await funnel(['tokens', 'list'])).out).toMatch(/^of-before {2}leads:read {2}1970-/);
      expect((await funnel(['tokens', 'create', 'of-before'])).code, 'the name is taken').toBe(1);
      expect((await funnel(['tokens', 'revoke', 'of-before'])).code).toBe(0);
      expect(await status()).toBe(401);
    });

    test('a created token opens the admin port, until it is revoked', async () => {
      const leads = (token: string) =>
        fetch(`http://127.0.0.1:${site.server.adminPort}/api/leads`, { headers: { authorization: `Bearer ${token}` } });
      const { code, out } = await funnel(['tokens', 'create', 'crm', '--scope', 'leads:read:leads']);
      expect([code, (await leads(out.trim())).status]).toEqual([0, 200]);
      // A server on another machine knows it if both have one database.
      const other = await startTestServer({ env: { ADMIN_PORT: '0', DATABASE_URL: database?.url ?? '' } });
      const reply = await fetch(`http://127.0.0.1:${other.server.adminPort}/api/leads`, {
        headers: { authorization: `Bearer ${out.trim()}` },
      });
      expect(reply.status).toBe(database === null ? 401 : 200);
      await other.stop();
      expect((await funnel(['tokens', 'list'])).out).toMatch(/^crm {2}leads:read:leads {2}\d{4}-/);
      expect(await funnel(['tokens', 'create', 'crm'])).toMatchObject({ code: 1, out: '' });
      expect((await funnel(['tokens', 'revoke', 'crm'])).code).toBe(0);
      expect((await leads(out.trim())).status).toBe(401);
      expect((await funnel(['tokens', 'revoke', 'crm'])).code).toBe(1);
    });
  });

  test('an export needs little memory for many leads, and sees a consistent set while more are stored', async () => {
    const total = 7_000;
    const submission = (index: number) =>
      asSubmission({
        ...{
          intake: 'checkout',
          key: `many-${index}`,
          bodyHash: 'b'.repeat(64),
          collection: 'checkouts',
          subject: null,
        },
        ...{ meta: { page: '/' }, definition: 'v', receivedAt: 1_700_000_000_000 + index },
        ...{ reply: { status: 200, body: {} }, deliveries: [] },
        data: { plano: `n${index}`, texto: 'x'.repeat(13_000) },
      });
    const { store } = site.server;
    for (let from = 0; from < total; from += 1000)
      await Promise.all(Array.from({ length: 1000 }, (_, index) => store.submit(submission(from + index))));
    let storing = true;
    const more = (async () => {
      for (let index = total; storing; index += 1) await store.submit(submission(index));
    })();
    // 90 MB of text; kept in memory it would exceed the heap, which is larger than needed: a busy machine frees memory late.
    const { code, out, err } = await funnelProcess(
      ['leads', 'export', '--collection', 'checkouts', '--format', 'jsonl'],
      ['--max-old-space-size=80'],
    );
    storing = false;
    await more;
    expect([code, err]).toEqual([0, '']);
    const numbers = [...out.matchAll(/"plano":"n(\d+)"/g)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThanOrEqual(total);
    expect(numbers).toEqual(numbers.map((_, index) => index));
  });
});
