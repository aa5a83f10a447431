/** Tags and the source of a visitor on a site that asks for consent. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { copyFixture } from '../harness/fixture-sites.ts';
import { visitSite } from '../harness/site-visits.ts';
import { receivedOn, serveVendors } from '../harness/vendors.ts';

const funnels = copyFixture('tags', [
  ['site.yaml', 'integrations:\n', "consent: { mode: opt-in, version: '2026-11', policy: /passos }\nintegrations:\n"],
  [
    'home.page.yaml',
    '  - { type: text, id: fim',
    "  - { type: footer, links: [{ label: Preferências de cookies, to: 'consent:open' }] }\n  - { type: text, id: fim",
  ],
]);
const site = visitSite({ funnels, env: { TRACES: 'off' } });
const vendors = serveVendors();

const bannerOf = (page: Page) => page.getByRole('region', { name: 'Cookies e privacidade' });
const press = (page: Page, name: string) => bannerOf(page).getByRole('button', { name, exact: true }).click();
const cookiesOf = async (page: Page) => (await page.context().cookies()).map(({ name }) => name).sort();
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 200))));

test('only the tags of an allowed purpose are loaded, with the events that waited; a withdrawal stops them', async () => {
  const known = vendors.requested.length;
  const { page } = await site.visit('/?utm_source=insta&gclid=g1', { before: () => vendors.reach() });
  await bannerOf(page).waitFor();
  await page.waitForLoadState('networkidle');
  await settled(page);
  expect([vendors.requested.slice(known), await cookiesOf(page)]).toEqual([[], []]);

  await bannerOf(page).getByText('Personalizar').click();
  await page.locator('input[name=analytics]').check();
  await press(page, 'Salvar escolhas');
  const google = async () => (await receivedOn(page)).google.filter((each): each is unknown[] => Array.isArray(each));
  await expect
    .poll(async () => (await google()).filter(([command]) => command === 'event').map(([, name]) => name))
    .toEqual(['page_view', 'view_item']);
  expect((await google()).filter(([, type]) => type === 'update').map(([, , state]) => state)).toEqual([
    {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'granted',
    },
  ]);
  await settled(page);
  expect(vendors.requested.slice(known).map((each) => each.split('?')[0])).toEqual(['/gtag/js']);
  expect(await cookiesOf(page)).toEqual(['consent']);

  // Now marketing, too: the source of the visitor is kept, and taken away again by a refusal.
  await page.getByRole('link', { name: 'Preferências de cookies' }).click();
  await press(page, 'Aceitar');
  await expect.poll(() => cookiesOf(page)).toEqual(['consent', 'touch_first', 'touch_last', 'visitor']);
  await page.getByRole('link', { name: 'Preferências de cookies' }).click();
  await press(page, 'Rejeitar');
  await expect.poll(() => cookiesOf(page)).toEqual(['consent']);
  const before = (await receivedOn(page)).tiktok.length;
  await page.getByRole('link', { name: 'Interesse' }).click();
  await settled(page);
  expect((await receivedOn(page)).tiktok).toHaveLength(before);
  expect((await google()).filter(([, type]) => type === 'update').at(-1)?.[2]).toMatchObject({
    ad_storage: 'denied',
    analytics_storage: 'denied',
  });
});
