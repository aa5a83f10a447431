/** Takes a walk of `funnel paths` in a browser, and finds the first step at which the site differs from the machine. */
import type { Page, Route } from 'playwright';
import { stepOf } from '../engine/flow/context.ts';
import type { CompiledFlow } from '../engine/flow/index.ts';
import { stepRole } from '../engine/steps/machines.ts';
import type { Walk, WalkStep } from '../engine/walks/cover.ts';
import { calledPath, moveWords } from '../engine/walks/words.ts';
import { fillField } from './typing.ts';

/** The calls of a page that wait for their outcome, oldest first. */
interface HeldCalls {
  next(path: string): Promise<Route>;
}

async function holdCalls(page: Page, paths: ReadonlySet<string>, site: string): Promise<HeldCalls> {
  const held: Route[] = [];
  let wake = (): void => {};
  await page.route(`${site}/api/**`, (route) => {
    if (!paths.has(new URL(route.request().url()).pathname)) return route.fulfill({ json: {} });
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

/** The state of the flow on the page: with its status once its code runs, else its screen; empty while it is replaced. */
const stateOn = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const { state, screen } =
        document.querySelector<HTMLElement>('[data-island]:not([data-instance])')?.dataset ?? {};
      return state ?? screen ?? '';
    })
    .catch(() => '');

const isShownAs = (found: string, { state, screen }: WalkStep): boolean =>
  found === state ||
  (state.endsWith('.ready') && found === state.slice(0, -'.ready'.length)) ||
  (found === screen && state === screen);

/**
 * Takes a walk from its start.
 * @param site the address of the site, without a slash at its end
 * @param patience how long the page may take for a move, in milliseconds
 * @returns the first difference in words, or null
 */
export async function walkPage(
  page: Page,
  site: string,
  compiled: CompiledFlow,
  { steps }: Walk,
  patience = 20_000,
): Promise<string | null> {
  const { flow, forms } = compiled;
  const calls = await holdCalls(page, new Set(Object.keys(flow.calls)), site);
  let from = '';
  for (const [n, step] of steps.entries()) {
    const { move } = step;
    const words = `move ${n + 1}, ${moveWords(flow, move, from)}`;
    const before = page.url();
    if (move.kind === 'open') {
      const path = flow.steps[move.input.screen ?? flow.start]?.path?.[0] ?? '/';
      await page.goto(`${site}${path}?${new URLSearchParams(move.input.query)}`);
    } else {
      const { event } = move;
      switch (event.type) {
        case 'on':
          await page.locator(`[data-send="${event.name}"]`).first().click();
          break;
        case 'NEXT':
          if (event.value !== undefined)
            await page.locator(`[data-question] label:has(input[value="${event.value}"])`).click();
          await page.locator('[data-question] [type=submit]').click();
          break;
        case 'PREVIOUS':
          await page.locator('[data-question] [data-previous]').click();
          break;
        case 'SUBMIT': {
          const at = flow.steps[stepOf(from)];
          const form = forms.find(({ id }) => at?.kind === 'form' && id === at.form);
          for (const field of form?.fields ?? [])
            await fillField(page.locator('[data-island]'), field, event.values[field.name] ?? '');
          await page.locator('[data-island] form:not([data-question]) [type=submit]').first().click();
          break;
        }
        case 'DONE':
          await (await calls.next(calledPath(flow, event.id))).fulfill({ json: event.output });
          break;
        case 'FAILED': {
          const { status, message } = event.error;
          const route = await calls.next(calledPath(flow, event.id));
          await route.fulfill({ status: status ?? 500, json: message === null ? {} : { message } });
          break;
        }
        case 'TIMER':
        case 'SELECT':
        case 'INPUT':
        case 'GO':
          break;
      }
    }
    const hasLeft = stepRole(flow.steps[step.screen]) === 'exit';
    const end = Date.now() + patience;
    let found = '';
    for (;;) {
      found = hasLeft ? page.url() : await stateOn(page);
      if (hasLeft ? new URL(found).pathname !== new URL(before).pathname : isShownAs(found, step)) break;
      if (Date.now() > end) return `${words}: the machine is at ${step.state}, the page at ${found}`;
      await page.waitForTimeout(25);
    }
    from = step.screen;
  }
  return null;
}
