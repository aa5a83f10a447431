/** The admin port: metrics, readiness in one line, and leads for holders of a token. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createToken, type TokenScope, tokenFolder } from '../../../server/admin/tokens.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { asSubmission, deliveryOf, submissionOf } from '../store/submissions.ts';
import { copySite, startTestServer, type TestServer, type TestServerOptions, until } from './running.ts';

let site: TestServer | null = null;
afterEach(async () => {
  await site?.stop();
  site = null;
});

interface Administered {
  readonly running: TestServer;
  /** A GET on the admin port. */
  admin(path: string, token?: string, init?: RequestInit): Promise<Response>;
  /** The value of a metric with exactly these labels, such as `name{code="invalid"}`; null when there is none. */
  metric(line: string): Promise<number | null>;
}

async function start(options: TestServerOptions = {}): Promise<Administered> {
  const running = await startTestServer({ ...options, env: { ADMIN_PORT: '0', ...options.env } });
  site = running;
  const admin = (path: string, token?: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${running.server.adminPort}${path}`, {
      ...init,
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    });
  return {
    running,
    admin,
    async metric(line) {
      const text = await (await admin('/metrics')).text();
      const found = text.split('\n').find((each) => each.startsWith(`${line} `));
      return found === undefined ? null : Number(found.slice(line.length + 1));
    },
  };
}

const lead = { nome: 'Ana Souza', email: 'ana@x.example', phone: '11987654321', aceite: true };

describe('the admin port', () => {
  test('is a port of its own, on this machine only by default', async () => {
    const { running, admin } = await start();
    expect(running.config.adminHost).toBe('127.0.0.1');
    expect(running.server.adminPort).not.toBe(running.server.port);
    expect((await running.get('/metrics')).status).toBe(404);
    expect((await running.get('/api/leads')).status).toBe(404);
    expect((await admin('/workshop')).status).toBe(404);
    expect((await admin('/healthz', undefined, { method: 'POST' })).status).toBe(405);
  });

  test('that is taken is reported in one line, and visitors are served', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { running } = await start({ env: { ADMIN_PORT: String(port) } });
    const lines = running.logged().filter(({ event }) => event === 'admin-not-listening');
    expect(lines).toMatchObject([
      { level: 'warn', port, code: 'EADDRINUSE', hint: expect.stringContaining('ADMIN_PORT') },
    ]);
    expect(running.server.adminPort).toBeNull();
    expect((await running.get('/')).status).toBe(200);
    other.close();
  });
});

describe('/metrics', () => {
  test('counts stored leads by collection, refusals by intake and code, and requests by kind', async () => {
    const { running, metric, admin } = await start();
    await running.post('/api/lead', lead);
    await running.post('/api/lead', lead);
    await running.post('/api/lead', { ...lead, email: 'b@x.example' });
    await running.post('/api/lead', { ...lead, email: 'not an address' });
    await running.post('/api/lead', 'no json');
    await running.get('/');
    await running.get('/sobre');
    await until(() => running.logged().filter(({ event }) => event === 'request').length === 7);
    // A repeated submission is not a second lead.
    expect(await metric('funnel_leads_stored_total{collection="leads"}')).toBe(2);
    expect(await metric('funnel_refusals_total{intake="lead",code="invalid"}')).toBe(1);
    expect(await metric('funnel_refusals_total{intake="lead",code="malformed"}')).toBe(1);
    const requests = (kind: string, status: string) =>
      metric(`funnel_http_request_duration_seconds_count{kind="${kind}",status="${status}"}`);
    expect([await requests('page', '2xx'), await requests('intake', '2xx'), await requests('intake', '4xx')]).toEqual([
      2, 3, 2,
    ]);
    const type = (await admin('/metrics')).headers.get('content-type');
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test('count a refused request once, also when it exceeds its limit', async () => {
    const { running, metric } = await start({ clock: () => 1_700_000_000_000 });
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await running.post('/api/rare', {})).status);
    expect(statuses).toEqual([422, 422, 422, 429, 429]);
    expect(await metric('funnel_refusals_total{intake="rare",code="invalid"}')).toBe(3);
    expect(await metric('funnel_refusals_total{intake="rare",code="rate-limited"}')).toBe(2);
  });

  test('describe the state of the server and of its process', async () => {
    const { running, metric } = await start();
    const { hash } = running.server.definitions.current().site;
    expect(await metric('funnel_ready')).toBe(1);
    expect(await metric(`funnel_definition_info{definition="${hash}"}`)).toBe(1);
    expect(await metric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(await metric('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  test('show how many deliveries wait, and for how long', async () => {
    const { running, metric } = await start();
    expect(await metric('funnel_outbox_depth{destination="crm"}')).toBeNull();
    const receivedAt = Date.now() - 90_000;
    for (const key of ['first-key', 'other-key'])
      await running.server.store.submit(
        asSubmission({
          ...{ intake: 'lead', key, bodyHash: 'a'.repeat(64), collection: 'leads', subject: null },
          ...{ data: {}, meta: {}, definition: 'x', receivedAt, reply: { status: 200, body: {} } },
          deliveries: [deliveryOf(key, { destination: 'crm' })],
        }),
      );
    expect(await metric('funnel_outbox_depth{destination="crm"}')).toBe(2);
    const age = await metric('funnel_outbox_age_seconds{destination="crm"}');
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(200);
  });

  test('contain nothing that a visitor sent', async () => {
    const { running, admin } = await start();
    await running.post('/api/lead', lead);
    await running.get('/planted-path?nome=planted-query');
    await running.post('/api/planted-intake', lead);
    const text = await (await admin('/metrics')).text();
    for (const planted of ['planted', 'ana@', '11987654321', 'Souza']) expect(text).not.toContain(planted);
  });
});

describe('/readyz', () => {
  const line = async ({ admin }: Administered): Promise<[number, string]> => {
    const reply = await admin('/readyz');
    return [reply.status, await reply.text()];
  };

  test('says what is served', async () => {
    const [status, text] = await line(await start());
    expect(status).toBe(200);
    expect(text).toMatch(/^ready: serving definition [0-9a-f]{12}\n$/);
  });

  test('says that the disk is full, and what to do', async () => {
    const administered = await start({
      openStore: async (dir, events) => ({
        ...(await openSqliteStore({ dir, ...events })),
        trouble: () => new StoreError('STORE_FULL', 'SQLITE_FULL'),
      }),
    });
    expect(await line(administered)).toEqual([
      503,
      'not ready: The disk is full (SQLITE_FULL); nothing was stored. Free some space. The next call retries; no restart is needed.\n',
    ]);
    expect(await administered.metric('funnel_ready')).toBe(0);
  });

  test('says that the last edit is not served', async () => {
    const funnels = await copySite('http');
    const administered = await start({ funnels });
    const file = join(funnels, 'geral/home.page.yaml');
    const valid = await readFile(file, 'utf8');
    await writeFile(file, valid.replace('type:', 'typo:'));
    await administered.running.server.definitions.reload();
    const [status, text] = await line(administered);
    expect(status).toBe(200);
    expect(text).toMatch(
      /^ready, but the last edit was refused: The definitions have \d+ error\(s\)\. Still serving .*\n$/,
    );
    await writeFile(file, valid);
    await administered.running.server.definitions.reload();
    expect((await line(administered))[1]).toMatch(/^ready: /);
  });
});

describe('/api/leads', () => {
  const withToken = async (...scopes: TokenScope[]): Promise<Administered & { token: string }> => {
    const administered = await start();
    const token = (await createToken(
      tokenFolder(administered.running.config.dataDir),
      'test',
      scopes,
      Date.now(),
    )) as string;
    return { ...administered, token };
  };
  const addLeads = async ({ running }: Administered, count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      await running.post('/api/lead', { ...lead, email: `p${index}@x.example`, src: index % 2 === 0 ? 'even' : 'odd' });
  };

  test('leaves out leads in quarantine, unless they are asked for', async () => {
    const administered = await withToken('leads:read');
    await addLeads(administered, 1);
    const meta = { quarantine: 'honeypot', held: [] };
    await administered.running.server.store.submit(
      submissionOf('held', { collection: 'leads', data: { email: 'held@x.example' }, meta, deliveries: [] }),
    );
    const listed = async (query: string): Promise<unknown[]> => {
      const path = `/api/leads?collection=leads${query}`;
      const { leads } = (await (await administered.admin(path, administered.token)).json()) as {
        leads: { data: { email: string } }[];
      };
      const text = await (
        await administered.admin(`/api/leads/export?collection=leads${query}`, administered.token)
      ).text();
      expect(text.trimEnd().split('\n')).toHaveLength(leads.length);
      return leads.map(({ data }) => data.email);
    };
    expect(await listed('')).toEqual(['p0@x.example']);
    expect(await listed('&quarantined=false')).toEqual(['p0@x.example']);
    expect(await listed('&quarantined=only')).toEqual(['held@x.example']);
    expect(await listed('&quarantined=true')).toEqual(['p0@x.example', 'held@x.example']);
    for (const path of ['/api/leads?quarantined=yes', '/api/leads/export?quarantined=yes'])
      expect((await administered.admin(path, administered.token)).status).toBe(400);
  });

  test.each([undefined, 'fnl_wrong'])('refuses the token %s', async (token) => {
    const { admin } = await start();
    for (const path of ['/api/leads', '/api/leads/export', '/api/leads/0']) {
      const reply = await admin(path, token);
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });

  test.each(['bearer', 'BEARER', 'Bearer '])('takes a token of the scheme %s', async (scheme) => {
    const { admin, token } = await withToken('leads:read');
    expect((await admin('/api/leads', undefined, { headers: { authorization: `${scheme} ${token}` } })).status).toBe(
      200,
    );
  });

  test('refuses a token as soon as it is revoked', async () => {
    const { admin, token, running } = await withToken('leads:read');
    expect((await admin('/api/leads', token)).status).toBe(200);
    await tokenFolder(running.config.dataDir).remove('test');
    expect((await admin('/api/leads', token)).status).toBe(401);
  });

  test('lists leads page by page, with filters, and times in the zone of the site', async () => {
    const administered = await withToken('leads:read');
    const { admin, token } = administered;
    await addLeads(administered, 5);
    const page = async (query: string) =>
      (await (await admin(`/api/leads?${query}`, token)).json()) as {
        leads: { id: string; subject: string; firstAt: string; data: Record<string, unknown> }[];
        next: string | null;
      };
    const first = await page('limit=3');
    const second = await page(`limit=3&after=${first.next}`);
    expect([...first.leads, ...second.leads].map(({ subject }) => subject)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `p${index}@x.example`),
    );
    expect(second.next).toBeNull();
    expect(first.leads[0]?.firstAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00$/);
    expect((await page('source=odd')).leads).toHaveLength(2);
    expect((await page('to=2020-01-01')).leads).toEqual([]);
    expect((await page('collection=checkouts')).leads).toEqual([]);
  });

  test.each([
    ['limit=0', 'limit must be'],
    ['colection=leads', 'Unknown parameter'],
    ['collection=lead', 'Did you mean leads?'],
    ['from=yesterday', 'from must be a day such as'],
    ['after=unknown', "in 'after'"],
  ])('explains why %s is invalid', async (query, reason) => {
    const { admin, token } = await withToken('leads:read');
    const reply = await admin(`/api/leads?${query}`, token);
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { message: string }).message).toContain(reason);
  });

  test('shows one lead with its submissions', async () => {
    const administered = await withToken('leads:read');
    const { admin, token, running } = administered;
    await running.post('/api/lead', lead);
    await running.post('/api/lead', { ...lead, nome: 'Ana Lima', phone: '11912345678' });
    const [{ id } = { id: '' }] = ((await (await admin('/api/leads', token)).json()) as { leads: { id: string }[] })
      .leads;
    const shown = await (await admin(`/api/leads/${id}`, token)).json();
    expect(shown).toMatchObject({
      submissions: 2,
      data: { nome: 'Ana Lima' },
      records: [{ data: { nome: 'Ana Souza' } }, { data: { nome: 'Ana Lima' } }],
    });
    expect((await admin('/api/leads/0', token)).status).toBe(404);
  });

  test.each([
    ['jsonl', 'application/x-ndjson; charset=utf-8', 3],
    ['csv', 'text/csv; charset=utf-8; header=present', 4],
  ])('exports as %s', async (format, type, lines) => {
    const administered = await withToken('leads:read');
    await addLeads(administered, 3);
    const reply = await administered.admin(`/api/leads/export?format=${format}`, administered.token);
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      200,
      type,
      'no-store',
    ]);
    expect((await reply.text()).trimEnd().split('\n')).toHaveLength(lines);
  });

  test('a token of one collection reads no other', async () => {
    const administered = await withToken('leads:read:checkouts');
    const { admin, token, running } = administered;
    await addLeads(administered, 1);
    await running.post('/api/checkout', { plano: 'basico' });
    const leads = async (path: string) => ((await (await admin(path, token)).json()) as { leads: unknown[] }).leads;
    expect(await leads('/api/leads')).toMatchObject([{ collection: 'checkouts' }]);
    for (const path of ['/api/leads?collection=leads', '/api/leads/export?collection=checkouts,leads'])
      expect((await admin(path, token)).status).toBe(403);
    const [foreign] = await running.server.store.list('leads');
    expect((await admin(`/api/leads/${foreign?.id}`, token)).status).toBe(404);
  });
});
