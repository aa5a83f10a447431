import type { Page } from 'playwright';
import { expect } from 'vitest';
import { typeInto } from '../../tools/typing.ts';
import type { FunnelDriver } from './funnel-driver.ts';
import { patience } from './patience.ts';
import { screenIn } from './screen.ts';

const within = { timeout: patience };

/** Drives a page in Chromium. */
export function driveBrowser(page: Page): FunnelDriver {
  const field = (name: string) => page.locator(`[data-island] [name="${name}"]`).first();
  // The history entry is pushed when the browser has time after the screen's paint.
  const seen = () =>
    page
      .evaluate(
        () =>
          // Without scripts there is no frame to wait for; with Playwright's clock, time may stand still.
          'funnel' in window &&
          !('__pwClock' in window) &&
          new Promise((done) =>
            requestAnimationFrame(() =>
              setTimeout(() => requestIdleCallback(() => setTimeout(done), { timeout: 200 })),
            ),
          ),
      )
      .catch(() => {});
  const toasts = () =>
    page
      .locator('#toasts .toast')
      .evaluateAll((all) =>
        all.map((toast) => ['title', 'text'].map((part) => toast.querySelector(`.toast__${part}`)?.textContent)),
      );
  /** Adds to a failure what the page shows. */
  const explained = async (expectation: Promise<unknown>): Promise<void> => {
    try {
      await expectation;
    } catch (error) {
      const states = await page
        .locator('[data-island]')
        .evaluateAll((all) => all.map((island) => ({ ...(island as HTMLElement).dataset })))
        .catch(String);
      const shown = { address: page.url(), states, toasts: await toasts().catch(String) };
      throw new Error(`${(error as Error).message} The page: ${JSON.stringify(shown)}`, { cause: error });
    }
  };
  return {
    press: (event) => page.locator(`[data-send="${event}"]`).first().click(),
    choose: async (value) => {
      await page.locator(`[data-question] label:has(input[value="${value}"])`).click();
    },
    next: async () => {
      await page.locator('[data-question] [type=submit]').click();
      // Wait until the press has been handled.
      await page
        .locator('[data-waiting]')
        .waitFor({ state: 'detached', ...within })
        .catch(() => {});
    },
    previous: () => page.locator('[data-question] [data-previous]').click(),
    type: async (name, value) => {
      if (typeof value === 'boolean') await field(name).setChecked(value);
      else await typeInto(field(name), value);
    },
    submit: () => page.locator('[data-island] form:not([data-question]) [type=submit]').first().click(),
    elapse: (ms) => page.waitForTimeout(ms),
    // `load` never fires for a page from the back-forward cache, or for the same document.
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    expectScreen: async (screen) => {
      const island = page.locator('[data-island]').first();
      const shown = async () =>
        screenIn(
          await island.evaluate((root: HTMLElement) => {
            const { state, screen = '', waits } = root.dataset;
            // React is on its way.
            if (waits !== undefined) return '';
            // Without scripts the attribute is there before what is in the screen.
            return document.readyState === 'loading' ? '' : (state ?? screen);
          }),
        );
      await explained(expect.poll(shown, within).toBe(screen));
      await seen();
    },
    expectToast: async (title, text) => {
      // A toast replaces an earlier one, which may have the same title.
      await explained(expect.poll(toasts, within).toEqual([[title, text]]));
    },
    expectFieldError: async (name, message) => {
      const described = () =>
        field(name).evaluate((input) =>
          (input.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent ?? '')
            .join(' '),
        );
      await expect.poll(described, within).toContain(message);
    },
    address: async () => {
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    },
  };
}
