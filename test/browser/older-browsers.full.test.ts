/** What older Safari lacks, removed from Chromium: every press counts, and code is fetched before it. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { isAwake, isIslandCode, visitSite } from '../harness/site-visits.ts';

const site = visitSite();

/** `requestSubmit` came with Safari 16. Idle callbacks, prefetch and figures about network and memory are missing in all. */
const olderSafari = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(HTMLFormElement.prototype, 'requestSubmit');
    Reflect.deleteProperty(window, 'requestIdleCallback');
    for (const name of ['connection', 'deviceMemory']) Object.defineProperty(navigator, name, { value: undefined });
    const { supports } = DOMTokenList.prototype;
    DOMTokenList.prototype.supports = function (token) {
      return token !== 'prefetch' && supports.call(this, token);
    };
  });

test('code is fetched by modulepreload, and runs', async () => {
  const fetched: string[] = [];
  const { page, complaints } = await site.visit('/cadastro-consultoria', {
    before: (page) => {
      page.on('request', (request) => isIslandCode(request) && fetched.push(request.url()));
      return olderSafari(page);
    },
  });
  const links = () =>
    page
      .locator('head link[href*="/_f/"]')
      .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).rel).filter((rel) => rel.includes('pre')));
  await expect.poll(links).toContain('modulepreload');
  expect(await links()).not.toContain('prefetch');
  await expect.poll(() => fetched.length).toBeGreaterThan(1);
  await expect.poll(() => isAwake(page)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a press before the code has arrived is not lost', async () => {
  let letGo = (): void => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  const { page, complaints } = await site.visit('/cadastro-consultoria', {
    before: async (page) => {
      await olderSafari(page);
      await page.route(
        (url) => /\/_f\/assets\/[^/]+\.js$/.test(url.pathname),
        async (route) => {
          await held;
          await route.continue().catch(() => {});
        },
      );
    },
  });
  await page.locator('[data-island] [type=submit]').click();
  expect(await isAwake(page)).toBe(false);
  letGo();
  await expect.poll(() => page.locator('[data-island] [id$=-error]:not([hidden])').count()).toBe(3);
  expect(complaints).toEqual([]);
});
