/** `funnel scenario --browser`: a case of each fault in Chromium, on the site and as its author expects. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ScenarioCase } from '../../schemas/generated/types.ts';
import type { RanCase } from '../../server/cli/scenario-report.ts';
import { runScenarios } from '../../tools/scenario-runs.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { patience } from '../harness/patience.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';

const person = { name: 'Ana Souza', email: 'ana@example.com', phone: '11987654321' };
const clock = '2031-05-06T09:00:00-03:00';
const signUp = (more: Partial<ScenarioCase>, expected: object): ScenarioCase =>
  ({ name: '', steps: [{ fill: person }, { do: 'submit', taps: 2, expect: expected }], ...more }) as ScenarioCase;
/** The intake of tracking events, which are sent only after the script of the pixel has loaded. */
const events = '/api/meta/event';

/** Cases of the site by the fault that they are about. */
const ofSite: Readonly<Record<string, readonly [scenario: string, index: number]>> = {
  'a 500': ['guia', 0],
  'a reply that is lost after the lead is stored': ['inscricao', 0],
  'a double tap on a slow network': ['inscricao', 1],
  'a dialog that is closed before the reply': ['inscricao', 3],
  'no network': ['agendar', 0],
  'no storage': ['aplicacao', 2],
  'Back and a reload': ['diagnostico', 2],
  'a refusal': ['cadastro-consultoria', 1],
  'data that the server fetches': ['diagnostico', 1],
};
const own: Readonly<Record<string, ScenarioCase>> = {
  allowed: signUp({}, { stored: { [events]: 1 } }),
  blocked: signUp({ pixel: 'blocked' }, { stored: { '/api/consultoria': 1, [events]: 0 }, leaves: '/consultoria' }),
  clock: signUp({ clock }, { sent: { [events]: { event_time: 0 } } }),
  wrong: signUp({}, { stored: { '/api/consultoria': 2 }, leaves: '/consultoria' }),
};

/** Cases that are not as expected: the page of each is waited for in vain. */
const unmet: ReadonlySet<string> = new Set(['clock', 'wrong']);
const names = [...Object.keys(ofSite), ...Object.keys(own)];

let browser: Browser;
let ran: readonly RanCase[];
// Each case has a limit of its own; the hook has none.
const unlimited = 3_600_000;
beforeAll(async () => {
  browser = await shareChromium('shell');
  ran = await runAll();
}, unlimited);
// A retry of what was read from the cases runs them again.
beforeEach(async ({ task }) => {
  if ((task.result?.retryCount ?? 0) > 0) ran = await runAll();
}, unlimited);
afterAll(() => returnChromium(browser));

async function runAll(): Promise<readonly RanCase[]> {
  const endpoint = `endpoint: ${events}`;
  const funnels = copyFunnels([['site.yaml', endpoint, `id: '123456789012345'\n    ${endpoint}`]]);
  const site = await loadFunnels(funnels);
  const cases = Object.values(ofSite).map(([id, index]) => {
    const { flow, cases } = site.scenarios[id] as (typeof site.scenarios)[string];
    return { scenario: id, flow, cases: [cases[index] as ScenarioCase] };
  });
  const scenarios = [...cases, ...Object.values(own).map((each) => ({ flow: 'cadastro-consultoria', cases: [each] }))];
  const named = Object.fromEntries(scenarios.map((each, index) => [String(index), { scenario: 'x', ...each }]));
  const run = (wanted: (id: string) => boolean, longest: number): Promise<RanCase[]> =>
    runScenarios(browser, funnels, { ...site, scenarios: named }, Object.keys(named).filter(wanted), longest);
  const isRight = (id: string): boolean => !unmet.has(names[Number(id)] as string);
  return [...(await run(isRight, patience)), ...(await run((id) => !isRight(id), 10_000))];
}

const caseOf = (name: string): RanCase =>
  ran.find(({ scenario }) => scenario === String(names.indexOf(name))) as RanCase;
const failuresOf = (name: string) => caseOf(name).steps.flatMap(({ failures }) => failures);

test.each(Object.keys(ofSite).filter((name) => !name.startsWith('data')))('%s ends as expected', (name) => {
  expect(failuresOf(name)).toEqual([]);
  const { steps, given, notRun, unseen } = caseOf(name);
  expect([notRun, unseen]).toEqual([null, []]);
  expect(steps.map(({ handled }) => handled)).toEqual(given.steps.map(() => true));
});

test('what a browser cannot show is not called as expected', () => {
  expect(caseOf('data that the server fetches')).toMatchObject({
    steps: [],
    notRun: 'the server fetches the data of its step before the page is sent',
  });
});

test('a blocked pixel sends no events, and one that is allowed does', () => {
  expect(failuresOf('allowed')).toEqual([]);
  expect(failuresOf('blocked')).toEqual([]);
});

test('the clock of the page is that of the case', () => {
  const [failure, ...more] = failuresOf('clock');
  expect(more).toEqual([]);
  expect(failure?.what).toBe(`sent.${events}.event_time`);
  const late = Number(failure?.found) - Date.parse(clock) / 1000;
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(5);
});

test('a difference is found at its step', () => {
  expect(caseOf('wrong').steps.map(({ failures }) => failures)).toEqual([
    [],
    [{ what: 'stored./api/consultoria', expected: 2, found: 1 }],
  ]);
});
