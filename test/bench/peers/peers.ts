/**
 * The site's quiz beside the same quiz in RJSF, SurveyJS and Puck, and beside a script written by hand. Visits alternate,
 * so that all run under the same load. `docs/peers.md` describes what is measured.
 */
import { type Browser, chromium } from 'playwright';
import type { FlowBundle } from '../../../renderer/islands/bundle.ts';
import { chromiumArgs, findChromium } from '../../../tools/chromium.ts';
import { printTable } from '../../../tools/table.ts';
import { startSite } from '../../harness/site-server.ts';
import type { Figure } from '../figure.ts';
import { middle } from '../tap.ts';
import { buildPeers, type Peer, peers } from './build.ts';
import { servePeers } from './serve.ts';
import { siteWithTyped, typedPath } from './typed.ts';
import { type PeerQuiz, type PeerVisit, visitPeer } from './visit.ts';
import { quizWords } from './words.ts';

const times = Math.max(1, Number(process.env['VISITS'] ?? 5));
/** No turn begins after this time. */
const limit = Number(process.env['MINUTES'] ?? 10) * 60_000;

/** The rows beside our quiz. */
const others = ['typed', ...peers] as const;
const isPeer = (name: (typeof others)[number]): name is Peer => name !== 'typed';

type RowName = (typeof others)[number] | 'ours';

const ours = {
  option: '[data-question] [type=radio]',
  next: '[data-question] [type=submit]',
  title: '[data-question] legend',
  field: 'input[name=nome]',
};
/** The form of a question with a type. */
const typedForm = 'form:has([type=radio])';
const typed = {
  option: `${typedForm} [type=radio]`,
  next: `${typedForm} [type=submit]`,
  title: `${typedForm} legend`,
  field: ours.field,
};
const puck = { option: 'fieldset [type=radio]', next: 'button.next', title: 'legend', field: 'input[name=nome]' };

const selectors: Readonly<Record<RowName, Omit<PeerQuiz, 'url'>>> = {
  ours,
  typed,
  'by-hand': ours,
  'typed-by-hand': typed,
  rjsf: {
    option: 'form [type=radio]',
    next: 'button.next',
    title: 'form legend, form .control-label',
    field: '#root_nome',
  },
  surveyjs: {
    option: '.sd-root-modern [type=radio]',
    next: '.sd-navigation__next-btn',
    title: '.sd-question__title',
    field: '.sd-root-modern [type=text]',
  },
  puck,
  'puck-next': puck,
  'puck-server': puck,
};

const names: Readonly<Record<RowName, string>> = {
  ours: 'this project',
  typed: 'this project, questions with types',
  'by-hand': 'the same page, script by hand',
  'typed-by-hand': 'the page with types, script by hand',
  rjsf: 'RJSF',
  surveyjs: 'SurveyJS',
  puck: 'Puck, drawn in the browser',
  'puck-next': 'Puck, its Next.js recipe',
  'puck-server': 'parts of Puck, page of our own',
};

const ownPaths: Readonly<Partial<Record<RowName, string>>> = { ours: '/quiz', typed: typedPath };

/** Pages as their makers' documentation builds them. */
const shipped: readonly RowName[] = ['rjsf', 'surveyjs', 'puck', 'puck-next'];

