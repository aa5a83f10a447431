/** Consent over HTTP: a withdrawal stops what still waits, and the proof of a choice is erased with its person. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { occurrencesBelow } from '../../harness/bytes.ts';
import { commandEnv, runFunnel } from '../../harness/funnel-command.ts';
import { applyEdits } from '../../harness/funnels-copy.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { type Sink, startSink } from '../../harness/sink.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

const databases: readonly (readonly [string, () => Promise<TestDatabase | null>])[] = [
  ['SQLite', async () => null],
  ...(postgresMissing === null ? [['PostgreSQL', createDatabase] as const] : []),
];

describe.each(databases)('on %s', (_, makeDatabase) => {
  let site: TestServer;
  let sink: Sink;
  let database: TestDatabase | null = null;

  beforeEach(async () => {
    database = await makeDatabase();
    sink = await startSink();
    const funnels = await copySite('deliveries');
    applyEdits(funnels, [
      // One message for each purpose. The first destination fails, so that its messages wait.
      ['lead.api.yaml', '      chat: { webhook: chat, when:', '      chat: { webhook: chat, purpose: marketing, when:'],
      [
        'lead.api.yaml',
        'intakes:\n',
        `intakes:
  call:
    post: /api/call
    form: lead
    records: calls
    response: { message: "'Recebido.'" }
`,
      ],
      ['lead.flow.yaml', 'calls: [{ post: /api/lead }]', 'calls: [{ post: /api/lead }, { post: /api/call }]'],
    ]);
    site = await startTestServer({
      funnels,
      env: {
        ...(database === null ? {} : { DATABASE_URL: database.url }),
        ...{ CRM_URL: `${sink.url}/crm`, CRM_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}` },
        CHAT_URL: `${sink.url}/chat`,
      },
    });
  });
  afterEach(async () => {
    await site.stop();
    await sink.stop();
    await database?.remove();
  });

  /** Makes a choice in the banner. @returns the cookie that the browser keeps */
  async function choose(choice: 'accept' | 'reject', cookie = ''): Promise<string> {
    const response = await fetch(`${site.url}/_f/consent`, {
      method: 'POST',
      headers: { accept: 'application/json', cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ choice }).toString(),
    });
    expect(response.status).toBe(204);
    return (response.headers.get('set-cookie') ?? '').split(';')[0] as string;
  }
  const submit = (path: string, name: string, cookie: string): Promise<Response> => {
    const phone = `1198765${name.charCodeAt(0)}00`;
    return site.post(path, { name, email: `${name.toLowerCase()}@x.example`, phone }, { cookie });
  };
  const statusesOf = async (name: string): Promise<Record<string, string>> => {
    const all = await site.server.store.deliveries.list();
    const own = all.filter(({ payload }) => JSON.stringify(payload).includes(name));
    return Object.fromEntries(own.map(({ delivery, status }) => [delivery, status]));
  };
  const choices = async (): Promise<unknown[]> =>
    (await site.server.store.list('consent-choices')).map(({ data }) => data['purpose']);

  const erase = (person: string) => runFunnel(['privacy', 'erase', person, '--yes'], commandEnv(site.config));

  test('a withdrawal cancels the waiting messages of its purposes and its visitor, and no other', async () => {
    sink.answer(503);
    const [bia, eva] = [await choose('accept'), await choose('accept')];
    for (const [name, cookie] of [
      ['Bia', bia],
      ['Eva', eva],
    ] as const)
      expect((await submit('/api/lead', name, cookie)).status).toBe(200);
    // Both have been tried, and wait for their next attempt.
    await until(() => sink.requests.filter(({ path }) => path === '/chat').length >= 2);
    expect(await statusesOf('Bia')).toMatchObject({ crm: 'waiting', chat: 'waiting' });

    await choose('reject', bia);
    expect(await statusesOf('Bia')).toMatchObject({ crm: 'waiting', chat: 'cancelled' });
    expect(await statusesOf('Eva')).toMatchObject({ crm: 'waiting', chat: 'waiting' });
    sink.answer(200);
    await until(async () => (await statusesOf('Eva'))['chat'] === 'delivered');
    expect(sink.requests.filter(({ path, body }) => path === '/chat' && body.includes('Bia')).length).toBeLessThan(2);
    expect(await statusesOf('Bia')).toMatchObject({ chat: 'cancelled' });
  });

  test('Global Privacy Control cancels what waits of its visitor, at a submission of any intake and at a landing', async () => {
    sink.answer(503);
    const visitors = {
      Bia: 'visitor=0190a000-0000-4000-8000-000000000001',
      Eva: 'visitor=0190a000-0000-4000-8000-000000000002',
      Lia: 'visitor=0190a000-0000-4000-8000-000000000003',
    };
    const consents = 'consent=2026-11.am.';
    const cookies = Object.entries(visitors).map(
      ([name, visitor]) => [name, `${consents}${name.toLowerCase().repeat(6)}; ${visitor}`] as const,
    );
    for (const [name, cookie] of cookies) expect((await submit('/api/lead', name, cookie)).status).toBe(200);
    await until(() => sink.requests.filter(({ path }) => path === '/chat').length >= 3);
    const [[, bia], [, eva]] = cookies as [(typeof cookies)[0], (typeof cookies)[0]];
    const body = { name: 'Bia', email: 'bia@x.example', phone: '11987654321' };
    expect((await site.post('/api/call', body, { cookie: bia, 'sec-gpc': '1' })).status).toBe(200);
    const landing = { path: '/', query: {}, referrer: '' };
    expect((await site.post('/_f/landing', landing, { cookie: eva, 'sec-gpc': '1' })).status).toBe(204);
    expect(await statusesOf('Bia')).toMatchObject({ crm: 'waiting', chat: 'cancelled' });
    expect(await statusesOf('Eva')).toMatchObject({ crm: 'waiting', chat: 'cancelled' });
    expect(await statusesOf('Lia')).toMatchObject({ crm: 'waiting', chat: 'waiting' });
    sink.answer(200);
    await until(async () => (await statusesOf('Lia'))['chat'] === 'delivered');
    const repeats = sink.requests.filter(({ path, body: sent }) => path === '/chat' && /Bia|Eva/.test(sent));
    expect(repeats.length).toBeLessThan(3);
  });

  test('choices are erased with their person, also without any message', async () => {
    const ana = await choose('accept');
    const bia = await choose('accept');
    expect((await submit('/api/call', 'Ana', ana)).status).toBe(200);
    expect((await submit('/api/call', 'Bia', bia)).status).toBe(200);
    await choose('reject', ana);
    expect(await choices()).toHaveLength(6);
    const { code, out } = await erase('ana@x.example');
    expect([code, out]).toEqual([0, expect.stringContaining('No value is left in the data folder')]);
    // The rows remain, without their values.
    expect((await choices()).filter((purpose) => purpose !== undefined)).toHaveLength(2);
    const id = (cookie: string): string => cookie.split('.').at(-1) as string;
    if (database === null) {
      expect(occurrencesBelow(site.config.dataDir, [id(ana)])).toEqual([]);
      expect(occurrencesBelow(site.config.dataDir, [id(bia)])).not.toEqual([]);
    }
  });
});
