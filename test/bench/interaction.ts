/**
 * The cost of a quiz on a slow phone: the first tap on a cold page, and each step to the next question. Chromium's
 * processor is slowed four times over the DevTools protocol. Script time is the page's own JavaScript on the main
 * thread (CDP `ScriptDuration` in thread ticks) from the tap until nothing has run for 400 ms.
 */
import { type Browser, chromium } from 'playwright';
import { chromiumArgs, findChromium } from '../../tools/chromium.ts';
import { startSite } from '../harness/site-server.ts';
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

/** Answers a quiz up to its last question in a number of visits. */
export async function measureQuiz(browser: Browser, { url, option, next, title }: Quiz, visits = 5): Promise<QuizCost> {
  const firsts: TapCost[] = [];
  const steps: TapCost[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const phone = await openSlowPhone(browser, slowdown);
    await phone.page.goto(url, { waitUntil: 'networkidle' });
    await phone.page.locator(option).first().waitFor();
    await untilQuiet(phone.cdp);
    firsts.push(await tap(phone, option));
    for (let question = 0; question < 3; question += 1) {
      if (question > 0) await tap(phone, option);
      const before = await phone.page.locator(title).first().textContent();
      steps.push(await tap(phone, next));
      if ((await phone.page.locator(title).first().textContent()) === before)
        throw new Error('The next question did not come');
    }
    await phone.close();
  }
  return { first: medianOf(firsts), step: medianOf(steps), visits, steps: steps.length };
}

/** The diagnostic's quiz on a production server. */
export async function measureOurQuiz(visits = 5): Promise<QuizCost> {
  const server = await startSite({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  try {
    return await measureQuiz(
      browser,
      {
        url: `${server.url}/quiz`,
        option: '[data-question] label',
        next: '[data-question] [type=submit]',
        title: '[data-question] legend',
      },
      visits,
    );
  } finally {
    await browser.close();
    await server.remove();
  }
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await measureOurQuiz(), null, 2));
