/**
 * The site's quiz beside the same quiz in RJSF, SurveyJS and Puck, and beside a script written by hand. Visits alternate,
 * so that all run under the same load. `docs/peers.md` describes what is measured.
 */
import { type Browser, chromium } from 'playwright';
import { chromiumArgs, findChromium } from '../../../tools/chromium.ts';
import { printTable } from '../../../tools/table.ts';
import { startSite } from '../../harness/site-server.ts';
import type { Figure } from '../figure.ts';
import { middle } from '../tap.ts';
import { buildPeers, type Peer } from './build.ts';
import { servePeers } from './serve.ts';
import { type PeerQuiz, type PeerVisit, visitPeer } from './visit.ts';
import { quizWords } from './words.ts';

const times = Math.max(1, Number(process.env['VISITS'] ?? 7));

const ours = {
  option: '[data-question] [type=radio]',
  next: '[data-question] [type=submit]',
  title: '[data-question] legend',
  field: 'input[name=nome]',
};
const puck = { option: 'fieldset [type=radio]', next: 'button.next', title: 'legend', field: 'input[name=nome]' };

const selectors: Readonly<Record<Peer | 'ours', Omit<PeerQuiz, 'url'>>> = {
  ours,
  'by-hand': ours,
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
  'puck-server': puck,
};

const names: Readonly<Record<keyof typeof selectors, string>> = {
  ours: 'this project',
  'by-hand': 'the same page, script by hand',
  rjsf: 'RJSF',
  surveyjs: 'SurveyJS',
  puck: 'Puck, drawn in the browser',
  'puck-server': 'Puck, drawn on the server',
};

interface Row {
  readonly first: number;
  readonly second: number;
  readonly choice: number;
  readonly next: number;
  readonly form: number;
  readonly script: number;
}

const rowOf = (visits: readonly PeerVisit[]): Row => ({
  first: middle(visits.map(({ first }) => first)),
  second: middle(visits.map(({ second }) => second)),
  choice: middle(visits.flatMap(({ choices }) => choices)),
  next: middle(visits.flatMap(({ nexts }) => nexts)),
  form: middle(visits.map(({ form }) => form)),
  script: middle(visits.map(({ script }) => script)),
});

/** Visits all pages in turn. */
async function visitAll(browser: Browser, url: string): Promise<Map<keyof typeof selectors, PeerVisit[]>> {
  const visits = new Map(Object.keys(selectors).map((name) => [name as Peer | 'ours', [] as PeerVisit[]]));
  // The first turn warms up the server and the browser.
  for (let turn = -1; turn < times; turn += 1)
    for (const [name, taken] of visits) {
      const path = name === 'ours' ? '/quiz' : `/peer/${name}`;
      const visit = await visitPeer(browser, { ...selectors[name], url: url + path });
      if (turn >= 0) taken.push(visit);
    }
  return visits;
}

/** Prints the table. @returns the ratios with their goals */
export async function measurePeers(): Promise<Figure[]> {
  const words = await quizWords();
  const site = await startSite({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  try {
    const html = await (await fetch(`${site.url}/quiz`)).text();
    const server = await servePeers(await buildPeers(words, html), site.url);
    const rows = new Map([...(await visitAll(browser, server.url))].map(([name, visits]) => [name, rowOf(visits)]));
    server.close();
    const ms = (value: number): string => Math.round(value).toLocaleString('en');
    console.log(
      `Medians of ${times} visits, 4× slower CPU, slow 4G, ${server.protocol}, Chromium ${browser.version()}`,
    );
    printTable(
      ['', 'first question, ms', 'next question, ms', 'choice, ms', 'step, ms', 'form, ms', 'JS, KB br'],
      [...rows].map(([name, { first, second, choice, next, form, script }]) => [
        names[name],
        ...[first, second, choice, next, form].map(ms),
        (script / 1000).toFixed(1),
      ]),
    );
    const own = rows.get('ours')!;
    const byHand = rows.get('by-hand')!;
    const others = [...rows].filter(([name]) => name !== 'ours' && name !== 'by-hand').map(([, row]) => row);
    const best = (of: (row: Row) => number): number => Math.min(...others.map(of));
    const ratio = (what: string, value: number, most: number): Figure => ({
      what: `peers: ${what}`,
      value,
      unit: '×',
      goal: { most },
    });
    const step = ({ choice, next }: Row): number => choice + next;
    return [
      ratio('next question by first question', own.second / own.first, 1.15),
      ratio("next question by the best peer's", own.second / best(({ second }) => second), 0.5),
      ratio("choice and step by the best peer's", step(own) / best(step), 1),
      ratio('choice and step by the script written by hand', step(own) / step(byHand), 1.2),
    ];
  } finally {
    await browser.close();
    await site.remove();
  }
}
