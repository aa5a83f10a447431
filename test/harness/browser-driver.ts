import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { FunnelDriver } from './funnel-driver.ts';
import { patience } from './patience.ts';
import { screenIn } from './screen.ts';

const within = { timeout: patience };

/** A driver over a page in Chromium. */
export function driveBrowser(page: Page): FunnelDriver {
  const field = (name: string) => page.locator(`[data-island] [name="${name}"]`).first();
  // Who goes on has seen the screen: its entry in the history comes after its paint. A held clock paints nothing.
  const seen = () =>
    Promise.race([
      page
        .evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done)))))
        .catch(() => {}),
      new Promise((done) => setTimeout(done, 1000)),
    ]);
  return {
    press: (event) => page.locator(`[data-send="${event}"]`).first().click(),
    choose: async (value) => {
      await page.locator(`[data-question] label:has(input[value="${value}"])`).click();
    },
    next: async () => {
      await page.locator('[data-question] [type=submit]').click();
      // Who pressed it waits until it has been heard.
      await page
        .locator('[data-waiting]')
        .waitFor({ state: 'detached', ...within })
        .catch(() => {});
    },
    previous: () => page.locator('[data-question] [data-previous]').click(),
    type: async (name, value) => {
      if (typeof value === 'boolean') await field(name).setChecked(value);
      else {
        // Keys, one after another: masks and error flags live on single edits.
        await field(name).fill('');
        await field(name).pressSequentially(value);
      }
    },
    submit: () => page.locator('[data-island] form:not([data-question]) [type=submit]').first().click(),
    elapse: (ms) => page.waitForTimeout(ms),
    // Not until it has loaded: a page out of the back-forward cache, or of the same document, never loads.
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    expectScreen: async (screen) => {
      const island = page.locator('[data-island]').first();
      await expect
        .poll(
          async () =>
            screenIn((await island.getAttribute('data-state')) ?? (await island.getAttribute('data-screen')) ?? ''),
          within,
        )
        .toBe(screen);
      await seen();
    },
    expectToast: async (title, text) => {
      const toast = page.locator('#toasts .toast');
      await expect.poll(() => toast.locator('.toast__title').textContent(), within).toBe(title);
      expect(await toast.locator('.toast__text').textContent()).toBe(text);
    },
    expectFieldError: async (name, message) => {
      const described = await field(name).getAttribute('aria-describedby');
      const texts = await Promise.all(
        (described ?? '')
          .split(' ')
          .filter(Boolean)
          .map((id) => page.locator(`[id="${id}"]`).textContent()),
      );
      expect(texts.join(' ')).toContain(message);
    },
    address: async () => {
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    },
  };
}
