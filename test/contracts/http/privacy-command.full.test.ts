/** `funnel privacy`, beside a running server and after a restore. */

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toSubmissionKey } from '../../../server/store/ids.ts';
import { occurrencesBelow } from '../../harness/bytes.ts';
import { commandEnv, runFunnel } from '../../harness/funnel-command.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { startTestServer, type TestServer } from './running.ts';

const databases: readonly (readonly [string, () => Promise<TestDatabase | null>])[] = [
  ['SQLite', async () => null],
  ...(postgresMissing === null ? [['PostgreSQL', createDatabase] as const] : []),
];
const ana = { nome: 'Ana Prado Única', email: 'ana.unica@x.example', phone: '11987654321', aceite: true };
const bia = { nome: 'Bia Outra Pessoa', email: 'bia@x.example', phone: '11987650000', aceite: true };

describe.each(databases)('on %s', (name, makeDatabase) => {
  let site: TestServer;
  let database: TestDatabase | null = null;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'privacy-'));
    database = await makeDatabase();
    site = await startTestServer({ env: database === null ? {} : { DATABASE_URL: database.url } });
    for (const person of [ana, bia]) expect((await site.post('/api/lead', person)).status).toBe(200);
  });
  afterEach(async () => {
    await site.stop();
    await database?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const funnel = (args: readonly string[], dataDir = site.config.dataDir) =>
    runFunnel(args, { ...commandEnv(site.config), DATA_DIR: dataDir });
  const names = async (): Promise<unknown[]> => (await site.server.store.list('leads')).map(({ data }) => data['nome']);

  test('a person is exported and erased by a telephone number with its country, and audited without a value', async () => {
    const file = join(folder, 'ana.json');
    expect((await funnel(['privacy', 'export', '+55 (11) 98765-4321', '--output', file])).code).toBe(0);
    const exported = JSON.parse(readFileSync(file, 'utf8')) as { records: { data: object }[]; consents: object[] };
    expect(exported.records.map(({ data }) => data)).toEqual([
      { nome: ana.nome, email: ana.email, phone: ana.phone, aceite: true },
    ]);
    expect(exported.consents).toMatchObject([{ consent: { purpose: 'contato', given: true } }]);

    const erased = await funnel(['privacy', 'erase', '+55 (11) 98765-4321', '--yes']);
    expect([erased.code, erased.err]).toEqual([0, '']);
    expect(await names()).toEqual([undefined, bia.nome]);
    const audit = await funnel(['privacy', 'list']);
    expect(JSON.parse(audit.out)).toMatchObject({
      counts: { records: 1, submissions: 1 },
      operator: expect.stringMatching(/@/),
    });
    const kept = audit.out + readFileSync(join(site.config.dataDir, 'erasures.jsonl'), 'utf8');
    for (const value of [ana.nome, ana.email, ana.phone, '987654321']) expect(kept).not.toContain(value);
    expect(occurrencesBelow(site.config.dataDir, [ana.nome, ana.email, ana.phone])).toEqual([]);
    expect((await site.post('/api/lead', { ...ana, nome: 'Ana de Volta' })).status).toBe(200);
    expect(await names()).toEqual([undefined, bia.nome, 'Ana de Volta']);
  });

  test('the earlier versions of a record are erased with the latest one', async () => {
    const earlier = { ...ana, nome: 'Ana Grafia Antiga', phone: '11912340000' };
    expect((await site.post('/api/lead', earlier)).status).toBe(200);
    expect((await site.post('/api/lead', { ...ana, nome: 'Ana Grafia Nova' })).status).toBe(200);
    const erased = await funnel(['privacy', 'erase', ana.email, '--yes']);
    expect([erased.code, erased.err]).toEqual([0, '']);
    expect(await names()).toEqual([undefined, bia.nome, undefined, undefined]);
    const values = [ana.nome, ana.email, earlier.nome, earlier.phone, 'Ana Grafia Nova'];
    expect(occurrencesBelow(site.config.dataDir, values)).toEqual([]);
  });

  test('a visit without script that was not sent is exported and erased', async () => {
    const carla = { nome: 'Carla Sem Envio', email: 'carla@x.example' };
    const post = (log: string) =>
      fetch(`${site.url}/quiz/pessoa`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ _log: log, ...carla }).toString(),
      });
    const page = await (await site.get('/quiz/pessoa?answers=%5B10%2C0%5D')).text();
    expect((await post(/name="_log" value="([^"]*)"/.exec(page)?.[1] ?? '')).status).toBe(200);
    const { out } = await funnel(['privacy', 'export', carla.email]);
    expect(JSON.parse(out)).toMatchObject({ records: [], openVisits: [{ log: { input: {} } }] });
    expect(out).toContain(carla.nome);
    const erased = await funnel(['privacy', 'erase', carla.email, '--yes']);
    expect([erased.code, erased.err]).toEqual([0, '']);
    expect(erased.out).toContain('1 visits');
    expect((await funnel(['privacy', 'erase', carla.email, '--yes'])).err).toContain('Nothing is stored');
    if (name === 'SQLite') expect(occurrencesBelow(site.config.dataDir, [carla.nome, carla.email])).toEqual([]);
    expect(await names()).toEqual([ana.nome, bia.nome]);
  });

  test('nobody is erased by a mistake', async () => {
    for (const [args, code, text] of [
      [['privacy', 'erase', 'ana@x.example', '--yes'], 1, 'Nothing is stored'],
      [['privacy', 'erase', ana.email], 1, '--yes'],
      [['privacy', 'erase'], 2, 'Give an e-mail address'],
      [['privacy', 'erase', '  '], 2, 'Give an e-mail address'],
      [['privacy', 'erase', ana.email, bia.email, '--yes'], 2, 'one person only'],
      [['privacy', 'forget', ana.email], 2, 'Choose export'],
    ] as const) {
      const { code: actual, err } = await funnel(args);
      expect([args, actual, err.includes(text)]).toEqual([args, code, true]);
    }
    expect(await names()).toEqual([ana.nome, bia.nome]);
  });

  test.runIf(name === 'PostgreSQL')(
    'a restored database is noticed at the start, and a replay erases again',
    async () => {
      expect((await funnel(['privacy', 'erase', ana.email, '--yes'])).code).toBe(0);
      const audit = join(folder, 'erasures.jsonl');
      copyFileSync(join(site.config.dataDir, 'erasures.jsonl'), audit);
      // As after pg_restore of an older dump.
      await database?.query(
        'alter table erasures disable trigger all; delete from erasures; alter table erasures enable trigger all',
      );
      await site.post('/api/lead', ana);
      const { server } = site;
      expect(server.adminPort).toBeNull();
      const replayed = await funnel(['privacy', 'replay', audit]);
      expect([replayed.code, replayed.out]).toEqual([
        0,
        '1 erasures were checked; 1 records had come back and were erased again.',
      ]);
      expect(await names()).toEqual([undefined, bia.nome, undefined]);
      expect((await funnel(['privacy', 'list'])).out).not.toBe('');
    },
  );

  test.runIf(name === 'SQLite')('a restored backup does not bring a person back', async () => {
    const backup = join(folder, 'leads.sqlite');
    const { dataDir } = site.config;
    expect((await funnel(['backup', backup])).code).toBe(0);
    expect((await funnel(['privacy', 'erase', ana.email, '--yes'])).code).toBe(0);
    await site.server.stop(2000);
    const restored = await funnel(['restore', backup, '--force']);
    expect([restored.code, restored.err]).toEqual([0, '']);
    expect(restored.out).toContain('1 erasures were checked; 1 records had come back and were erased again.');
    rmSync(backup);
    expect(occurrencesBelow(dataDir, [ana.nome, ana.email, ana.phone])).toEqual([]);
    expect(occurrencesBelow(dataDir, [bia.nome])).not.toEqual([]);
  });

  test.runIf(name === 'SQLite')('a database that was put back by hand is reported at the start', async () => {
    const backup = join(folder, 'leads.sqlite');
    expect((await funnel(['backup', backup])).code).toBe(0);
    expect((await funnel(['privacy', 'erase', ana.email, '--yes'])).code).toBe(0);
    const other = mkdtempSync(join(folder, 'data-'));
    copyFileSync(join(site.config.dataDir, 'visits.key'), join(other, 'visits.key'));
    copyFileSync(join(site.config.dataDir, 'erasures.jsonl'), join(other, 'erasures.jsonl'));
    copyFileSync(backup, join(other, 'store.sqlite'));
    const again = await startTestServer({ env: { DATA_DIR: other } });
    expect(again.logged().find(({ event }) => event === 'erasures-missing')).toMatchObject({
      level: 'error',
      count: 1,
    });
    expect((await funnel(['privacy', 'replay'], other)).out).toContain('1 records had come back');
    await again.stop();
  });

  test.runIf(name === 'SQLite')('an address in what somebody else has sent is not said to be gone', async () => {
    const { store } = site.server;
    const sent = { intake: 'lead', collection: 'leads', subject: null, meta: {}, definition: 'd', receivedAt: 1 };
    const data = { email: 'caio@x.example', page: `https://casa.example/?email=${ana.email}&a=1` };
    await store.submit({
      ...sent,
      key: toSubmissionKey('c'),
      data,
      deliveries: [],
      bodyHash: 'a'.repeat(64),
      reply: { status: 200, body: {} },
    } as never);
    const erased = await funnel(['privacy', 'erase', ana.email, '--yes']);
    expect(erased).toMatchObject({ code: 1, err: expect.stringContaining('still contains') });
  });

  test('values in a file that the command does not know are reported', async () => {
    writeFileSync(join(site.config.dataDir, 'store.sqlite.before-restore-2026'), `… ${ana.email} …`);
    const erased = await funnel(['privacy', 'erase', ana.email, '--yes']);
    expect(erased).toMatchObject({
      code: 1,
      err: expect.stringContaining('store.sqlite.before-restore-2026 still contains'),
    });
  });
});
