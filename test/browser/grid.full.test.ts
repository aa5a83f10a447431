/** Grids choose their columns by the number of items. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recipes } from '../../renderer/blocks/recipes.ts';
import { buildTheme } from '../../renderer/theme/theme.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await shareChromium('shell');
  page = await browser.newPage();
});
afterAll(async () => {
  await page?.close();
  await returnChromium(browser);
});

const css = buildTheme(undefined, recipes)
  .stylesheet.pieces.filter(({ recipe }) => recipe === 'grid')
  .map((piece) => piece.css)
  .join('');

test.each([
  [1440, '2', 2],
  [1440, '3', 3],
  [1440, '4', 4],
  [1440, 'steps', 4],
  [1440, 'figures', 4],
  [1440, 'cases', 3],
  [768, '2', 2],
  [768, '3', 2],
  [768, '4', 2],
  [768, 'steps', 3],
  [768, 'figures', 4],
  [768, 'cases', 1],
  [390, 'figures', 3],
  [390, '3', 1],
  [320, 'figures', 1],
] as const)('at %i px, %s: at most %i columns, no row of one, no column empty', async (width, kind, most) => {
  await page.setViewportSize({ width, height: 900 });
  const counts = Array.from({ length: 24 }, (_, index) => index + 1);
  const grids = counts.map((count) => `<ul class="grid grid--kind_${kind}">${'<li></li>'.repeat(count)}</ul>`);
  await page.setContent(`<style>${css}</style>${grids.join('')}`);
  const columns = await page
    .locator('ul')
    .evaluateAll((all) => all.map((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length));
  for (const [index, count] of counts.entries()) {
    const found = columns[index] as number;
    expect(found, `${count}`).toBeLessThanOrEqual(Math.min(count, most));
    if (found > 1) expect(count % found, `${count} in ${found}`).not.toBe(1);
    // One column only if every other number leaves a single item in a row.
    const others = [2, 3, 4].filter((each) => each <= Math.min(count, most) && count % each !== 1);
    if (found === 1) expect(others, `${count}`).toEqual([]);
  }
});
