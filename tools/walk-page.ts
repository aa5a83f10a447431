/** Takes a walk of `funnel paths` in a browser, and finds the first step at which the site differs from the machine. */

import type { Page, Route } from 'playwright';
import { stepOf } from '../engine/flow/context.ts';
import type { CompiledFlow } from '../engine/flow/index.ts';
import { callKeyHeader } from '../engine/flow/post-names.ts';
import { hiddenFields } from '../engine/forms/conditions.ts';
import { exampleUuid } from '../engine/intakes/example-records.ts';
import type { SessionEvent } from '../engine/session/session.ts';
import { stepRole } from '../engine/steps/machines.ts';
import type { Walk, WalkStep } from '../engine/walks/cover.ts';
import type { Door } from '../engine/walks/doors.ts';
import { startsVisit } from '../engine/walks/history.ts';
import { doorWith, heldTimer, isOnServer } from '../engine/walks/in-browser.ts';
import type { Move } from '../engine/walks/moves.ts';
import { calledPath, moveWords } from '../engine/walks/words.ts';
import { fillField } from './typing.ts';

/** The calls of a page that wait for their outcome, oldest first. */
interface HeldCalls {
  next(path: string): Promise<Route>;
}

/** Replies with the key of the call, by which a page knows that its intake has answered. */
const replyAsIntake = (route: Route, json: unknown): Promise<void> =>
  route.fulfill({ json, headers: { [callKeyHeader]: route.request().headers()['idempotency-key'] ?? '' } });

async function holdCalls(page: Page, paths: ReadonlySet<string>, site: string): Promise<HeldCalls> {
  const held: Route[] = [];
  let wake = (): void => {};
  await page.route(`${site}/api/**`, (route) => {
    if (!paths.has(new URL(route.request().url()).pathname)) return replyAsIntake(route, {});
    held.push(route);
    wake();
  });
  const pathOf = (route: Route): string => new URL(route.request().url()).pathname;
  return {
    async next(path) {
      const end = Date.now() + 15_000;
      while (Date.now() < end) {
        const index = held.findIndex((route) => pathOf(route) === path);
        if (index >= 0) return held.splice(index, 1)[0] as Route;
        await new Promise<void>((done) => {
          wake = done;
          setTimeout(done, 1000);
        });
      }
      throw new Error(`The page made no call of ${path}.`);
    },
  };
}

/** The flow on the page: in the open dialog, else that of the page. */
const islandIn = 'dialog[open] [data-island], body:not(:has(dialog[open])) [data-island]:not([data-instance])';

/** The state of the flow on the page: with its status once its code runs, else its screen; empty while it is replaced. */
const stateOn = (page: Page): Promise<string> =>
  page
    .evaluate((island) => {
      const { state, screen } = document.querySelector<HTMLElement>(island)?.dataset ?? {};
      return state ?? screen ?? '';
    }, islandIn)
    .catch(() => '');

/**
 * Notes each state that the flow on the page comes to. A state with a short timer may pass between two looks at the page,
 * and does on a busy machine.
 */
const noteStates = (page: Page): Promise<unknown> =>
  page.addInitScript((island) => {
    const noted: string[] = [];
    (window as WalkedWindow).notedStates = noted;
    const note = (): void => {
      const { state, screen } = document.querySelector<HTMLElement>(island)?.dataset ?? {};
      const now = state ?? screen ?? '';
      if (now !== '' && now !== noted.at(-1)) noted.push(now);
    };
    new MutationObserver(note).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-state', 'data-screen', 'open'],
    });
  }, islandIn);

/** The states that the page came to since the last one that was found; the last one is the current one. */
async function statesOn(page: Page): Promise<string[]> {
  const noted = await page.evaluate(() => (window as WalkedWindow).notedStates ?? []).catch(() => []);
  return [...noted, await stateOn(page)];
}

/** Forgets the noted states up to one that was found. */
const forgetStates = (page: Page, count: number): Promise<unknown> =>
  page.evaluate((most) => (window as WalkedWindow).notedStates?.splice(0, most), count).catch(() => undefined);

/** Waits for the history entry of a screen, which is made after the paint. */
async function entryOf(page: Page, screen: string, patience: number): Promise<void> {
  const isMade = (): Promise<boolean> =>
    page
      .evaluate((wanted) => ((history.state as { screen?: string } | null)?.screen ?? wanted) === wanted, screen)
      .catch(() => false);
  const end = Date.now() + patience;
  while (!(await isMade()) && Date.now() < end) await page.waitForTimeout(10);
}

