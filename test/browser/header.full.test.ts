/** The header on narrow and wide screens. */
import { expect, test } from 'vitest';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();
const narrow = [320, 390] as const;

test.each(['/', '/agendamento', '/termos-de-uso', '/workshop', '/consultoria'])(
  'the header of %s truncates nothing, keeps the margin and does not scroll on a phone',
  async (path) => {
    const { page } = await site.visit(path, { viewport: { width: 390, height: 700 } });
    for (const width of narrow) {
      await page.setViewportSize({ width, height: 700 });
      const found = await page.locator('header').evaluate((header) => {
        const shown = [...header.querySelectorAll('a,summary')].filter((one) => one.checkVisibility());
        const brand = shown[0]?.getBoundingClientRect().left ?? 0;
        const rows = [...header.querySelectorAll('nav,ul')].filter((one) => one.checkVisibility());
        return {
          shown: shown.length,
          margin: brand,
          outside: shown
            .map((one) => one.getBoundingClientRect())
            .filter(({ left, right }) => left < brand || right > innerWidth - brand).length,
          swiped: rows.filter((row) => row.scrollWidth > row.clientWidth).length,
        };
      });
      expect(found.shown, `${width} px`).toBeGreaterThan(1);
      expect(found.margin, `${width} px`).toBeGreaterThanOrEqual(16);
      expect(found, `${width} px`).toMatchObject({ outside: 0, swiped: 0 });
    }
  },
);

test('the menu replaces the links, and appears beside them only if it has more', async () => {
  const menu = 'header summary';
  const links = 'header nav a';
  const wide = { viewport: { width: 1440, height: 900 } };
  const { page: workshop } = await site.visit('/workshop', wide);
  expect(await workshop.locator(menu).isVisible()).toBe(false);
  expect(await workshop.locator(links).locator('visible=true').count()).toBe(5);
  await workshop.setViewportSize({ width: 390, height: 800 });
  expect(await workshop.locator(menu).isVisible()).toBe(true);
  expect(await workshop.locator(links).locator('visible=true').count()).toBe(0);
  const { page: consultancy } = await site.visit('/consultoria', wide);
  expect(await consultancy.locator(menu).isVisible()).toBe(true);
  expect(await consultancy.locator(links).locator('visible=true').count()).toBe(2);
});
