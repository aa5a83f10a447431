/** Two servers on one PostgreSQL database behave as one. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

describe.skipIf(postgresMissing !== null)('two servers on one PostgreSQL database', () => {
  let database: TestDatabase;
  let servers: readonly [TestServer, TestServer];
  const lead = { nome: 'Ana', email: 'ana@x.example', phone: '11987654321', aceite: true };

  beforeEach(async () => {
    database = await createDatabase();
    const env = { DATABASE_URL: database.url, TRUST_PROXY: '1' };
    const start = async () => startTestServer({ env, funnels: await copySite('http'), clock: () => 1_795_000_000_000 });
    servers = [await start(), await start()];
  });
  afterEach(async () => {
    for (const server of servers) await server.stop();
    await database.remove();
  });

  test('answer a key once', async () => {
    const key = { 'idempotency-key': 'same-key-of-a-lead' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (servers[index % 2] as TestServer).post('/api/lead', lead, key)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(replies.filter((reply) => reply.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await servers[1].server.store.count('leads')).toBe(1);
    const other = await servers[1].post('/api/lead', { ...lead, nome: 'Outra' }, key);
    expect([other.status, await other.json()]).toMatchObject([422, { code: 'conflict' }]);
  });

  test('count the requests of an address together', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1)
      statuses.push((await (servers[count % 2] as TestServer).post('/api/rare', { nota: 'a' }, headers)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    const another = await servers[1].post('/api/rare', { nota: 'a' }, { 'x-forwarded-for': '203.0.113.10' });
    expect(another.status).toBe(200);
    expect(JSON.stringify(await database.query('select * from uses'))).not.toContain('203.0.113.9');
  });

  test('continue a visit without script that the other has begun', async () => {
    const [one, other] = servers;
    const post = async (server: TestServer, fields: Record<string, string>) => {
      const reply = await fetch(`${server.url}/quiz/pessoa`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
      const html = await reply.text();
      return { reply, log: /name="_log" value="([^"]*)"/.exec(html)?.[1] ?? '' };
    };
    const page = await (await one.get('/quiz/pessoa?answers=%5B10%2C0%5D')).text();
    const begun = /name="_log" value="([^"]*)"/.exec(page)?.[1] ?? '';
    const { log } = await post(one, { _log: begun, nome: '' });
    expect(log).toMatch(/^2\./);
    const { aceite: _, ...typed } = lead;
    const { reply } = await post(other, { _log: log, ...typed, aceite: 'true' });
    expect([reply.status, reply.headers.get('location')]).toEqual([307, expect.stringMatching('uid=')]);
    expect(await one.server.store.count('quiz_people')).toBe(1);
  });

  test('hold nothing of their own: what one has stored the other answers', async () => {
    const [one, other] = servers;
    await one.post('/api/lead', lead);
    expect((await other.server.store.list('leads')).map(({ data }) => data['email'])).toEqual([lead.email]);
    const [agreed] = await database.query("select value from agreed where name = 'visits.key'");
    expect(agreed?.['value']).toMatch(/^[0-9a-f]{64}$/);
  });
});