/** The rows that `PEERS` asks for. */
function chosenRows(): readonly (typeof others)[number][] {
  const asked = process.env['PEERS']?.split(',');
  const unknown = asked?.filter((name) => !(others as readonly string[]).includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}; there are ${others.join(', ')}.`);
  return others.filter((name) => asked?.includes(name) ?? true);
}

type Visits = ReadonlyMap<RowName, readonly PeerVisit[]>;

/** Visits all pages in turn. */
async function visitAll(browser: Browser, url: string, rows: readonly RowName[]): Promise<Visits> {
  const visits = new Map(rows.map((name) => [name, [] as PeerVisit[]]));
  const end = performance.now() + limit;
  // The first turn warms up the server and the browser.
  for (let turn = -1; turn < times; turn += 1) {
    if (turn > 0 && performance.now() > end) {
      console.error(`The time is over: ${turn} visits of each page instead of ${times}.`);
      break;
    }
    for (const [name, taken] of visits) {
      const path = ownPaths[name] ?? `/peer/${name}`;
      const visit = await visitPeer(browser, { ...selectors[name], url: url + path });
      if (turn >= 0) taken.push(visit);
    }
  }
  return visits;
}

/** @returns the row of the table with the medians of a page's visits */
function rowOf(name: RowName, visits: readonly PeerVisit[]): string[] {
  const ms = (values: readonly number[]): string => Math.round(middle(values)).toLocaleString('en');
  return [
    names[name],
    ms(visits.map(({ first }) => first)),
    ms(visits.map(({ second }) => second)),
    ms(visits.flatMap(({ choices }) => choices)),
    ms(visits.flatMap(({ nexts }) => nexts)),
    ms(visits.map(({ form }) => form)),
    (middle(visits.map(({ script }) => script)) / 1000).toFixed(1),
  ];
}

const second = (visit: PeerVisit): number => visit.second;
const waiting = (visit: PeerVisit): number => visit.second / visit.first;
const choiceAndStep = ({ choices, nexts }: PeerVisit): number => middle(choices) + middle(nexts);

/** @returns the ratios with their goals: the median of the ratios of each turn */
function ratiosOf(visits: Visits, late: readonly PeerVisit[]): Figure[] {
  const own = visits.get('ours')!;
  const ratio = (what: string, values: readonly number[], most?: number): Figure => ({
    what: `peers: ${what}`,
    value: middle(values),
    unit: '×',
    ...(most === undefined ? {} : { goal: { most } }),
  });
  const by = (name: RowName, of: (visit: PeerVisit) => number, ownRow = own): number[] =>
    ownRow.map((visit, turn) => of(visit) / of(visits.get(name)![turn]!));
  /** Against the row that leaves the greatest ratio. */
  const byBest = (what: string, of: (visit: PeerVisit) => number, among: readonly RowName[], most?: number): Figure[] =>
    among
      .map((name) => ratio(`${what} (${names[name]})`, by(name, of), most))
      .sort((a, b) => b.value - a.value)
      .slice(0, 1);
  const all = [...visits.keys()].filter((name) => ownPaths[name] === undefined && name !== 'typed-by-hand');
  const peersAsShipped = all.filter((name) => shipped.includes(name));
  const typed = visits.get('typed');
  /** The same questions with types, against those without. */
  const typedBy = (of: (visit: PeerVisit) => number): number[] =>
    (typed ?? []).map((visit, turn) => of(visit) / of(own[turn]!));
  return [
    ratio('next question by first question', own.map(waiting), 1.4),
    ratio(
      'an answer 300 ms after the first question, by a later one',
      late.map(({ answered, nexts }) => answered / middle(nexts)),
      1.05,
    ),
    ...(typed === undefined
      ? []
      : [
          ratio('next question by first question, with types', typed.map(waiting), 1.4),
          ratio('next question, with types by without', typedBy(second)),
          ratio('choice and step, with types by without', typedBy(choiceAndStep)),
        ]),
    ...byBest('next question by the best peer as shipped', second, peersAsShipped, 0.55),
    ...byBest('next question by the best of all rows', second, all),
    ...byBest('choice and step by the best peer as shipped', choiceAndStep, peersAsShipped, 1),
    ...byBest('choice and step by the best of all rows', choiceAndStep, all),
    ...(visits.has('by-hand')
      ? [ratio('choice and step by the script written by hand', by('by-hand', choiceAndStep), 1.3)]
      : []),
    ...(typed !== undefined && visits.has('typed-by-hand')
      ? [
          ratio(
            'choice and step by the script written by hand, with types',
            by('typed-by-hand', choiceAndStep, typed),
            1.3,
          ),
        ]
      : []),
  ];
}

/** Prints the table. @returns the ratios with their goals */
export async function measurePeers(): Promise<Figure[]> {
  const chosen = chosenRows();
  const words = await quizWords();
  const { funnels, remove } = siteWithTyped();
  const site = await startSite({ funnels, env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  try {
    const page = async (path: string): Promise<string> => (await fetch(site.url + path)).text();
    const html = { ours: await page('/quiz'), typed: await page(typedPath) };
    const [, address = ''] = /data-bundle="([^"]+)"/.exec(html.typed) ?? [];
    const bundle = JSON.parse(await page(address)) as FlowBundle;
    const server = await servePeers(await buildPeers(chosen.filter(isPeer), words, html, bundle), site.url);
    const visits = await visitAll(browser, server.url, ['ours', ...chosen]);
    const late: PeerVisit[] = [];
    for (let turn = 0; turn < times; turn += 1)
      late.push(
        await visitPeer(browser, { ...selectors.ours, url: server.url + (ownPaths.ours ?? '') }, { pause: 300 }),
      );
    server.close();
    const count = visits.get('ours')!.length;
    console.log(
      `Medians of ${count} visits, 4× slower CPU, slow 4G, ${server.protocol}, Chromium ${browser.version()}`,
    );
    printTable(
      ['', 'first question, ms', 'next question, ms', 'choice, ms', 'step, ms', 'form, ms', 'JS, KB br'],
      [...visits].map(([name, each]) => rowOf(name, each)),
    );
    return ratiosOf(visits, late);
  } finally {
    await browser.close();
    await site.remove();
    remove();
  }
}
