/**
 * The cost of a quiz on a slow phone: the first tap on a cold page, and each step to the next question. Chromium's
 * processor is slowed four times over the DevTools protocol. Script time is the page's own JavaScript on the main
 * thread (CDP `ScriptDuration` in thread ticks) from the tap until nothing has run for 400 ms.
 */
import { type Browser, chromium } from 'playwright';
import { chromiumArgs, findChromium } from '../../tools/chromium.ts';
import { type SiteServer, startSite } from '../harness/site-server.ts';
import { middle, openSlowPhone, type TapCost, tap, untilQuiet } from './tap.ts';

/** A quiz with four questions of radios, one per screen. */
export interface Quiz {
  readonly url: string;
  /** Selector of the current question's options. */
  readonly option: string;
  readonly next: string;
  /** Selector of the current question's text, which differs between questions. */
  readonly title: string;
}

export interface QuizCost {
  readonly first: TapCost;
  readonly step: TapCost;
  /** Number of visits and of steps behind the medians. */
  readonly visits: number;
  readonly steps: number;
}

const slowdown = 4;

const medianOf = (costs: readonly TapCost[]): TapCost => ({
  script: middle(costs.map(({ script }) => script)),
  busy: middle(costs.map(({ busy }) => busy)),
  handlers: middle(costs.map(({ handlers }) => handlers)),
  paint: middle(costs.map(({ paint }) => paint)),
});

interface QuizVisit {
  readonly first: TapCost;
  readonly steps: readonly TapCost[];
}

/** Answers a quiz up to its last question, in a visit with its own storage. */
async function visitQuiz(browser: Browser, { url, option, next, title }: Quiz): Promise<QuizVisit> {
  const steps: TapCost[] = [];
  const phone = await openSlowPhone(browser, slowdown);
  await phone.page.goto(url, { waitUntil: 'networkidle' });
  await phone.page.locator(option).first().waitFor();
  await untilQuiet(phone.cdp);
  const first = await tap(phone, option);
  for (let question = 0; question < 3; question += 1) {
    if (question > 0) await tap(phone, option);
    const before = await phone.page.locator(title).first().textContent();
    steps.push(await tap(phone, next));
    if ((await phone.page.locator(title).first().textContent()) === before)
      throw new Error('The next question did not come');
  }
  await phone.close();
  return { first, steps };
}

/** Answers a quiz in a number of visits. */
export async function measureQuiz(browser: Browser, quiz: Quiz, visits = 5): Promise<QuizCost> {
  const made: QuizVisit[] = [];
  for (let visit = 0; visit < visits; visit += 1) made.push(await visitQuiz(browser, quiz));
  const steps = made.flatMap((each) => each.steps);
  return {
    first: medianOf(made.map(({ first }) => first)),
    step: medianOf(steps),
    visits,
    steps: steps.length,
  };
}

const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn' };

/** The diagnostic's quiz. */
const ourQuiz = ({ url }: SiteServer): Quiz => ({
  url: `${url}/quiz`,
  option: '[data-question] label',
  next: '[data-question] [type=submit]',
  title: '[data-question] legend',
});

/** The diagnostic's quiz on a production server. */
export async function measureOurQuiz(visits = 5): Promise<QuizCost> {
  const server = await startSite({ env });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  try {
    return await measureQuiz(browser, ourQuiz(server), visits);
  } finally {
    await browser.close();
    await server.remove();
  }
}

/** A cost of ours by that of the other, the median of the pairs. */
export interface QuizRatios {
  readonly first: TapCost;
  readonly step: TapCost;
  readonly pairs: number;
}

/**
 * The quiz of two built checkouts in turn, so that both run under the same load. Every other pair begins with the other one.
 * @param roots the checkout that is judged, and the one to compare with
 */
export async function compareQuizzes(
  roots: readonly [ours: string, other: string],
  pairs: number,
): Promise<QuizRatios> {
  const servers = await Promise.all(roots.map((root) => startSite({ env, root })));
  const [ours, other] = servers as [SiteServer, SiteServer];
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  const ratios: { first: TapCost; step: TapCost }[] = [];
  try {
    // The first pair warms up the servers and the browser.
    for (let pair = -1; pair < pairs; pair += 1) {
      const order = pair % 2 === 0 ? [ours, other] : [other, ours];
      const visits = new Map<SiteServer, QuizVisit>();
      for (const server of order) visits.set(server, await visitQuiz(browser, ourQuiz(server)));
      if (pair < 0) continue;
      const [own, others] = [visits.get(ours), visits.get(other)] as [QuizVisit, QuizVisit];
      ratios.push({
        first: ratioOf(own.first, others.first),
        step: ratioOf(medianOf(own.steps), medianOf(others.steps)),
      });
    }
  } finally {
    await browser.close();
    for (const server of servers) await server.remove();
  }
  return {
    first: medianOf(ratios.map(({ first }) => first)),
    step: medianOf(ratios.map(({ step }) => step)),
    pairs,
  };
}

const ratioOf = (one: TapCost, other: TapCost): TapCost => ({
  script: one.script / other.script,
  busy: one.busy / other.busy,
  handlers: one.handlers / other.handlers,
  paint: one.paint / other.paint,
});

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await measureOurQuiz(), null, 2));
