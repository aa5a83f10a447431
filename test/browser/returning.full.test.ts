/**
 * Every flow of the site with addresses, found from the definitions: on each of its screens a reload, Back, Forward and
 * a reopened tab show the address's screen with its answers. Chromium's headless shell has no back-forward cache, so each
 * page is loaded again; `kept-pages.full.test.ts` is about pages in that cache.
 */

import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { stepOf } from '../../engine/flow/context.ts';
import { personalNames } from '../../engine/flow/personal-names.ts';
import { hasPaths } from '../../engine/flow/step-query.ts';
import { stepRole } from '../../engine/steps/machines.ts';
import { answerScreen, continueFrom, reopen, type Snapshot, snapshotOf, takesAnswers } from '../harness/flow-walk.ts';
import { copyFunnels, type Edit } from '../harness/funnels-copy.ts';
import { hold } from '../harness/held-responses.ts';
import { loadShared } from '../harness/load-site.ts';
import { patience } from '../harness/patience.ts';
import { projectRoot } from '../harness/site-server.ts';
import { isAwake, islandCode, type SiteVisitor, type VisitOptions, visitSite } from '../harness/site-visits.ts';

/** A screen that passes by itself stays long enough to go back from it, even on a busy machine. */
const patient: Edit = ['guia/guia.flow.yaml', 'delay: 4s', 'delay: 60s'];
const site = visitSite({ funnels: copyFunnels([patient]) });

const { site: definition } = await loadShared(join(projectRoot, 'funnels'));
if (definition === null) throw new Error('The definitions have errors.');
const flows = Object.values(definition.flows).filter(hasPaths);

const within = { timeout: patience };
const elsewhere = '/termos-de-uso';
const expectSeen = (page: Page, seen: Snapshot, where: string) =>
  expect.poll(() => snapshotOf(page), { ...within, message: where }).toEqual(seen);
/** A history entry is pushed after the paint; a visitor who goes back has seen the screen. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done)))));
/** While one document takes over from another, Chromium has no history to ask for. */
const whenActive = (go: () => Promise<unknown>) =>
  expect
    .poll(
      () =>
        go().then(
          () => null,
          (error: Error) => {
            if (error.message.includes('Not attached to an active page')) return error.message;
            throw error;
          },
        ),
      within,
    )
    .toBeNull();
const back = (page: Page) => whenActive(() => page.goBack({ waitUntil: 'commit' }));
const forward = (page: Page) => whenActive(() => page.goForward({ waitUntil: 'commit' }));

/** The address a flow starts at; a step that needs values is reached from the start. */
const startOf = (flow: (typeof flows)[number]): string => flow.steps[flow.start]?.path?.[0] as string;

/** The visible steps, in order. */
const shownSteps = (flow: (typeof flows)[number]): string[] =>
  Object.entries(flow.steps).flatMap(([id, { show }]) => (show === undefined ? [] : [id]));

/** The calls of a final step that fetch personal data. */
const personalCalls = (flow: (typeof flows)[number], id: string): string[] => {
  const step = flow.steps[id];
  const personal = personalNames(flow, []);
  const calls = step?.final === true ? (step.fetch?.calls ?? []) : [];
  return calls.flatMap(({ get, saveAs = {} }) =>
    get !== undefined && Object.keys(saveAs).some((name) => personal.has(name)) ? [get] : [],
  );
};

const pathsOf = (flow: (typeof flows)[number]): string[] => Object.values(flow.steps).flatMap(({ path }) => path ?? []);

/** A visitor who comes to a flow from another page of the site. */
async function arrive(flow: (typeof flows)[number], options: VisitOptions = {}): Promise<SiteVisitor> {
  const visitor = await site.visit(elsewhere, options);
  await visitor.page.goto(site.server.url + startOf(flow));
  return visitor;
}

/** Waits for Back's target: a screen of the visit, or the page before the flow. */
const expectBefore = (page: Page, last: Snapshot | undefined, where: string) =>
  last === undefined
    ? expect.poll(() => new URL(page.url()).pathname, { ...within, message: where }).toBe(elsewhere)
    : expectSeen(page, last, where);

