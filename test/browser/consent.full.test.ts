import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { copyFixture } from '../harness/fixture-sites.ts';
import { servePixel } from '../harness/outside.ts';
import { settled } from '../harness/painted.ts';
import { visitSite } from '../harness/site-visits.ts';
import { trackVisits } from '../harness/tracked-visits.ts';

const funnels = copyFixture('landing', [
  ['site.yaml', 'integrations:\n', "consent: { mode: opt-in, version: '2026-11', policy: /passos }\nintegrations:\n"],
  [
    'home.page.yaml',
    '  - { type: scroll-top',
    "  - { type: footer, links: [{ label: Preferências de cookies, to: 'consent:open' }] }\n  - { type: scroll-top",
  ],
]);
const site = visitSite({ funnels, env: { TRACES: 'off' } });
const pixel = servePixel();
const visit = trackVisits(site, pixel);

const bannerOf = (page: Page) => page.getByRole('region', { name: 'Cookies e privacidade' });
const proofs = () =>
  site
    .records('consent-choices')
    .map(({ purpose, granted, decision }) => `${decision} ${purpose} ${granted ? 'granted' : 'revoked'}`);
const press = (page: Page, name: string) => bannerOf(page).getByRole('button', { name, exact: true }).click();

test('nothing is loaded or sent before consent; the choice gates the pixel, and can be withdrawn', async () => {
  const before = pixel.requested.length;
  const { page, names, pixelCalls, complaints } = await visit('/');
  await bannerOf(page).waitFor();
  await page.waitForLoadState('networkidle');
  expect([names(), pixel.requested.length, await page.context().cookies()]).toEqual([[], before, []]);
  expect(await violations(page)).toEqual([]);

  // The banner has its own place at the end of the page.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  const overlap = () =>
    bannerOf(page).evaluate((banner) => {
      const { bottom = 0 } = document.querySelector('footer')?.getBoundingClientRect() ?? {};
      return bottom - banner.getBoundingClientRect().top;
    });
  await expect.poll(overlap).toBeLessThanOrEqual(1);
  // Refusing is as easy as agreeing.
  const sizes = await bannerOf(page)
    .locator('.consent__actions button')
    .evaluateAll((buttons) => buttons.map((each) => [each.className, each.clientWidth, each.clientHeight].join()));
  expect(new Set(sizes).size).toBe(1);

  await bannerOf(page).getByText('Personalizar').click();
  await page.getByLabel('Anúncios').check();
  await press(page, 'Salvar escolhas');
  await expect.poll(() => bannerOf(page).count()).toBe(0);
  // The events of this page were waiting.
  await expect.poll(names).toEqual(['PageView', 'ViewContent']);
  await expect
    .poll(async () => (await pixelCalls()).map(([command, name]) => `${command} ${name}`))
    .toEqual([
      ...['consent revoke', 'set autoConfig', 'init 123456789012345', 'consent grant'],
      ...['track PageView', 'track ViewContent'],
    ]);
  expect(proofs()).toEqual(['save analytics revoked', 'save marketing granted']);

  await page.reload();
  expect(await bannerOf(page).count()).toBe(0);
  await expect.poll(names).toHaveLength(4);

  const link = page.getByRole('link', { name: 'Preferências de cookies' });
  await link.focus();
  await page.keyboard.press('Enter');
  await bannerOf(page).waitFor();
  expect(await page.getByLabel('Anúncios').isChecked()).toBe(true);
  expect(await bannerOf(page).evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await bannerOf(page).count()).toBe(0);
  expect(await link.evaluate((each) => each === document.activeElement)).toBe(true);

  await link.click();
  await press(page, 'Rejeitar');
  await expect.poll(async () => (await pixelCalls()).at(-1)?.slice(0, 2)).toEqual(['consent', 'revoke']);
  await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
  await settled(page);
  expect(names()).toHaveLength(4);
  expect(proofs().slice(2)).toEqual(['reject analytics revoked', 'reject marketing revoked']);
  expect(new Set(site.records('consent-choices').map(({ text }) => String(text).split('\n')[0])).size).toBe(1);
  expect(complaints).toEqual([]);
});

test('Global Privacy Control is a refusal: no banner, and preferences that say so', async () => {
  const { page, names } = await visit('/', {
    viewport: { width: 320, height: 568 },
    before: (page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })),
  });
  await page.waitForLoadState('networkidle');
  expect([await bannerOf(page).count(), names()]).toEqual([0, []]);
  await page.getByRole('link', { name: 'Preferências de cookies' }).click();
  await bannerOf(page).getByText('Global Privacy Control').waitFor();
  expect(await bannerOf(page).getByRole('button', { name: 'Aceitar' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBe(0);
});

test('without script the banner posts and returns to its page; forced colours and 320 pixels fit', async () => {
  const { page } = await site.visit('/passos?utm_source=x', {
    javaScriptEnabled: false,
    viewport: { width: 320, height: 568 },
    forcedColors: 'active',
  });
  expect(await bannerOf(page).getByRole('button', { name: 'Rejeitar' }).isVisible()).toBe(true);
  await press(page, 'Aceitar');
  await page.waitForURL('**/passos?utm_source=x#funnel-consent-saved');
  expect(await bannerOf(page).count()).toBe(0);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'consent', value: expect.stringMatching(/^2026-11\.am\.[0-9a-f]{32}$/) });
  expect(proofs().slice(-2)).toEqual(['accept analytics granted', 'accept marketing granted']);
});

test('a choice that the server has not stored is none', async () => {
  const { page, names } = await visit('/', { before: (page) => page.route('**/_f/consent', (route) => route.abort()) });
  await press(page, 'Aceitar');
  await bannerOf(page).getByRole('alert').getByText('sem conexão').waitFor();
  expect([names(), await page.context().cookies()]).toEqual([[], []]);
});
