/** Measures the layout of a page in a browser. */
import type { Page } from 'playwright';
import { blockTypes } from '../../schemas/generated/types.ts';

/** Grids whose last row has a single item that leaves most of the row empty. */
export const orphans = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const found: string[] = [];
    for (const grid of main.querySelectorAll('ul,ol,dl,.grid')) {
      if (getComputedStyle(grid).display !== 'grid') continue;
      const pieces = [...grid.children].filter((piece) => piece.checkVisibility());
      const boxes = pieces.map((piece) => piece.getBoundingClientRect());
      const last = boxes.at(-1);
      if (last === undefined || new Set(boxes.map(({ left }) => Math.round(left))).size < 2) continue;
      const row = boxes.filter(({ top, bottom }) => top < last.bottom - 1 && bottom > last.top + 1);
      if (row.length === 1 && last.width < grid.clientWidth * 0.6)
        found.push(`${grid.className}: ${pieces.at(-1)?.textContent?.slice(0, 40)}`);
    }
    return found;
  });

/** The height of the whole page in screens; sections with deferred layout count in full. */
export async function screensOf(page: Page): Promise<number> {
  await page.evaluate(() => {
    document.documentElement.classList.add('whole');
    return document.fonts.ready;
  });
  return page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
}

/** The block types of each section of a page, in order: `split cards image`. */
export const formsOf = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate(
    (main, types) => {
      const sections = main.querySelectorAll(':scope > .section, :scope > [data-when] > .section');
      return [...sections].map((section) => {
        const classes = [section, ...section.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]);
        const names = new Set(classes.map((name) => name.split(/__|--/)[0] as string));
        return types.filter((type) => names.has(type)).join(' ');
      });
    },
    blockTypes as readonly string[],
  );
