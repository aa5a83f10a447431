/**
 * `npm run bench [-- machine replay gate recorded posts posts-postgres deliveries stored slowloris pages interaction scale dev fleet fonts layout survey peers]`:
 * measures, and compares the figures with their goals. Without names it runs everything except `survey` and `peers`,
 * which fetch other systems from the registry to run the same quiz. The ratios matter; the other figures depend on this
 * machine and moment. Exits with 1 when a goal is missed.
 */
import { printTable } from '../../tools/table.ts';
import { measureDev } from './dev.ts';
import type { Figure } from './figure.ts';
import { measureFleet } from './fleet.ts';
import { measureGate } from './gate.ts';
import { compareQuizzes, measureOurQuiz, type QuizCost } from './interaction.ts';
import { measureFonts, measureLayout } from './loading.ts';
import { compareMachines } from './machine.ts';
import { measurePages } from './pages.ts';
import { against } from './paired.ts';
import { measurePeers } from './peers/peers.ts';
import { canCompare, comparePosts, type PostRate, variantsOf } from './posts.ts';
import { replayRecorded } from './recorded.ts';
import { measureReplay } from './replay.ts';
import { measureScale } from './scale.ts';
import { measureSlowloris } from './slowloris.ts';
import { measureStored } from './stored.ts';
import { measureSurvey } from './survey.ts';

const quizFigures = (name: string, { first, step, steps }: QuizCost, judged: boolean): Figure[] => {
  const most = (goal: number): { goal?: { most: number } } => (judged ? { goal: { most: goal } } : {});
  return [
    { what: `${name}: first tap on a cold page, script until quiet`, value: first.script, unit: 'ms', ...most(100) },
    { what: `${name}: first tap, until its paint`, value: first.paint, unit: 'ms' },
    { what: `${name}: next question, handlers`, value: step.handlers, unit: 'ms', ...most(20) },
    { what: `${name}: next question, script until quiet`, value: step.script, unit: 'ms' },
    { what: `${name}: next question, until its paint (${steps} steps)`, value: step.paint, unit: 'ms' },
  ];
};

