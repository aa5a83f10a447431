/** The replies in recorded visits, compared with what the intakes of edited definitions would answer. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { type Replay, replayTrace } from '../../engine/trace/replay.ts';
import { createOwners } from '../../server/intakes/owner.ts';
import { createIntakeRunner } from '../../server/intakes/runner.ts';
import { createRateLimit } from '../../server/limits/rate-limit.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import type { Store } from '../../server/store/types.ts';
import { withIntakes } from '../../server/traces/replay-intakes.ts';
import { answerAll, identify, maria } from '../harness/diagnostic.ts';
import { driveEngine, type EngineDriver, startAt } from '../harness/engine-driver.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { copyFunnels, type Edit } from '../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'replies-'));
const api = 'diagnostico/diagnostico.api.yaml';
const workshop = 'workshop/workshop.api.yaml';
const accents = ['Zoë Álvares', 'José d’Ávila', 'Ana', '李小龍 Souza'];

let store: Store;
let site: SiteDefinition;
/** The traces by what happened. */
const traces: Record<'diagnostic' | 'signUp', TraceLine[]> = { diagnostic: [], signUp: [] };
const visits: TraceLine[][] = [];
let keys = 0;

/** Visits a flow whose calls are answered by the intakes of the site. */
async function visit(flow: string, more: Parameters<typeof startAt>[0], run: (driver: EngineDriver) => Promise<void>) {
  const now = Date.now();
  const intakes = createIntakeRunner({
    site,
    store,
    limits: createRateLimit(() => now + keys * 60_000, store),
    owners: createOwners(Buffer.from('secret')),
  });
  const owner: string[] = [];
  const driver = await driveEngine(compiledFlow(site, flow), startAt(more), async ({ method, path, payload }) => {
    keys += 1;
    const sender = { page: '/', address: `203.0.113.${keys % 250}`, userAgent: null, owner };
    const body = JSON.parse(JSON.stringify(payload));
    const reply = await intakes.handle(method, path, { ...sender, body, key: `key-of-a-test-${keys}` });
    owner.push(...(reply.granted ?? []));
    const { message = null } = reply.body as { message?: string };
    return reply.status === 200 ? { output: reply.body } : { message, status: reply.status };
  });
  await run(driver);
  const trace = JSON.parse(JSON.stringify(driver.trace(true))) as TraceLine[];
  visits.push(trace);
  return trace;
}

