/** `funnel visit`, beside a running server: two visits of one person, with their leads, messages and log lines. */

import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TraceStep } from '../../../schemas/generated/types.ts';
import { commandEnv, runFunnel } from '../../harness/funnel-command.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { type Course, sendTrace, traceLines } from '../../harness/recorded-trace.ts';
import { type Sink, startSink } from '../../harness/sink.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

const databases: readonly (readonly [string, () => Promise<TestDatabase | null>])[] = [
  ['SQLite', async () => null],
  ...(postgresMissing === null ? [['PostgreSQL', createDatabase] as const] : []),
];
const ana = { name: 'Ana Prado Única', email: 'ana.unica@x.example', phone: '11987654321' };
const bia = { name: 'Bia Sem Visita', email: 'bia@x.example', phone: '11987650000' };
const [first, second, alone] = ['1f0k3q9z7m2x5c8v', '2f0k3q9z7m2x5c8v', '3f0k3q9z7m2x5c8v'] as const;
const forged = '4f0k3q9z7m2x5c8v';
/** The site asks for consent: what is recorded has it. */
const accepted = { cookie: 'consent=2026-11.am.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' };
const day = 24 * 60 * 60 * 1000;

describe.each(databases)('on %s', (_, makeDatabase) => {
  let site: TestServer;
  let sink: Sink;
  let database: TestDatabase | null = null;
  let log: string;

  async function record(visitId: string, at: number, course: Course): Promise<void> {
    const flow = compiledFlow(await loadFunnels(site.config.funnelsDir), 'lead');
    await sendTrace(site.url, visitId, await traceLines(flow, { ...course, input: { at } }), accepted);
  }
  const lead = async (visitId: string, name = ana.name): Promise<void> =>
    expect((await site.post('/api/lead', { ...ana, name }, { 'visit-id': visitId })).status).toBe(200);

  beforeAll(async () => {
    [sink, database] = await Promise.all([startSink(), makeDatabase()]);
    const url: Record<string, string> = database === null ? {} : { DATABASE_URL: database.url };
    const env = { ...url, CRM_URL: `${sink.url}/crm`, CRM_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}` };
    site = await startTestServer({ funnels: await copySite('deliveries'), env });
    const now = Date.now();
    await record(second, now - 1000, {
      answer: async () => ({ message: null, status: null }),
      run: async (driver) => {
        await driver.type('name', 'Ana Outra');
        await driver.type('email', ana.email);
        await driver.type('phone', ana.phone);
        await driver.submit();
      },
    });
    await record(first, now - day, {
      run: async (driver) => {
        await driver.type('name', ana.name);
        await driver.type('email', 'ana');
        await driver.submit();
        await driver.type('email', ana.email);
        await driver.type('phone', ana.phone);
        await driver.submit();
      },
    });
    await record(alone, now, { reason: 'hidden', run: (driver) => driver.type('email', 'nobody@x.example') });
    await lead(first);
    await lead(second, 'Ana Outra');
    expect((await site.post('/api/lead', bia)).status).toBe(200);
    await until(async () => {
      const messages = await site.server.store.deliveries.list();
      return messages.length > 0 && messages.every(({ status }) => status !== 'waiting');
    });
    log = join(site.config.dataDir, 'server.log');
    writeFileSync(log, `not of this server\n${site.logText()}`);
  });
  afterAll(async () => {
    await site.stop();
    await sink.stop();
    await database?.remove();
  });

  const funnel = (...args: string[]) => runFunnel(['visit', ...args], commandEnv(site.config));
  /** The entries of a visit without their times. */
  const entries = (out: string): string[] =>
    out.split('\n').map((line) => line.replace(/^(?:\S+T\S+|\(no time\)) +/, '').replace(/ {2,}/, ' '));
  const sent = (out: string): string[] => entries(out).filter((line) => line.startsWith('delivery '));
  const expectNothingPersonal = (text: string): void => {
    for (const value of [ana.name, ana.email, ana.phone, 'Ana', '98765']) expect(text).not.toContain(value);
  };

  test('an e-mail address leads to both visits, the oldest first, without a personal value', async () => {
    const { code, out, err } = await funnel(ana.email);
    expect([code, err]).toEqual([0, '']);
    const [one = '', two = '', ...more] = out.split('\n\n');
    expect(more.join('')).toBe('');
    expect(entries(one).filter((line) => !sent(one).includes(line))).toEqual([
      `Visit ${first}; flow lead, source unknown`,
      'shown “Lead” (form)',
      'entered “Nome”',
      'entered “E-mail”',
      'pressed “Enviar”',
      'refused “E-mail”: “O e-mail não é válido.”',
      'entered “E-mail”',
      'entered “Telefone”',
      'pressed “Enviar”',
      'call POST /api/lead',
      'reply POST /api/lead was accepted',
      'left the page',
      expect.stringMatching(/^lead \S+, stored in leads$/),
      'Ended: submitted: POST /api/lead was accepted',
    ]);
    expect(sent(one).toSorted()).toEqual([
      'delivery chat to chat is not sent: its destination is not configured',
      'delivery crm to crm was delivered',
      'delivery lead to ads is withheld',
    ]);
    const lines = entries(two);
    expect(lines[0]).toBe(`Visit ${second}; flow lead, source unknown`);
    expect(lines).toContain('reply POST /api/lead got no response');
    expect(sent(two)).toContain('delivery crm to crm was delivered');
    expect(lines).toContain('Ended: network lost: POST /api/lead got no response, but 1 submission was stored');
    expectNothingPersonal(out);
    expect(one).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00 {2}shown/m);
  });

  test('a person is also found by a telephone number, and without a visit', async () => {
    expect((await funnel('+55 11 98765-4321')).out.match(/^Visit /gm)).toHaveLength(2);
    expect((await funnel(ana.phone)).out.match(/^Visit /gm)).toHaveLength(2);
    const { code, out } = await funnel(bia.email);
    expect([code, entries(out)[0]]).toEqual([0, 'Submissions without a visit']);
    expect(out).toContain('Ended: submitted: a form was stored; no trace was recorded');
  });

  test('an id leads to one visit, also without a lead', async () => {
    const { code, out } = await funnel(alone);
    expect([code, entries(out).slice(-4)]).toEqual([
      0,
      [
        'entered “E-mail”',
        'left the page for another tab or app, or closed it',
        'Ended: left at the field “E-mail” of “Lead”',
        '',
      ],
    ]);
    expect(out).not.toContain('nobody');
    expect((await funnel(first)).out.match(/^Visit /gm)).toHaveLength(1);
  });

  test('a forged trace of a visit is one line, beside its other trace', async () => {
    const flow = compiledFlow(await loadFunnels(site.config.funnelsDir), 'lead');
    await record(forged, Date.now(), { run: (driver) => driver.type('email', 'nobody@x.example') });
    const [head, first] = (await traceLines(flow, { run: (driver) => driver.submit() })) as TraceStep[];
    // A name that is no text, and a time: releases before this one stored both.
    const named = { ...first, n: 1, event: { type: 'INPUT', field: { toString: null } } };
    const late = JSON.stringify({ ...head, visitId: forged }).replace(/"at":\d+/, `"at":${8.64e15 + 1}`);
    const folder = join(site.config.dataDir, 'traces', new Date().toISOString().slice(0, 10));
    await mkdir(folder, { recursive: true });
    const lines = [{ ...head, visitId: forged }, first, named].map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(join(folder, `${forged}-named.jsonl`), lines.join(''));
    writeFileSync(join(folder, `${forged}-late.jsonl`), `${late}\n${JSON.stringify(first)}\n`);
    const { code, out, err } = await funnel(forged);
    expect([code, entries(out).at(-2)]).toEqual([0, 'Ended: left at the field “E-mail” of “Lead”']);
    expect(err.trim().split('\n').toSorted()).toEqual([
      expect.stringMatching(/^\S+-late\.jsonl: Line 1 is not a valid trace line: \/input\/at must be <= /),
      expect.stringMatching(/^\S+-named\.jsonl: Cannot convert object to primitive value$/),
    ]);
  });

  test('a log file adds the lines of the visit, and of no other', async () => {
    const { code, out } = await funnel(first, '--log', log);
    expect(code).toBe(0);
    expect(entries(out).filter((line) => line.startsWith('log '))).toEqual([
      expect.stringMatching(/^log info request, POST \/api\/lead answered with 200 in [\d.]+ ms$/),
    ]);
    expect(await funnel(first, '--log', join(site.config.dataDir, 'none'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('ENOENT'),
    });
  });

  test('values of leads are shown only if the operator asks for them', async () => {
    expect((await funnel(second, '--personal')).out).toContain('"name":"Ana Outra"');
    const { out } = await funnel(ana.email, '--json');
    expectNothingPersonal(out);
    const { visits } = JSON.parse(out) as { visits: Record<string, unknown>[] };
    expect(visits).toMatchObject([
      { visit: first, ending: { kind: 'submitted', screen: 'form' }, sessions: [{ flow: 'lead', isCurrent: true }] },
      { visit: second, ending: { kind: 'network-lost', call: { path: '/api/lead' } } },
    ]);
    const left = ((visits[0]?.['entries'] ?? []) as { what: string; at: string | null }[]).find(
      ({ what }) => what === 'left',
    );
    expect(left).toMatchObject({ at: null });
  });

  test.each([
    [['nobody@x.example'], 1, 'Nothing was found of nobody@x.example'],
    [['9f0k3q9z7m2x5c8v'], 1, 'Nothing was found'],
    [[], 2, 'Give the id of a visit'],
    [['  '], 2, 'Give the id of a visit'],
    [[first, second], 2, 'one visit or one person only'],
    [[first, '--lgo', 'x'], 2, 'Did you mean --log?'],
  ])('%j finds nothing, or is refused with a reason', async (args, code, text) => {
    const { code: actual, out, err } = await funnel(...args);
    expect([actual, out]).toEqual([code, '']);
    expect(err).toContain(text);
  });
});
