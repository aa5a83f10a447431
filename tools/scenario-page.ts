/** Runs a case of a scenario in a browser, on a site behind a `FaultProxy`. */
import type { BrowserContext, Locator, Page } from 'playwright';
import type { SiteDefinition } from '../engine/definition.ts';
import { type UnmetExpectation, unmetBy } from '../engine/scenarios/expect.ts';
import { openingOf, type ScenarioOpening } from '../engine/scenarios/opening.ts';
import type { ScenarioStep } from '../engine/scenarios/run.ts';
import { momentOf } from '../engine/values/moment.ts';
import { walkRandom, walkTime } from '../engine/walks/moves.ts';
import type { ScenarioAct, ScenarioCase, ScenarioExpectation } from '../schemas/generated/types.ts';
import { compiledFlow } from '../server/definitions/flow-machine.ts';
import type { FaultProxy } from './fault-proxy.ts';
import {
  answerPixel,
  denyStorage,
  followEvents,
  followToasts,
  type PageLog,
  readPage,
  type SeenPage,
} from './scenario-view.ts';
import { fillField } from './typing.ts';

/** A case as it ran in a browser. */
export interface PageRun {
  readonly steps: readonly ScenarioStep[];
  /** Why the case, or its rest, cannot run in a browser; null if all of it has run. */
  readonly notRun: string | null;
  /** The expected values that no page shows or stores, such as those of a dialog's machine. */
  readonly unseen: readonly string[];
}

/** What a page does after an act takes this time of the visit at most, in milliseconds. */
const reaction = 200;
/** Time passes in parts, so that a reply and what follows from it have their order. In milliseconds. */
const part = 250;
/**
 * How long nothing may be requested before a page has reacted, in milliseconds. On a busy machine it is the time of three
 * round trips to the page, because a reply and the next request take as long.
 */
const quiet = 30;
/** How long a missing element is waited for, in milliseconds. */
const missing = 3000;

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Runs a case from its beginning. The clock of the page stands still between acts.
 * @param context a new one, whose requests reach the proxy
 * @param patience how long a page may take until it is as expected, in milliseconds
 */
export async function runCaseOnPage(
  context: BrowserContext,
  proxy: FaultProxy,
  site: SiteDefinition,
  flow: string,
  given: ScenarioCase,
  patience = 10_000,
): Promise<PageRun> {
  const opening = openingOf(site, flow, given);
  const definition = site.flows[flow];
  if (opening === null || definition === undefined) return notRun(`no page shows the flow ${flow}`);
  const first = definition.steps[given.open ?? definition.start];
  const fetched = 'the server fetches the data of its step before the page is sent';
  if (first?.fetch !== undefined) return notRun(fetched);

  let now = 0;
  const calls = proxy.begin(given, () => now);
  const log: PageLog = { events: [], messages: [], faults: [], leaves: null };
  const page = await openPage(context, site, given, log);
  const compiled = compiledFlow(site, definition);
  const at = opening.overlay === null ? ':not([data-instance])' : `[data-instance="${opening.overlay}"]`;
  const island = page.locator(`[data-island]${at}`).first();

  /** Lets time of the visit pass. A page that is replaced meanwhile has a clock of its own from then on. */
  const pass = async (ms: number): Promise<void> => {
    await page.clock.runFor(ms).catch(() => {});
    now += ms;
    for (const { due, release } of calls.held()) if (due <= now) release();
  };
  const untilQuiet = async (): Promise<void> => {
    for (const end = Date.now() + patience; Date.now() < end; await sleep(5)) {
      const asked = Date.now();
      await page.evaluate(() => {}).catch(() => {});
      if (proxy.quietFor() >= Math.max(quiet, 3 * (Date.now() - asked))) return;
    }
  };
  const react = async (): Promise<void> => {
    for (let spent = 0; spent < reaction; spent += 50) {
      await untilQuiet();
      await pass(50);
    }
    await untilQuiet();
  };
  const elapse = async (ms: number): Promise<void> => {
    for (const until = now + ms; now < until; ) {
      const [next] = calls.held();
      await pass(Math.max(1, Math.min(part, until - now, (next?.due ?? until) - now)));
      await untilQuiet();
    }
  };
  const view = (): Promise<SeenPage> => readPage(island, compiled, { log, calls, origin: proxy.url });

  await begin(page, proxy.url, opening);
  log.leaves = null;
  await react();
  const unseen = new Set<string>();
  const steps: ScenarioStep[] = [];
  for (const act of given.steps) {
    const current = await view();
    if (act.do === 'reload' && definition.steps[current.screen.split('.')[0] as string]?.fetch !== undefined)
      return { steps, notRun: `${fetched}, also after a reload`, unseen: [...unseen] };
    const led: string | null = log.leaves;
    const handled = await perform(page, island, act, { forms: compiled.forms, elapse });
    // Only what the page does by itself is a redirect.
    if (act.do === 'back' || act.do === 'reload' || act.do === 'close') log.leaves = led;
    await react();
    const met = await untilMet(act.expect, view, pass, patience);
    for (const name of met.unseen) unseen.add(name);
    const failures = [...met.failures, ...log.faults.splice(0).map(faultOf)];
    steps.push({ act, screen: met.screen, at: now, effects: [], handled, failures });
  }
  return { steps, notRun: null, unseen: [...unseen] };
}

