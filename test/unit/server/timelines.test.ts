/** Entries of a timeline: in an author's words, and only of the visit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import type { Ending } from '../../../engine/trace/ending.ts';
import { endingText } from '../../../server/timelines/ending-text.ts';
import { logEntries } from '../../../server/timelines/log-entries.ts';
import { readSessions } from '../../../server/timelines/read-sessions.ts';
import { sessionEntries } from '../../../server/timelines/session-entries.ts';
import { timelineOf } from '../../../server/timelines/timeline.ts';
import { flowWords } from '../../../server/timelines/words.ts';
import { recordedSource } from '../../../server/traces/source.ts';
import type { EngineDriver } from '../../harness/engine-driver.ts';
import { loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { type Course, traceLines } from '../../harness/recorded-trace.ts';

let site: SiteDefinition;
const folder = mkdtempSync(join(tmpdir(), 'timelines-'));
beforeAll(async () => {
  site = await loadFixture('visits');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the entries of a session', () => {
  async function entriesOf(id: string, course: Course, isDefined = true): Promise<string[]> {
    const lines = await traceLines(compiledFlow(site, id), course);
    const flow = isDefined ? (site.flows[id] ?? null) : null;
    return sessionEntries(lines, { flow }, flowWords(isDefined ? site : null, flow)).map(
      ({ what, text }) => `${what} ${text}`,
    );
  }
  const quiz = async (driver: EngineDriver): Promise<void> => {
    await driver.press('begin');
    await driver.next();
    await driver.choose(5);
    await driver.next();
    await driver.previous();
    await driver.next();
    await driver.send({ type: 'NEXT', value: 10 });
    await driver.send({ type: 'GO', screen: 'inicio' });
  };

  test('have titles, questions, options and labels', async () => {
    expect(await entriesOf('teste', { run: quiz })).toEqual([
      'shown “Teste” (inicio)',
      'pressed “Começar”',
      'shown “Primeira?” (perguntas.um)',
      'pressed “Próxima”',
      'refused “Primeira?”: “Escolha uma opção.”',
      'message “Aviso: Escolha uma opção.”',
      'answered “Primeira?” with “Algo”',
      'pressed “Próxima”',
      'shown “Segunda?” (perguntas.dois)',
      'back to the previous question',
      'shown “Primeira?” (perguntas.um)',
      'pressed “Próxima”',
      'shown “Segunda?” (perguntas.dois)',
      'answered “Segunda?” with “Tudo”',
      'pressed “Finalizar”',
      'shown “Quem é você?” (pessoa)',
      'back or forward, in the history of the browser',
      'shown “Teste” (inicio)',
      'left the page',
    ]);
  });

  test('have ids where the definitions are gone', async () => {
    const entries = await entriesOf('teste', { run: quiz }, false);
    expect(entries).toContain('shown “perguntas.um” (perguntas.um)');
    expect(entries).toContain('pressed “begin”');
    expect(entries).toContain('pressed the button to go on');
  });

  test('have the redirect without its values', async () => {
    const run = async (driver: EngineDriver): Promise<void> => {
      await driver.type('name', 'Ana Prado');
      await driver.type('email', 'ana@x.example');
      await driver.submit();
      await driver.elapse(4000);
    };
    const entries = await entriesOf('pedido', { run, answer: async () => ({ output: { name: 'Ana' } }) });
    expect(entries.slice(-2)).toEqual(['gone to /obrigado', 'left the page']);
  });
});

describe('the text of an ending', () => {
  const call = { id: 'call:pessoa/call-0', method: 'POST', path: '/api/teste' };
  const at = { screen: 'pessoa', at: 0, hasActed: true, isOpen: false, accepted: 0, decidedAt: 0, report: null };
  const left = { kind: 'left', field: null, awaited: null, awaitedMs: null, reason: 'left' } as const;
  const report = { ms: 4250, tries: 3, status: null } as const;

  test.each<[Partial<Ending>, string]>([
    [{ kind: 'bought', event: 'Purchase', to: null }, 'bought: the event Purchase was sent'],
    [{ kind: 'bought', event: 'Sale', to: '/a' }, 'bought: the event Sale was sent, then redirected to /a'],
    [{ kind: 'bought', event: null, to: '/a' }, 'bought: redirected to /a'],
    [{ kind: 'redirected', to: '/a', chosenByServer: false }, 'redirected to /a'],
    [{ kind: 'redirected', to: '/a', chosenByServer: true }, 'redirected to the address in the reply, else to /a'],
    [{ kind: 'redirected', to: 'https://a.example', chosenByServer: true }, 'redirected to https://a.example'],
    [
      { kind: 'redirected', to: 'https://pay.example', chosenByServer: true, isPayment: true },
      'went on to payment at pay.example',
    ],
    [{ kind: 'submitted', call: null }, 'submitted: the form was accepted'],
    [{ kind: 'submitted', call, isOpen: true }, 'submitted: POST /api/teste was accepted; the page may still be open'],
    [
      { kind: 'refused', by: 'rule', fields: [{ name: 'email', rule: 'email', message: 'Não.' }] },
      'refused at “Quem é você?”: “E-mail” by the rule email (Não.)',
    ],
    [
      { kind: 'refused', by: 'server', call, status: 429 },
      'refused by the server: POST /api/teste was answered with 429',
    ],
    [{ kind: 'network-lost', call: null, isOffline: null }, 'network lost: a call got no response'],
    [
      { kind: 'network-lost', call, isOffline: true, report },
      'network lost: POST /api/teste got no response, because the device was offline (4.3 s, 3 attempts)',
    ],
    [
      { kind: 'server-failed', call, status: 500, report: { ms: 80, tries: 1, status: 500 } },
      'the server failed: POST /api/teste was answered with 500 (80 ms, 1 attempt)',
    ],
    [{ kind: 'timed-out', call }, 'timed out: POST /api/teste got no response in time'],
    [{ kind: 'page-failed', call, hasReply: false }, 'the page failed: POST /api/teste was not sent or not read'],
    [{ kind: 'page-failed', call, hasReply: true }, 'the page failed: it could not use the reply to POST /api/teste'],
    [
      { ...left, awaited: call, awaitedMs: 9200 },
      'left at “Quem é você?”, before POST /api/teste was answered, after waiting for 9.2 s',
    ],
    [{ ...left, kind: 'closed', by: 'flow' }, 'the flow closed its dialog'],
    [
      { ...left, kind: 'closed', by: 'visitor', field: 'name' },
      'closed the dialog at the field “Nome” of “Quem é você?”',
    ],
    [{ ...left, field: 'name' }, 'left at the field “Nome” of “Quem é você?”'],
    [{ ...left, field: 'um', screen: 'perguntas.um' }, 'left at “Primeira?”'],
    [{ ...left, accepted: 1 }, 'left at “Quem é você?”, after 1 accepted form'],
    [
      { kind: 'open', field: null, awaited: call, awaitedMs: null, isOpen: true },
      'still open at “Quem é você?”, before POST /api/teste was answered',
    ],
    [
      { kind: 'out-of-sight', field: 'name', awaited: null, awaitedMs: null },
      'lost sight of at the field “Nome” of “Quem é você?”',
    ],
  ])('%j', (ending, text) => {
    const words = flowWords(site, site.flows['teste'] ?? null);
    expect(endingText({ ...at, ...ending } as Ending, words)).toBe(text);
  });
});

describe('the lines of a log', () => {
  const visit = '1f0k3q9z7m2x5c8v';
  const at = '2026-11-20T12:00:00.000Z';
  const file = join(folder, 'server.log');

  test('are those of the visit, and the others of its requests', async () => {
    const lines = [
      { level: 'error', at, event: 'request-failed', error: 'TypeError', stack: ['at x'], requestId: 'r1' },
      {
        level: 'info',
        at,
        event: 'request',
        method: 'POST',
        path: '/api/lead',
        status: 500,
        ms: 3,
        visit,
        requestId: 'r1',
      },
      { level: 'info', at, event: 'request', visit: 'other000', requestId: 'r2' },
      { level: 'info', event: 'request', visit, requestId: 'r3' },
      { level: 'info', at, event: 'page-rendered', page: visit },
    ];
    writeFileSync(
      file,
      `${visit} is not JSON\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"visit":"${visit}`,
    );
    const found = await logEntries(file, new Set([visit]));
    expect([...found.keys()]).toEqual([visit]);
    expect(found.get(visit)?.map(({ text }) => text)).toEqual([
      'error request-failed, error TypeError',
      'info request, POST /api/lead answered with 500 in 3 ms',
    ]);
    expect((await logEntries(file, new Set())).size).toBe(0);
    await expect(logEntries(join(folder, 'none'), new Set([visit]))).rejects.toThrow('ENOENT');
  });
});

test.each([
  [{ src: 'direct_access', utm_source: null }, 'direct_access'],
  [{ src: 'direct_access', utm_source: 'news' }, 'news'],
  [{ src: 'bio', utm_source: 'news' }, 'bio'],
  [{ src: 'ref_x_example', utm_source: null }, 'ref_x_example'],
  [{ src: 'aaa_a_aaaaaaa', utm_source: 'news' }, 'news'],
  [{ src: 'aaaaaaaaa', utm_source: null }, 'redacted'],
  [{}, 'unknown'],
])('the source of %j is %s', (visit, source) => {
  expect(recordedSource(visit as Record<string, string | null>)).toBe(source);
});

describe('what the server has stored of a visit', () => {
  const at = Date.UTC(2026, 0, 5, 12);
  const record = {
    ...{ id: '01936a3e-0000-7000-8000-000000000001', intake: 'pedido', collection: 'leads', subject: null },
    ...{ data: {}, meta: {}, definition: 'v1', receivedAt: at },
  };
  /** A visit whose trace ends while it fills in a form. */
  async function endedOf(records: readonly (typeof record)[], now: number): Promise<[kind: string, ended: string]> {
    const lines = await traceLines(compiledFlow(site, 'pedido'), {
      input: { at },
      reason: null,
      run: async (driver) => driver.type('name', 'Ana'),
    });
    const [head] = lines;
    if (head?.kind !== 'head') throw new Error('The trace has no head.');
    const traced = { traces: [{ name: 'trace', head, lines, error: null }], faults: [] };
    const { ending, ended } = await timelineOf(
      { visit: '1f0k3q9z7m2x5c8v', traced, records, log: [] },
      {
        ...{ site, isPersonal: false, tracesOf: async () => ({ traces: [], faults: [] }) },
        store: { deliveries: { of: async () => [], list: async () => [], attempts: async () => [] } } as never,
      },
      readSessions(traced, site, now),
    );
    return [ending?.kind ?? '', ended];
  }

  test('is its ending, where the trace has lost it', async () => {
    const later = at + 30 * 24 * 60 * 60 * 1000;
    expect((await endedOf([], at + 1000))[0]).toBe('open');
    expect(await endedOf([], later)).toEqual(['out-of-sight', expect.stringMatching(/^lost sight of at the field “/)]);
    expect(await endedOf([record], later)).toEqual([
      'submitted',
      expect.stringMatching(/^submitted: a form was stored; its trace says: lost sight of at /),
    ]);
  });
});