beforeAll(async () => {
  store = await openSqliteStore({ dir: folder });
  // The sign-up is open only before the class.
  site = await loadFunnels(copyFunnels([[workshop, "when: calendar.workshop.phase == 'before'", "when: '2 > 1'"]]));
  for (const [index, name] of accents.entries()) {
    const uid = `0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c1${index}`;
    traces.diagnostic = await visit('diagnostico', { screen: 'quiz', ids: { uid } }, async (driver) => {
      await answerAll(driver, [10, 5 * (index % 3), 10, 0]);
      await identify(driver, { ...maria, nome: name, email: `Zoe.${index}@exemplo.com.br` });
      await driver.submit();
      await driver.expectScreen('resultado');
    });
    const form = { name, email: `zoe.${index}@exemplo.com.br`, phone: '11987654321' };
    const saved = { planType: index % 2 === 0 ? 'vip' : 'standard' };
    const fill = async (driver: EngineDriver): Promise<void> => {
      for (const [field, value] of Object.entries(form)) await driver.type(field, value);
      await driver.submit();
    };
    const signUp = await visit('inscricao', { saved }, fill);
    if (index === 0) traces.signUp = signUp;
    await visit('guia', {}, fill);
  }
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const replayOn = (edited: SiteDefinition, trace: readonly TraceLine[]): Replay => {
  const [head] = trace;
  const flow = compiledFlow(edited, head?.kind === 'head' ? head.flow : '');
  return withIntakes(edited, flow, replayTrace(flow, trace));
};

test('the unchanged site answers as it did', () => {
  expect(visits.length).toBe(12);
  const replies = visits.flat().filter((line) => line.kind === 'step' && line.event?.type === 'DONE');
  expect(replies.length).toBeGreaterThan(16);
  for (const trace of visits) expect(replayOn(site, trace).divergence).toBeNull();
});

const open: Edit = [workshop, "when: calendar.workshop.phase == 'before'", "when: '2 > 1'"];
/** Edits of intakes alone, with the visit that meets them and the difference at its call. */
const edits: Readonly<Record<string, { trace: keyof typeof traces; edits: readonly Edit[]; expected: object }>> = {
  'a response computes another value': {
    trace: 'diagnostic',
    edits: [open, [api, 'score: score, level: level', 'score: score + 1, level: level']],
    expected: { path: 'reply.score', of: 'GET /api/diagnostico/result', recorded: 50, replayed: 51 },
  },
  'a response has another member': {
    trace: 'diagnostic',
    edits: [
      open,
      [api, 'level: level, focusPillar: focusPillar }', "level: level, focusPillar: focusPillar, until: '''2027''' }"],
    ],
    expected: { path: 'reply.until', of: 'GET /api/diagnostico/result', replayed: '9999' },
  },
  'what is sent is refused': {
    trace: 'diagnostic',
    edits: [open, [api, 'score: { type: number, min: 0, max: 100 }', 'score: { type: number, min: 60, max: 100 }']],
    expected: {
      path: 'reply.status',
      of: 'POST /api/diagnostico/finish',
      recorded: 200,
      replayed: expect.stringMatching(/^422: score/),
    },
  },
  'a redirect leads elsewhere': {
    trace: 'signUp',
    edits: [
      open,
      [
        workshop,
        'redirect: "{{ planType == \'vip\' ? facts.links.checkout.vip : facts.links.checkout.standard }}"',
        'redirect: /obrigado',
      ],
    ],
    expected: { path: 'reply.redirectUrl', of: 'POST /api/leads' },
  },
  'the intake is closed': {
    trace: 'signUp',
    edits: [[workshop, "when: calendar.workshop.phase == 'before'", "when: planType != 'vip'"]],
    expected: { path: 'reply.status', of: 'POST /api/leads', recorded: 200, replayed: '409: when is false' },
  },
};

describe('the difference is at the call', () => {
  test.each(Object.entries(edits))('where %s', async (_, { trace, edits: own, expected }) => {
    const edited = await loadFunnels(copyFunnels(own));
    const { divergence, steps } = replayOn(edited, traces[trace]);
    expect(divergence).toMatchObject({ kind: 'intake', n: steps.at(-1)?.n, differences: [expected] });
    const calls = (steps.at(-1)?.effects ?? []) as { kind: string; path: string; method: string }[];
    const call = calls.find(({ kind }) => kind === 'call');
    expect(divergence?.differences[0]?.of).toBe(`${call?.method} ${call?.path}`);
  });

  test('in `funnel replay`, for a visit and not for a walk', async () => {
    const edited = copyFunnels(edits['a redirect leads elsewhere']?.edits ?? []);
    const [head, ...lines] = traces.signUp;
    const replay = (first: object) => {
      const file = join(folder, 'visit.jsonl');
      writeFileSync(file, [first, ...lines].map((line) => JSON.stringify(line)).join('\n'));
      return runFunnel(['replay', file, '--funnels', edited]);
    };
    const { code, out } = await replay({ ...head, visitId: '1f0k3q9z7m2x5c8v' });
    expect([code, out]).toEqual([1, expect.stringContaining('reply.redirectUrl  (POST /api/leads)')]);
    expect((await replay({ ...head })).code).toBe(0);
  });

  test('and another text of a response is none', async () => {
    const edited = await loadFunnels(copyFunnels([open, [workshop, 'Inscrição recebida com sucesso.', 'Recebemos.']]));
    expect(replayOn(edited, traces.signUp).divergence).toBeNull();
  });
});

describe('`funnel impact` finds it as well', () => {
  const recorded = mkdtempSync(join(tmpdir(), 'impact-replies-'));
  afterAll(() => rmSync(recorded, { recursive: true, force: true }));
  const today = (): string => copyFunnels([open]);
  /** The verdict and the words of `funnel impact` on every visit. */
  const impact = async (edited: readonly Edit[], ...more: string[]) => {
    for (const [index, [head, ...lines]] of visits.entries())
      writeFileSync(
        join(recorded, `${index}.jsonl`),
        [{ ...head, visitId: `1f0k3q9z7m2x5c${index + 10}` }, ...lines].map((line) => JSON.stringify(line)).join('\n'),
      );
    return runFunnel([
      ...['impact', recorded, '--against', copyFunnels(edited), '--funnels', today(), '--json'],
      ...more,
    ]).then(({ code, out, err }) => ({ code, err, ...JSON.parse(out) }));
  };
  const verdicts: Readonly<Record<string, object>> = {
    'a response computes another value': { verdict: 'changed', flow: 'diagnostico' },
    'a response has another member': { verdict: 'changed', flow: 'diagnostico' },
    'what is sent is refused': { verdict: 'refused', flow: 'diagnostico', screen: 'identificacao' },
    'a redirect leads elsewhere': { verdict: 'elsewhere', flow: 'inscricao' },
    'the intake is closed': { verdict: 'refused', flow: 'inscricao', count: 2 },
  };

  test.each(Object.entries(edits))('where %s', async (name, { edits: own }) => {
    const { code, changes } = await impact(own);
    expect([code, changes.length > 0]).toEqual([1, true]);
    for (const change of changes) expect(change).toMatchObject(verdicts[name] as object);
  });

  test('where every sign-up is refused, and where a checkout has another address', async () => {
    const closed = await impact([[workshop, "when: calendar.workshop.phase == 'before'", "when: '2 < 1'"]]);
    expect(closed.changes).toMatchObject([{ verdict: 'refused', count: 4, change: expect.stringMatching(/409/) }]);
    const [, link = ''] = /vip: (https:\S+)/.exec(readFileSync('funnels/site.yaml', 'utf8')) ?? [];
    expect(link).not.toBe('');
    const moved = await impact([open, ['site.yaml', link, link.replace(/.$/, 'x')]]);
    // The same shape, which is all that a trace holds of it.
    expect(moved.changes).toMatchObject([
      { verdict: 'elsewhere', count: 2, change: expect.stringContaining(`leaves for ${link.replace(/.$/, 'x')}`) },
    ]);
  });

  test('and no difference that today’s definitions have as well', async () => {
    // Both have closed the sign-up since.
    const both = copyFunnels([[workshop, "when: calendar.workshop.phase == 'before'", "when: '2 < 1'"]]);
    const { code, out } = await runFunnel(['impact', recorded, '--against', both, '--funnels', both]);
    expect([code, out]).toEqual([0, '12  unchanged\n\n0 of 12 visits changed.']);
  });

  test.each([
    ['refused', [[workshop, "when: calendar.workshop.phase == 'before'", "when: '2 < 1'"]], 'leads', '409 closed'],
    ['elsewhere', [open, ...(edits['a redirect leads elsewhere']?.edits.slice(1) ?? [])], 'leads', 'sent to /obrigado'],
    [
      'changed',
      [open, ['diagnostico/diagnostico.flow.yaml', "VISIVEL: '>= 70'", "VISIVEL: '>= 45'"]],
      'diagnostico-finish',
      'level: another value',
    ],
  ] as const)('and in stored leads: %s', async (verdict, own, _intake, reason) => {
    const { code, out } = await runFunnel(
      ['impact', '--leads', '--against', copyFunnels(own as readonly Edit[]), '--funnels', today(), '--json'],
      { DATA_DIR: folder },
    );
    const { leads } = JSON.parse(out);
    expect([code, leads[verdict]]).toEqual([
      1,
      expect.arrayContaining([expect.objectContaining({ reason: expect.stringContaining(reason) })]),
    ]);
    for (const value of ['zoe.', 'Zoë', '11987654321']) expect(out).not.toContain(value);
  });
});
