/** What else explains how a visit ended, from traces of sessions without a browser. */
import { beforeAll, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { writeStepQuery } from '../../../engine/flow/step-query.ts';
import { circumstancesOf } from '../../../engine/trace/circumstances.ts';
import { courseOfTrace } from '../../../engine/trace/course.ts';
import type { TraceLine } from '../../../engine/trace/record.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import type { TraceNote, TracePage } from '../../../schemas/generated/types.ts';
import { trace as isTraceLine } from '../../../schemas/generated/validators.js';
import { circumstanceText } from '../../../server/timelines/circumstance-text.ts';
import { flowWords } from '../../../server/timelines/words.ts';
import type { EngineDriver } from '../../harness/engine-driver.ts';
import { loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { type Course, traceLines } from '../../harness/recorded-trace.ts';

let site: SiteDefinition;
beforeAll(async () => {
  site = await loadFixture('visits');
});

const visitId = '1f0k3q9z7m2x5c8v';

async function recorded(flow: string, course: Course, page?: TracePage, ...notes: Omit<TraceNote, 'kind'>[]) {
  const lines = await traceLines(compiledFlow(site, flow), course);
  const noted = notes.map((note): TraceLine => ({ kind: 'note', ...note }));
  const [head, ...rest] = lines as [TraceLine & { kind: 'head' }, ...TraceLine[]];
  const all = [page === undefined ? head : { ...head, page }, ...rest.slice(0, 1), ...noted, ...rest.slice(1)];
  for (const line of all) expect(isTraceLine(line), JSON.stringify(line)).toBe(true);
  // Notes and reports do not change what a replay finds.
  expect(replayTrace(compiledFlow(site, flow), all)).toMatchObject({ divergence: null, missing: null, ended: true });
  return all;
}

function textsOf(...traces: readonly (readonly TraceLine[])[]): string[] {
  const sources = traces.map((lines) => {
    const [head] = lines;
    const flow = (head?.kind === 'head' ? site.flows[head.flow] : null) ?? null;
    return { course: courseOfTrace(flow, lines), flow };
  });
  return circumstancesOf(sources, visitId).map((each) =>
    circumstanceText(each, flowWords(site, sources[each.session]?.flow ?? null)),
  );
}

const quiz = { screen: 'perguntas' };
const answerBoth = async (driver: EngineDriver): Promise<void> => {
  await driver.send({ type: 'NEXT', value: 5 });
  await driver.send({ type: 'NEXT', value: 5 });
};

test('a visitor who went back in the history, or to the question before, went back so many times', async () => {
  const run = async (driver: EngineDriver): Promise<void> => {
    await answerBoth(driver);
    await driver.send({ type: 'GO', screen: 'perguntas.dois' });
    await driver.send({ type: 'GO', screen: 'perguntas.um' });
  };
  expect(textsOf(await recorded('teste', { run, input: quiz }))).toEqual([
    'The visitor went back twice, the last time to “Primeira?”.',
  ]);
  const previous = async (driver: EngineDriver): Promise<void> => {
    await driver.send({ type: 'NEXT', value: 5 });
    await driver.previous();
  };
  expect(textsOf(await recorded('teste', { run: previous, input: quiz }))).toEqual([
    'The visitor went back once, to “Primeira?”.',
  ]);
});

test('who goes forward again in the history has not gone back again', async () => {
  const run = async (driver: EngineDriver): Promise<void> => {
    await answerBoth(driver);
    await driver.send({ type: 'GO', screen: 'perguntas.dois' });
    await driver.send({ type: 'GO', screen: 'pessoa' });
  };
  expect(textsOf(await recorded('teste', { run, input: quiz }))).toEqual([
    'The visitor went back once, to “Segunda?”.',
  ]);
});

test('a reload has the screen before it, and whether the visit went on there', async () => {
  const first = await recorded(
    'teste',
    { run: (driver) => driver.send({ type: 'NEXT', value: 5 }).then(() => {}), input: quiz },
    { opened: 'navigate' },
  );
  const again = await recorded(
    'teste',
    { input: { screen: 'perguntas.dois', saved: { answers: [5, null] } } },
    { opened: 'reload' },
  );
  expect(textsOf(first, again)).toEqual(['The page was reloaded once at “Segunda?”, and the visit went on there.']);
  expect(textsOf(again)).toEqual(['The page was reloaded once, and the visit went on at “Segunda?”.']);
  const elsewhere = await recorded('teste', { input: { screen: 'inicio' } }, { opened: 'reload' });
  expect(textsOf(first, again, elsewhere)).toEqual(['The page was reloaded twice at “Segunda?”.']);
});

test('a slow page, a slow reply and its attempts are circumstances; quick ones are not', async () => {
  const run = async (driver: EngineDriver): Promise<void> => {
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana@x.example');
    await driver.submit();
  };
  const course = (ms: number, tries: number): Course => ({
    run,
    answer: async () => ({ output: {}, report: { ms, tries, status: 200, body: 'json' } }),
  });
  expect(
    textsOf(await recorded('pedido', course(800, 1), { opened: 'navigate', loadMs: 1200, network: '4g' })),
  ).toEqual([]);
  expect(
    textsOf(await recorded('pedido', course(9200, 2), { opened: 'navigate', loadMs: 8100, network: '3g' })),
  ).toEqual([
    'The page took 8.1 s to load; the connection was slow (3G).',
    'The reply to POST /api/pedido took 9.2 s, with 2 attempts.',
  ]);
  const lost: Course = {
    run,
    answer: async () => ({ message: null, status: null, report: { ms: 9200, tries: 3, status: null, why: 'offline' } }),
  };
  expect(textsOf(await recorded('pedido', lost))).toEqual([]);
  expect(textsOf(await recorded('pedido', {}, { opened: 'navigate', network: '2g' }))).toEqual([
    'The connection was very slow (2G).',
  ]);
});

test('a lost network has its time, and other tabs are named once each', async () => {
  const at = Date.UTC(2026, 10, 20, 12);
  const other = '2f0k3q9z7m2x5c8v';
  const lines = await recorded(
    'pedido',
    { run: (driver) => driver.type('name', 'Ana') },
    undefined,
    { at, what: 'offline' },
    { at: at + 2500, what: 'online' },
    { at: at + 3000, what: 'offline' },
    { at: at + 3000, what: 'other-tab', visitId: other },
    { at: at + 3000, what: 'other-tab', visitId: other },
    { at: at + 3000, what: 'other-tab', visitId },
    { at: at + 3000, what: 'restored' },
  );
  expect(textsOf(lines)).toEqual([
    'The device lost its network for 2.5 s.',
    'The device lost its network, and it did not come back.',
    `The site was open in another tab, too: visit ${other}.`,
    'The site was open in another tab with the same visit.',
  ]);
});

test('a call that failed and was accepted when it was sent again is named, and one that a rule refused is not', async () => {
  const person = {
    screen: 'pessoa',
    query: writeStepQuery(site.flows['teste'] as never, 'pessoa', { answers: [5, 5] }),
  };
  const runs = async (...statuses: number[]): Promise<string[]> => {
    const replies = [...statuses];
    const answer: Course['answer'] = async () => {
      const status = replies.shift();
      return status === undefined ? { output: {} } : { message: null, status };
    };
    const run = async (driver: EngineDriver): Promise<void> => {
      await driver.type('name', 'Ana Prado');
      await driver.type('email', 'ana@x.example');
      await driver.type('phone', '11987654321');
      for (const _ of [...statuses, null]) await driver.submit();
    };
    return textsOf(await recorded('teste', { run, answer, input: person }));
  };
  expect(await runs(500)).toEqual([
    expect.stringMatching(/^POST \S+ was answered with 500 first, and was accepted at attempt 2\.$/),
  ]);
  expect(await runs(422)).toEqual([]);
  expect(await runs()).toEqual([]);
});

test('a press that came twice is named', async () => {
  const run = async (driver: EngineDriver): Promise<void> => {
    await driver.press('begin');
    await driver.send({ type: 'on', name: 'begin' });
  };
  expect(textsOf(await recorded('teste', { run }))).toEqual([
    expect.stringMatching(/^The visitor pressed twice at “.+”; the flow took one press\.$/),
  ]);
});