const isShownAs = (found: string, { state, screen }: WalkStep): boolean =>
  found === state ||
  (state.endsWith('.ready') && found === state.slice(0, -'.ready'.length)) ||
  (found === screen && state === screen);

/** Whether the flow of a page has left it: for another page, or by closing its dialog. */
const hasLeftPage = async (page: Page, before: string): Promise<boolean> =>
  new URL(page.url()).pathname !== new URL(before).pathname ||
  (await page.evaluate((island) => document.querySelector(island) === null, islandIn).catch(() => false));

/** The path of a session's first page, and the dialog to open on it. */
function entranceOf({ flow }: CompiledFlow, doors: readonly Door[], { input }: OpeningMove) {
  const path = flow.steps[input.screen ?? flow.start]?.path?.[0];
  if (path !== undefined) return { path, overlay: null };
  const door = doorWith(doors, input);
  return { path: door?.path ?? '/', overlay: door?.overlay ?? null };
}

type OpeningMove = Extract<Move, { kind: 'open' }>;

/** What the browser does beside the page: see `holdTimers` and `noteStates`. */
interface WalkedWindow extends Window {
  runHeld?: () => void;
  notedStates?: string[];
}

/** Holds the long timers of the page's scripts until `runHeld` is called, so that no screen passes while the walk is elsewhere. */
const holdTimers = (page: Page): Promise<unknown> =>
  page.addInitScript((long) => {
    const held = new Map<number, () => void>();
    const { setTimeout: start, clearTimeout: stop } = window;
    window.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) => {
      const id = start(run, (ms ?? 0) >= long ? 2 ** 31 - 1 : ms, ...rest);
      if ((ms ?? 0) >= long) held.set(id, run);
      return id;
    }) as typeof window.setTimeout;
    window.clearTimeout = (id) => {
      held.delete(id as number);
      stop(id);
    };
    (window as WalkedWindow).runHeld = () => {
      for (const [id, run] of [...held]) {
        window.clearTimeout(id);
        run();
      }
    };
  }, heldTimer);

/** Ends the timers that are held. A shorter one runs by itself. */
const runHeldTimers = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as WalkedWindow).runHeld?.()).catch(() => undefined);

/** The name of a tab whose storage is lost before its next page runs: a page saves its visit when it is left. */
const lostTab = 'lost';

const loseStorage = (page: Page): Promise<unknown> =>
  page.addInitScript((name) => {
    if (window.name !== name) return;
    window.name = '';
    sessionStorage.clear();
  }, lostTab);

interface Walking {
  readonly page: Page;
  /** The address of the site, without a slash at its end. */
  readonly site: string;
  readonly compiled: CompiledFlow;
  readonly doors: readonly Door[];
}

/**
 * Opens the flow, in this tab or in another one.
 * @param hasData whether the server is to have the data of the address
 */
async function open({ page, site, compiled, doors }: Walking, move: OpeningMove, hasData: boolean): Promise<void> {
  const { how, input } = move;
  // Another tab has no visit, either.
  if (how === 'lost' || how === 'shared') await page.evaluate((name) => Object.assign(window, { name }), lostTab);
  if (how === 'reload' || how === 'lost') {
    await page.reload();
    return;
  }
  if (how === 'shared') {
    const address = page.url();
    await page.goto(`${site}/robots.txt`);
    await page.goto(address);
    return;
  }
  const { path, overlay } = entranceOf(compiled, doors, move);
  const query = new URLSearchParams(input.query).toString();
  await page.goto(`${site}${path}?${hasData ? query : query.replaceAll(exampleUuid, crypto.randomUUID())}`);
  if (overlay !== null) await page.locator(`[data-open="${overlay}"]:visible`).first().click();
}

/**
 * Sends the event of a move as a visitor, or a server, does.
 * @param by how many entries of the history the move goes forward
 */
