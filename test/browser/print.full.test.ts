/** What a printed page contains. */
import { expect, test } from 'vitest';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();

test('the closed answers of an FAQ are printed, and are still closed on the screen', async () => {
  const { page } = await site.visit('/workshop', { whole: true });
  const closed = page.locator('main .faq__item:not([open]) > :not(summary)');
  const heights = () => closed.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  const seen = () =>
    closed.evaluateAll((all) => all.map((one) => one.checkVisibility({ contentVisibilityAuto: true })));
  expect((await heights()).length).toBeGreaterThan(5);
  expect(await seen()).not.toContain(true);
  const screen = await page.pdf();
  await page.emulateMedia({ media: 'print' });
  expect(await seen()).not.toContain(false);
  expect(Math.min(...(await heights()))).toBeGreaterThan(10);
  expect(await page.locator('main .sign:visible').count()).toBe(0);
  expect(screen.subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'screen' });
  expect(await seen()).not.toContain(true);
});
