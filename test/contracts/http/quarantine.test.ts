/** Submissions that look like a machine's: stored, answered, held, and released. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { IntakeDefinition } from '../../../engine/definition.ts';
import { main } from '../../../server/cli/main.ts';
import { applyEdits } from '../../harness/funnels-copy.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

const databases: readonly (readonly [string, () => Promise<TestDatabase | null>])[] = [
  ['SQLite', async () => null],
  ...(postgresMissing === null ? [['PostgreSQL', createDatabase] as const] : []),
];

const person = (email: string) => ({ nome: 'Ana Souza', email, phone: '(11) 98765-4321', aceite: true });

describe.each(databases)('on %s', (_, makeDatabase) => {
  let site: TestServer;
  let database: TestDatabase | null = null;
  beforeAll(async () => {
    const funnels = await copySite('http');
    applyEdits(funnels, [
      ['site.yaml', 'currency: BRL\n', 'currency: BRL\ndestinations:\n  crm: { type: webhook, url: $CRM_URL }\n'],
      [
        'quiz/quiz.api.yaml',
        '    redirect: /sobre\n',
        `    redirect: /sobre
    protect: { honeypot: true, perPerson: 3 }
    deliver:
      crm: { webhook: crm, body: { email: email } }
      ads: { webhook: crm, purpose: marketing, body: { email: email } }
`,
      ],
      [
        'quiz/quiz.api.yaml',
        '    post: /api/quiz/start\n',
        '    post: /api/quiz/start\n    protect: { honeypot: true }\n',
      ],
    ]);
    database = await makeDatabase();
    site = await startTestServer({ funnels, ...(database === null ? {} : { env: { DATABASE_URL: database.url } }) });
  });
  afterAll(async () => {
    await site.stop();
    await database?.remove();
  });

  async function leads(...args: string[]) {
    const printed: string[] = [];
    const say = (text: string) => void printed.push(text);
    vi.stubEnv('DATA_DIR', site.config.dataDir);
    vi.stubEnv('FUNNELS_DIR', site.config.funnelsDir);
    vi.stubEnv('DATABASE_URL', site.config.databaseUrl ?? '');
    try {
      const code = await main(['leads', ...args], { out: say, err: say, colours: false });
      return { code, text: printed.join('\n') };
    } finally {
      vi.unstubAllEnvs();
    }
  }
  const listed = async (...args: string[]) =>
    [...(await leads('list', '--collection', 'leads', ...args)).text.matchAll(/\S+@x\.example/g)].map(String);
  const messagesOf = async (email: string) => {
    const all = await site.server.store.deliveries.list();
    return all
      .filter(({ payload }) => JSON.stringify(payload).includes(email))
      .map(({ delivery, status }) => `${delivery} ${status}`)
      .sort();
  };

  test('a filled trap holds a submission, which gets the normal answer; a plain payload passes', async () => {
    const plain = await site.post('/api/lead', person('plain@x.example'));
    const trapped = await site.post('/api/lead', person('header@x.example'), { 'form-trap': '1', 'sec-gpc': '1' });
    const filled = await site.post('/api/lead', { ...person('filled@x.example'), _website: 'http://spam.example' });
    const empty = await site.post('/api/lead', { ...person('empty@x.example'), _website: '' });
    const answers = await Promise.all(
      [plain, trapped, filled, empty].map(async (each) => [each.status, await each.text()]),
    );
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(await listed()).toEqual(['plain@x.example', 'empty@x.example']);
    expect(await listed('--quarantined')).toEqual(['header@x.example', 'filled@x.example']);
    expect(await messagesOf('plain@x.example')).toEqual(['ads unconfigured', 'crm unconfigured']);
    expect(await messagesOf('filled@x.example')).toEqual(['ads withheld', 'crm withheld']);
    const records = await site.server.store.list('leads');
    expect(records.map(({ meta, data }) => [meta['quarantine'] ?? null, data['_website'] ?? null])).toEqual([
      [null, null],
      ['honeypot', null],
      ['honeypot', null],
      [null, null],
    ]);
  });

  test('a form posted without script carries the trap', async () => {
    const fields = { nome: 'Ana Souza', phone: '(11) 98765-4321', aceite: 'on' };
    const address = `${site.url}/quiz/pessoa?answers=${encodeURIComponent('[10,5]')}`;
    for (const _website of ['', 'x']) {
      const body = new URLSearchParams({ ...fields, email: `native${_website}@x.example`, _website });
      await fetch(address, { method: 'POST', redirect: 'manual', body });
    }
    const { records } = Object.values(site.server.definitions.current().site.intakes).find(
      ({ path }) => path === '/api/quiz/start',
    ) as IntakeDefinition;
    const stored = await site.server.store.list(records);
    expect(stored.map(({ meta }) => meta['quarantine'] ?? null)).toEqual([null, 'honeypot']);
  });

  test('a release is a row of its own; it sends what was held, but nothing without consent', async () => {
    // The operator's other commands leave held messages alone.
    await site.server.store.deliveries.retry({}, Date.now());
    expect(await messagesOf('header@x.example')).toEqual(['ads withheld', 'crm withheld']);
    const id = /\S+(?= {2}leads {2}header@x)/.exec(
      (await leads('list', '--collection', 'leads', '--quarantined')).text,
    )?.[0];
    expect(await leads('release', String(id))).toEqual({ code: 0, text: 'Released. 1 message is on the way.' });
    expect((await messagesOf('header@x.example')).filter((each) => each !== 'ads withheld')).toHaveLength(1);
    expect(await listed()).toContain('header@x.example');
    expect(await listed('--quarantined')).toEqual(['filled@x.example']);
    expect(await site.server.store.list('quarantine-releases')).toMatchObject([
      { subject: id, data: { deliveries: ['crm'] } },
    ]);
    expect(await leads('release', String(id))).toMatchObject({ code: 1 });
    expect(await leads('release', 'none')).toMatchObject({ code: 1 });
  });

  test('one e-mail address is limited, from any address and in any spelling', async () => {
    const statuses: number[] = [];
    for (const email of ['lia@x.example', 'LIA@x.example', ' lia@x.example', 'lia@x.example', 'eva@x.example'])
      statuses.push((await site.post('/api/lead', { ...person(email), nome: `Ana ${statuses.length}a` })).status);
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
  });
});