async function send({ page, compiled }: Walking, event: SessionEvent, from: string, calls: HeldCalls, by: number) {
  const { flow, forms } = compiled;
  const island = page.locator(islandIn);
  const at = flow.steps[stepOf(from)];
  const form = forms.find(({ id }) => at?.kind === 'form' && id === at.form);
  switch (event.type) {
    case 'on':
      await page
        .locator('dialog[open], body:not(:has(dialog[open]))')
        .locator(`[data-send="${event.name}"]`)
        .first()
        .click();
      break;
    case 'SELECT':
      await island.locator(`[data-question] label:has(input[value="${event.value}"])`).click();
      break;
    case 'NEXT':
      if (event.value !== undefined)
        await island.locator(`[data-question] label:has(input[value="${event.value}"])`).click();
      await island.locator('[data-question] [type=submit]').click();
      break;
    case 'PREVIOUS':
      await island.locator('[data-question] [data-previous]').click();
      break;
    case 'INPUT': {
      const field = form?.fields.find(({ name }) => name === event.field);
      if (field !== undefined) await fillField(island, field, event.value);
      break;
    }
    case 'SUBMIT': {
      const hidden = hiddenFields(form?.fields ?? [], event.values);
      for (const field of form?.fields ?? [])
        if (!hidden.has(field.name)) await fillField(island, field, event.values[field.name] ?? '');
      await island.locator('form:not([data-question]) [type=submit]').first().click();
      break;
    }
    case 'DONE':
      await replyAsIntake(await calls.next(calledPath(flow, event.id)), event.output);
      break;
    case 'FAILED': {
      const { status, message } = event.error;
      const route = await calls.next(calledPath(flow, event.id));
      await route.fulfill({ status: status ?? 500, json: message === null ? {} : { message } });
      break;
    }
    case 'GO':
      await page.evaluate((entries) => history.go(entries), by);
      break;
    case 'TIMER':
      await runHeldTimers(page);
      break;
  }
}

/**
 * Takes a walk from its start.
 * @param site the address of the site, without a slash at its end
 * @param patience how long the page may take for a move, in milliseconds
 * @param doors the dialogs that show the flow
 * @returns the first difference in words, or null
 */
export async function walkPage(
  page: Page,
  site: string,
  compiled: CompiledFlow,
  { steps }: Walk,
  patience = 20_000,
  doors: readonly Door[] = [],
): Promise<string | null> {
  const { flow } = compiled;
  const walking: Walking = { page, site, compiled, doors };
  const calls = await holdCalls(page, new Set(Object.keys(flow.calls)), site);
  await holdTimers(page);
  await noteStates(page);
  await loseStorage(page);
  let from = '';
  let opened: OpeningMove | null = null;
  for (const [n, step] of steps.entries()) {
    const { move } = step;
    const words = `move ${n + 1}, ${moveWords(flow, move, from)}`;
    const before = page.url();
    if (move.kind === 'open') {
      const next = steps[n + 1]?.move;
      opened = move;
      await open(walking, move, next?.kind !== 'send' || next.event.type !== 'FAILED');
      // A link within the page, before the flow names the entry.
      if (startsVisit(move) && step.entry > 0) await page.evaluate(() => location.assign('#main'));
    } else if (!isOnServer(compiled, opened, steps[n - 1]?.state ?? ''))
      await send(walking, move.event, from, calls, step.entry - (steps[n - 1]?.entry ?? 0));
    const last = steps[n - 1]?.move;
    const isLost = last?.kind === 'open' && last.how === 'lost';
    // The entry of a visit that the tab has lost is another visit's: a session that runs leaves its address to the server.
    if (move.kind === 'send' && move.event.type === 'GO' && isLost) opened = { ...last, how: 'address' };
    else if (move.kind === 'send' && move.event.type !== 'DONE' && move.event.type !== 'FAILED') opened = null;
    // It is not shown: the page arrives with what comes after it.
    const isAhead = isOnServer(compiled, opened, step.state);
    if (isAhead && n < steps.length - 1) {
      from = step.screen;
      continue;
    }
    const hasLeft = stepRole(flow.steps[step.screen]) === 'exit' || flow.steps[step.screen]?.kind === 'close';
    const end = Date.now() + patience;
    const isTimed = move.kind === 'send' && move.event.type === 'TIMER';
    for (;;) {
      const found = hasLeft ? [page.url()] : await statesOn(page);
      const at = found.findIndex((state) => (isAhead ? stepOf(state) === step.screen : isShownAs(state, step)));
      if (hasLeft ? await hasLeftPage(page, before) : at >= 0) {
        if (!hasLeft) await forgetStates(page, at + 1);
        break;
      }
      if (Date.now() > end) return `${words}: the machine is at ${step.state}, the page at ${found.at(-1)}`;
      // The page may show a state before it has set its timer.
      if (isTimed) await runHeldTimers(page);
      await page.waitForTimeout(25);
    }
    // A waiting step that has passed has none any more; where the page is reloaded next, it has not.
    const next = steps[n + 1]?.move;
    const isReloaded = next?.kind === 'open' && next.how === 'reload';
    const isPause = !isReloaded && stepRole(flow.steps[stepOf(step.screen)]) === 'pause';
    if (!hasLeft && !isPause && isShownAs(await stateOn(page), step)) await entryOf(page, step.screen, patience);
    from = step.screen;
  }
  return null;
}
