/** Whether the visible headings of a page form an outline. */
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** The levels of the visible headings. */
const levelsOf = (page: Page, within: string): Promise<number[]> =>
  page
    .locator(within)
    .evaluate((root) =>
      [...root.querySelectorAll('h1,h2,h3,h4,h5,h6')]
        .filter(
          (heading) => heading.checkVisibility() && (heading.closest('dialog') === null || root.matches('dialog')),
        )
        .map((heading) => Number(heading.tagName.slice(1))),
    );

/** Skipped heading levels. @param first the expected first level */
const skips = (levels: readonly number[], first: number): string[] =>
  levels.flatMap((level, index) => {
    const before = index === 0 ? first - 1 : (levels[index - 1] as number);
    return level > before + 1 ? [`h${before} → h${level} at ${index}`] : [];
  });

/** Expects one heading of the first level, before all others, and that no level is skipped. */
export async function expectOutline(page: Page, path = ''): Promise<void> {
  const levels = await levelsOf(page, 'body');
  expect(levels[0], path).toBe(1);
  expect(
    levels.filter((level) => level === 1),
    path,
  ).toHaveLength(1);
  expect(skips(levels, 1), path).toEqual([]);
}

/** Expects the headings of each dialog to begin at the second level or above, and to skip none. */
export async function expectDialogOutlines(page: Page, path = ''): Promise<void> {
  for (const id of await page.locator('dialog').evaluateAll((all) => all.map(({ id }) => id))) {
    const dialog = page.locator(`#${id}`);
    await dialog.evaluate((it) => (it as HTMLDialogElement).show());
    expect(skips(await levelsOf(page, `#${id}`), 2), `${path} ${id}`).toEqual([]);
    await dialog.evaluate((it) => (it as HTMLDialogElement).close());
  }
}