/** Goes through a flow, screen by screen; `at` is called on each screen after its answers and before its submission. */
async function walk(
  { page }: SiteVisitor,
  flow: (typeof flows)[number],
  scripted: boolean,
  at: (seen: Snapshot, before: readonly Snapshot[]) => Promise<void>,
): Promise<Snapshot[]> {
  const trail: Snapshot[] = [];
  let screen = '';
  for (;;) {
    let arrived: Snapshot | null = null;
    await expect
      .poll(async () => {
        arrived = await snapshotOf(page);
        if (arrived === null) return !pathsOf(flow).includes(new URL(page.url()).pathname);
        // A step that leads to another page has the state for a moment.
        const step = arrived.flow === flow.flow ? flow.steps[stepOf(arrived.screen) as string] : undefined;
        const isPassing = stepRole(step) === 'exit';
        return arrived.screen !== screen && arrived.screen !== '' && !isPassing;
      }, within)
      .toBe(true);
    arrived = arrived as Snapshot | null;
    if (arrived === null || arrived.flow !== flow.flow) return trail;
    screen = arrived.screen;
    // A reload would cancel a fetch that is under way, and repeat it.
    if (scripted) await page.locator('[data-island][data-state*=".load-"]').waitFor({ state: 'detached', ...within });
    const paths = flow.steps[stepOf(screen) as string]?.path ?? pathsOf(flow);
    expect(paths, `the address of ${screen}`).toContain(arrived.address.split('?')[0]);
    if (!scripted) {
      await page.reload();
      await expectSeen(page, arrived, `${screen}, reloaded`);
    }
    if (takesAnswers(flow, screen)) {
      await answerScreen(page, definition as never, flow, screen);
      // Input belongs to the visit once the island is awake, and is formatted when the visitor leaves the field.
      if (scripted) {
        await expect.poll(() => isAwake(page), within).toBe(true);
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        await painted(page);
      }
    }
    const seen = (await snapshotOf(page)) as Snapshot;
    await at(seen, trail);
    trail.push(seen);
    const step = flow.steps[screen];
    const sent = step?.kind === 'form' && step.submit?.onSuccess?.resetForm === true;
    if (!(await continueFrom(page, flow, screen)) || flow.steps[screen]?.final === true) return trail;
    // A form that is cleared after the submission is empty on the way back, too.
    if (sent) trail[trail.length - 1] = { ...seen, answers: arrived.answers };
  }
}

describe.each(flows.map((flow) => [flow.flow, flow] as const))('the flow %s', (_, flow) => {
  test('is restored after a reload, Back, Forward and in a reopened tab', async () => {
    const visitor = await arrive(flow);
    const { page, complaints } = visitor;
    const fetched: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && request.method() === 'GET') fetched.push(pathname);
    });
    const trail = await walk(visitor, flow, true, async (seen, before) => {
      const { screen } = seen;
      await painted(page);
      const already = fetched.length;
      const last = before.at(-1);
      for (const when of ['', ' after a reload']) {
        if (when !== '') {
          await page.reload();
          await expectSeen(page, seen, `${screen}, reloaded`);
          // Back is the event of a session that runs.
          await expect.poll(() => isAwake(page), within).toBe(true);
        }
        await back(page);
        await expectBefore(page, last, `${screen}, Back${when}`);
        await forward(page);
        await expectSeen(page, seen, `${screen}, Forward${when}`);
      }
      if (last !== undefined) {
        const release = await hold(page, islandCode);
        await page.reload({ waitUntil: 'domcontentloaded' });
        await back(page);
        release();
        await page.unroute(islandCode);
        await expectSeen(page, last, `${screen}, Back while its code starts`);
        await forward(page);
        await expectSeen(page, seen, `${screen}, Forward to it`);
      }
      // At the end of a visit its personal data is removed, so that only this is fetched again: after each reload whose code
      // starts after Back.
      const again = () => [...new Set(fetched.slice(already))];
      await expect.poll(again, { message: `fetched again at ${screen}` }).toEqual(personalCalls(flow, stepOf(screen)));
      const reopened = await reopen(page);
      await expectSeen(reopened, seen, `${screen}, reopened`);
      await reopened.close();
    });
    expect([...new Set(trail.map(({ screen }) => stepOf(screen)))]).toEqual(shownSteps(flow));
    expect(complaints).toEqual([]);
  });

  test('is restored without script', async () => {
    const visitor = await arrive(flow, { javaScriptEnabled: false });
    const { page } = visitor;
    const trail = await walk(visitor, flow, false, async (seen, before) => {
      const { screen } = seen;
      const last = before.at(-1);
      await back(page);
      await expectBefore(page, last, `${screen}, Back`);
      await forward(page);
      await expectSeen(page, seen, `${screen}, Forward`);
    });
    const passing = shownSteps(flow).filter((step) => stepRole(flow.steps[step]) !== 'pause');
    expect([...new Set(trail.map(({ screen }) => stepOf(screen)))]).toEqual(passing);
  });
});
