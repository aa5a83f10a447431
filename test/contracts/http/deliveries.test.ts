/** From a submission to a service of another: stored with the lead, sent, tried again, and shown to the operator. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeChoice } from '../../../engine/consent/consent.ts';
import { main } from '../../../server/cli/main.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { type Sink, startSink } from '../../harness/sink.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

const key = Buffer.alloc(24, 7).toString('base64');
/** The cookie of a visitor who agreed to everything. */
const consented = `consent=${writeChoice({ version: '2026-11', granted: ['analytics', 'marketing'], id: 'a'.repeat(20) })}`;
const lead = (name = 'Bia Lima') => ({ name, email: 'bia@x.example', phone: '11987654322' });

const databases: readonly (readonly [string, () => Promise<TestDatabase | null>])[] = [
  ['SQLite', async () => null],
  ...(postgresMissing === null ? [['PostgreSQL', createDatabase] as const] : []),
];

describe.each(databases)('on %s', (_, makeDatabase) => {
  let site: TestServer | null = null;
  let database: TestDatabase | null = null;
  let sink: Sink;

  beforeEach(async () => {
    database = await makeDatabase();
    sink = await startSink();
  });
  afterEach(async () => {
    await site?.stop();
    site = null;
    await sink.stop();
    await database?.remove();
  });

  const configured = () => ({ CRM_URL: `${sink.url}/crm`, CRM_SECRET: `whsec_${key}`, CHAT_URL: `${sink.url}/chat` });
  async function start(env: Record<string, string>): Promise<TestServer> {
    const url: Record<string, string> = database === null ? {} : { DATABASE_URL: database.url };
    site = await startTestServer({ funnels: await copySite('deliveries'), env: { ...url, ...env } });
    return site;
  }

  const messages = () => (site as TestServer).server.store.deliveries.list();
  const statuses = async () => Object.fromEntries((await messages()).map(({ delivery, status }) => [delivery, status]));
  const received = (path: string) => sink.requests.filter((request) => request.path === path);

  async function funnel(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    const { config } = site as TestServer;
    const printed = { out: '', err: '' };
    vi.stubEnv('DATA_DIR', config.dataDir);
    vi.stubEnv('FUNNELS_DIR', config.funnelsDir);
    vi.stubEnv('DATABASE_URL', config.databaseUrl ?? '');
    try {
      const code = await main(args, {
        out: (line) => {
          printed.out += `${line}\n`;
        },
        err: (line) => {
          printed.err += `${line}\n`;
        },
        colours: false,
      });
      return { code, ...printed };
    } finally {
      vi.unstubAllEnvs();
    }
  }

  test('a lead arrives at each service, signed and once, and its reply says so', async () => {
    const { post } = await start(configured());
    const headers = { 'idempotency-key': 'key-12345678' };
    const replies = await Promise.all([post('/api/lead', lead(), headers), post('/api/lead', lead(), headers)]);
    expect(await Promise.all(replies.map((reply) => reply.json()))).toEqual([
      { message: 'Enviado.' },
      { message: 'Enviado.' },
    ]);
    await until(async () => (await messages()).filter(({ status }) => status === 'delivered').length === 2);
    expect(await statuses()).toEqual({ crm: 'delivered', chat: 'delivered', lead: 'withheld' });
    const [crm, ...more] = received('/crm');
    expect(more).toEqual([]);
    expect(received('/chat').map(({ body }) => JSON.parse(body))).toEqual([{ text: 'Bia Lima' }]);
    expect(JSON.parse(crm?.body ?? '')).toEqual({
      person: { name: 'Bia Lima', email: 'bia@x.example' },
      source: 'site',
    });
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = crm?.headers ?? {};
    const signed = createHmac('sha256', Buffer.from(key, 'base64')).update(`${id}.${at}.${crm?.body}`).digest('base64');
    expect(signature).toBe(`v1,${signed}`);
  });

  test('without settings a message is stored, and sent once they are there', async () => {
    const first = await start({});
    expect(await (await first.post('/api/lead', lead('Ana'), { cookie: consented })).json()).toEqual({
      message: 'Recebido.',
    });
    expect(await statuses()).toEqual({ crm: 'unconfigured', lead: 'unconfigured' });
    const { out } = await funnel('deliveries', 'destinations');
    expect(out).toMatch(/crm +webhook +nothing sent yet; not set: CRM_URL, CRM_SECRET/);
    const { server, config } = first;
    await server.stop(2000);
    site = {
      ...first,
      ...(await startTestServer({
        funnels: config.funnelsDir,
        env: { ...configured(), DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: config.dataDir },
      })),
    };
    expect(sink.requests).toEqual([]);
    expect(await funnel('deliveries', 'retry', '--destination', 'crm')).toMatchObject({
      ...{ code: 0, out: '1 delivery is sent again.\n' },
    });
    await until(async () => (await statuses())['crm'] === 'delivered');
    expect(received('/crm')).toHaveLength(1);
  });

  test('a service that fails gets the message again under its id, and nothing else waits for it', async () => {
    sink.answer((request, response) => response.writeHead(request.path === '/crm' ? 503 : 200).end());
    const { post, logged } = await start(configured());
    await post('/api/lead', lead());
    await until(async () => (await statuses())['chat'] === 'delivered');
    await until(() => received('/crm').length > 0);
    await until(async () => (await messages()).some(({ lastError }) => lastError !== null));
    const before = (await funnel('deliveries', 'destinations')).out;
    expect(before).toMatch(
      /crm +webhook +(?:fails, \d+ failed since the last success, 0 delivered|away, .*): HTTP 503/,
    );
    sink.answer(200);
    const [waiting] = (await messages()).filter(({ delivery }) => delivery === 'crm');
    const shown = await funnel('deliveries', 'show', waiting?.id ?? '');
    expect(shown.out).toContain('503');
    expect(shown.out).not.toContain('bia@x.example');
    expect((await funnel('deliveries', 'retry', '--destination', 'crm', '--status', 'waiting')).code).toBe(1);
    await until(async () => (await statuses())['crm'] === 'delivered');
    const ids = received('/crm').map(({ headers }) => headers['webhook-id']);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    const lines = JSON.stringify(logged());
    expect(lines).toContain('delivery-failed');
    // The request that woke the outbox is not that of the message.
    for (const line of logged().filter(({ event }) => String(event).startsWith('de')))
      expect([line['event'], line['requestId']]).toEqual([line['event'], undefined]);
    expect(lines).not.toContain('bia@x.example');
  });

  test('a service that is gone is paused until an operator resumes it', async () => {
    sink.answer(410);
    const { post } = await start(configured());
    await post('/api/lead', lead('Ana'));
    await until(async () => (await funnel('deliveries', 'destinations')).out.includes('paused: HTTP 410'));
    sink.answer(200);
    expect((await funnel('deliveries', 'resume', 'crm')).code).toBe(0);
    await until(async () => (await statuses())['crm'] === 'delivered');
  });
});

describe('funnel deliveries', () => {
  test.each([
    [['deliveries'], 'Say what to do'],
    [['deliveries', 'list', '--status', 'gone'], 'Unknown status "gone". There are waiting'],
    [['deliveries', 'retry'], 'Give the ids of deliveries'],
    [['deliveries', 'show'], 'Give the id of one delivery'],
  ])('%s', async (args, message) => {
    let err = '';
    const output = {
      out: () => {},
      err: (line: string) => {
        err += line;
      },
      colours: false,
    };
    expect(await main(args, output)).toBe(2);
    expect(err).toContain(message);
  });
});