const notRun = (reason: string): PageRun => ({ steps: [], notRun: reason, unseen: [] });

const faultOf = (found: string): UnmetExpectation => ({ what: 'uncaught error', expected: null, found });

/** A page with the conditions of a case. */
async function openPage(
  context: BrowserContext,
  site: SiteDefinition,
  given: ScenarioCase,
  log: PageLog,
): Promise<Page> {
  const start = given.clock === undefined ? walkTime : (momentOf(given.clock) as number);
  await context.clock.install({ time: start - 1000 });
  await context.clock.pauseAt(start);
  const page = await context.newPage();
  // Delays with two bounds last as long as on the machine.
  await page.addInitScript((random) => {
    Math.random = () => random;
  }, walkRandom);
  if (given.storage === 'denied') await denyStorage(page);
  await answerPixel(page, site, given.pixel ?? 'allowed');
  await followEvents(page, log);
  await followToasts(page, log);
  page.on('pageerror', (error) => log.faults.push(error.message));
  page.on('dialog', (dialog) => {
    log.messages = [dialog.message()];
    dialog.accept().catch(() => {});
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) log.leaves = request.url();
  });
  return page;
}

async function begin(page: Page, site: string, { address, overlay, referrer }: ScenarioOpening): Promise<void> {
  await page.goto(site + address, referrer === null ? {} : { referer: `https://${referrer}/` });
  if (overlay !== null) await page.locator(`[data-open="${overlay}"]`).first().click();
}

/** What acts need beside their page. */
interface ActHost {
  readonly forms: ReturnType<typeof compiledFlow>['forms'];
  elapse(ms: number): Promise<void>;
}

/** @returns false if the page offers nothing to act on */
async function perform(page: Page, island: Locator, act: ScenarioAct, { forms, elapse }: ActHost): Promise<boolean> {
  const { press, choose, fill, do: other, wait, taps = 1 } = act;
  const tap = (target: Locator): Promise<boolean> =>
    target.click({ clickCount: taps, timeout: missing }).then(
      () => true,
      () => false,
    );
  if (press !== undefined) return tap(island.locator(`[data-send="${press}"]`).first());
  if (choose !== undefined) return tap(island.locator(`[data-question] label:has(input[value="${choose}"])`));
  if (wait !== undefined) await elapse(Number(wait));
  let isFilled = true;
  for (const [name, value] of Object.entries(fill ?? {})) {
    const field = forms.flatMap(({ fields }) => fields).find((each) => each.name === name);
    if (field === undefined) continue;
    isFilled &&= await fillField(island, field, value, missing).then(
      () => true,
      () => false,
    );
  }
  switch (other) {
    case 'next':
      return tap(island.locator('[data-question] [type=submit]'));
    case 'previous':
      return tap(island.locator('[data-question] [data-previous]'));
    case 'submit':
      return tap(island.locator('form:not([data-question]) [type=submit]').first());
    case 'back':
      await page.goBack({ waitUntil: 'commit' });
      return true;
    case 'reload':
      await page.reload();
      return true;
    case 'close':
      if ((await island.getAttribute('data-instance')) === null) await page.goto('about:blank');
      else await page.keyboard.press('Escape');
      return true;
    default:
      return isFilled;
  }
}

/** The expectation on a page: where the browser checks the form, its messages are the browser's own. */
const nativelyChecked = (expected: ScenarioExpectation, { isNative }: SeenPage): ScenarioExpectation =>
  isNative && expected.errors !== undefined
    ? { ...expected, errors: Object.fromEntries(Object.keys(expected.errors).map((name) => [name, ''])) }
    : expected;

/** Compares until the page is as expected. Meanwhile no more than a moment of the visit passes. */
async function untilMet(
  expected: ScenarioExpectation = {},
  view: () => Promise<SeenPage>,
  pass: (ms: number) => Promise<void>,
  patience: number,
): Promise<{ screen: string; failures: UnmetExpectation[]; unseen: string[] }> {
  const end = Date.now() + patience;
  for (let tries = 0; ; tries += 1) {
    const seen = await view();
    const values = Object.entries((expected.values ?? {}) as Record<string, unknown>);
    const known = values.filter(([name]) => seen.isKnown(name));
    const failures = unmetBy(
      { ...nativelyChecked(expected, seen), values: Object.fromEntries(known) } as ScenarioExpectation,
      seen,
    );
    if (failures.length === 0 || Date.now() > end) {
      const unseen = values.filter(([name]) => !seen.isKnown(name)).map(([name]) => name);
      return { screen: seen.screen, failures, unseen };
    }
    if (tries < 20) await pass(10);
    await sleep(25);
  }
}