const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  machine: async () => {
    const { ratio, compiled, byHand } = compareMachines();
    return [
      { what: 'machine: hand-written by compiled, steps a second', value: ratio, unit: '×', goal: { most: 1.1 } },
      { what: 'machine: compiled', value: compiled, unit: 'steps/s' },
      { what: 'machine: hand-written', value: byHand, unit: 'steps/s' },
    ];
  },
  replay: async () => {
    const { replayed, judged, seconds } = await measureReplay();
    return [
      { what: 'replay: steps a second of a core', value: replayed, unit: 'steps/s', goal: { least: 10_000 } },
      { what: 'replay: 10,000 visits', value: seconds, unit: 's', goal: { most: 60 } },
      { what: 'replay: impact, steps a second of a core', value: judged, unit: 'steps/s' },
    ];
  },
  gate: async () => {
    const [alike, distinct] = [await measureGate(), await measureGate(10_000, 0, false)];
    const goal = { most: 30 };
    return [
      { what: 'gate: 10,000 visits, many alike, and 10,000 leads, of a core', value: alike.breaking, unit: 's', goal },
      { what: 'gate: 10,000 visits, no two alike, texts edited', value: distinct.neutral, unit: 's', goal },
      { what: 'gate: 10,000 visits, no two alike, a threshold edited', value: distinct.breaking, unit: 's', goal },
    ];
  },
  recorded: async () => {
    const { flows, traces, exposed, seconds } = await replayRecorded(2000);
    const differing = traces.filter(({ result }) => result !== 'same');
    for (const each of differing.slice(0, 5)) console.error(JSON.stringify(each));
    const stray = traces.filter(({ strayedAt }) => strayedAt !== null);
    return [
      { what: 'recorded: sessions on the unchanged site', value: traces.length, unit: 'traces', goal: { least: 2000 } },
      ...Object.entries(flows).map(([id, sum]) => ({
        what: `recorded: ${id}, ${sum.traces} traces, ${sum.calls} calls answered`,
        value: sum.steps,
        unit: 'steps',
      })),
      { what: 'recorded: replays that differ', value: differing.length, unit: 'traces', goal: { most: 0 } },
      { what: 'recorded: masked sessions that went another way', value: stray.length, unit: 'traces' },
      { what: 'recorded: traces with a personal value', value: exposed.length, unit: 'traces', goal: { most: 0 } },
      { what: 'recorded: replay of all, with its start', value: seconds, unit: 's' },
    ];
  },
  posts: async () => {
    const { rates, oursBy } = await comparePosts('sqlite');
    return [
      { what: 'posts: ours by a bare server', value: oursBy('single'), unit: '×', goal: { least: 0.5 } },
      {
        what: 'posts: ours by a bare server that groups commits',
        value: oursBy('grouped'),
        unit: '×',
        goal: { least: 0.8 },
      },
      { what: 'posts: ours by one bare row without an index', value: oursBy('minimal'), unit: '×' },
      { what: 'posts: ours', value: rates.ours.rate, unit: 'leads/s' },
      { what: 'posts: ours, 99th percentile', value: rates.ours.p99, unit: 'ms' },
      { what: 'posts: bare server that groups, 99th percentile', value: rates.grouped.p99, unit: 'ms' },
    ];
  },
  'posts-postgres': async () => {
    if (!canCompare('postgres')) {
      console.error('PostgreSQL is not installed: posts-postgres is skipped.');
      return [];
    }
    const { rates, oursBy } = await comparePosts('postgres');
    const { oursPostgres: ours, groupedPostgres: grouped } = rates;
    return [
      {
        what: 'posts, PostgreSQL: ours by a bare server that groups commits',
        value: oursBy('groupedPostgres'),
        unit: '×',
        goal: { least: 0.5 },
      },
      {
        what: 'posts, PostgreSQL: ours by a bare server with three batches at a time',
        value: oursBy('overlappingPostgres'),
        unit: '×',
      },
      { what: 'posts, PostgreSQL: ours', value: ours.rate, unit: 'leads/s' },
      { what: 'posts, PostgreSQL: ours, 99th percentile', value: ours.p99, unit: 'ms' },
      { what: 'posts, PostgreSQL: bare server, 99th percentile', value: grouped.p99, unit: 'ms' },
    ];
  },
  deliveries: async () => {
    const figures: Figure[] = [];
    for (const store of ['deliveries', 'deliveriesPostgres'] as const) {
      if (!canCompare(store)) continue;
      const { rates, oursBy, processorBy } = await comparePosts(store);
      const [bare, without, with_] = variantsOf[store];
      const name = store === 'deliveries' ? 'SQLite' : 'PostgreSQL';
      const ratesBy: Readonly<Record<string, PostRate>> = rates;
      figures.push(
        {
          what: `deliveries, ${name}: leads with messages by a bare server that groups commits`,
          value: oursBy(bare as never),
          unit: '×',
          ...(store === 'deliveries' ? { goal: { least: 0.7 } } : {}),
        },
        {
          what: `deliveries, ${name}: leads with messages by leads without`,
          value: oursBy(without as never),
          unit: '×',
        },
        {
          what: `deliveries, ${name}: processor time of a lead with messages by one without`,
          value: processorBy(without as never),
          unit: '×',
        },
        { what: `deliveries, ${name}: with`, value: ratesBy[with_]?.rate ?? 0, unit: 'leads/s' },
        { what: `deliveries, ${name}: without`, value: ratesBy[without]?.rate ?? 0, unit: 'leads/s' },
      );
    }
    return figures;
  },
  stored: async () => {
    const { emptyStart, fullStart, memoryBefore, memoryAfter } = await measureStored();
    return [
      {
        what: 'stored: start with 1,000,000 leads by an empty start',
        value: fullStart / emptyStart,
        unit: '×',
        goal: { most: 1.2 },
      },
      { what: 'stored: start with 1,000,000 leads', value: fullStart, unit: 'ms' },
      {
        what: 'stored: memory after 200,000 leads by that before',
        value: memoryAfter / memoryBefore,
        unit: '×',
        goal: { most: 1.2 },
      },
      { what: 'stored: memory after 200,000 leads', value: memoryAfter, unit: 'MB' },
    ];
  },
  slowloris: async () => {
    const { ratio, calm, attacked, served } = await measureSlowloris();
    return [
      {
        what: 'slowloris: 99th percentile of leads beside 1,500 slow connections by that without',
        value: ratio,
        unit: '×',
        goal: { most: 3 },
      },
      { what: 'slowloris: without, 99th percentile', value: calm, unit: 'ms' },
      { what: 'slowloris: beside, 99th percentile', value: attacked, unit: 'ms' },
      { what: 'slowloris: leads acknowledged by leads posted', value: served, unit: '×', goal: { least: 0.95 } },
    ];
  },
  pages: () => measurePages(),
  interaction: async () => {
    if (against === null) return quizFigures('quiz', await measureOurQuiz(), true);
    const { first, step, pairs } = await compareQuizzes(
      [process.env['OURS'] ?? process.cwd(), against],
      Number(process.env['PAIRS'] ?? 15),
    );
    const ratio = (what: string, value: number): Figure => ({
      what: `quiz: ${what}, by that of the other (${pairs} pairs)`,
      value,
      unit: '×',
      goal: { most: 1.05 },
    });
    return [
      ratio('first tap, script until quiet', first.script),
      ratio('first tap, main thread until quiet', first.busy),
      ratio('first tap, until its paint', first.paint),
      ratio('next question, handlers', step.handlers),
      ratio('next question, script until quiet', step.script),
      ratio('next question, until its paint', step.paint),
    ];
  },
  dev: async () => {
    const { site, thousand, check } = await measureDev();
    return [
      { what: 'dev: check of the whole site, processor time', value: check, unit: 'ms', goal: { most: 1000 } },
      { what: 'dev: edit on screen, the whole site', value: site.edit, unit: 'ms', goal: { most: 500 } },
      { what: 'dev: mistake on screen, the whole site', value: site.mistake, unit: 'ms', goal: { most: 500 } },
      { what: 'dev: a reload alone, the whole site', value: site.reload, unit: 'ms' },
      { what: 'dev: edit on screen, 1,000 funnels', value: thousand.edit, unit: 'ms', goal: { most: 500 } },
      { what: 'dev: mistake on screen, 1,000 funnels', value: thousand.mistake, unit: 'ms', goal: { most: 500 } },
      { what: 'dev: a reload alone, 1,000 funnels', value: thousand.reload, unit: 'ms' },
    ];
  },
  scale: async () => {
    const { perFunnel, growth, renderedAtStart, renderedAfterEdit, published } = await measureScale();
    return [
      ...Object.entries(perFunnel).map(([count, ms]) => ({
        what: `scale: check, processor time of a funnel among ${count}`,
        value: ms,
        unit: 'ms',
        goal: { most: 3 },
      })),
      { what: 'scale: a funnel among the most by one among the fewest', value: growth, unit: '×', goal: { most: 1.5 } },
      { what: 'scale: pages rendered at the start', value: renderedAtStart, unit: 'pages' },
      {
        what: 'scale: pages rendered after one was edited',
        value: renderedAfterEdit,
        unit: 'pages',
        goal: { most: 1 },
      },
      { what: 'scale: from the edit until visitors see it', value: published, unit: 'ms' },
    ];
  },
  fleet: () => measureFleet(),
  fonts: measureFonts,
  layout: measureLayout,
  survey: async () => quizFigures('SurveyJS', await measureSurvey(), false),
  peers: measurePeers,
};

/** They need the registry. */
const fetching: ReadonlySet<string> = new Set(['survey', 'peers']);

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length === 0 ? fetching.has(name) : !asked.includes(name)) continue;
  console.error(`${name} …`);
  figures.push(...(await bench()));
}

const isMet = ({ value, goal: { least = -Infinity, most = Infinity } = {} }: Figure): boolean =>
  value >= least && value <= most;
const shown = (value: number): string =>
  value >= 1000 ? value.toLocaleString('en', { maximumFractionDigits: 0 }) : value.toFixed(value < 10 ? 2 : 1);
const goalOf = ({ goal }: Figure): string =>
  goal?.most !== undefined ? `≤ ${goal.most}` : goal?.least !== undefined ? `≥ ${goal.least}` : '';

printTable(
  ['what', 'value', 'unit', 'goal', ''],
  figures.map((each) => [
    each.what,
    shown(each.value),
    each.unit,
    goalOf(each),
    each.goal === undefined ? '' : isMet(each) ? 'met' : 'MISSED',
  ]),
);
process.exit(figures.every(isMet) ? 0 : 1);
