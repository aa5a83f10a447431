/** What can be said against a page without looking at it: accessibility, and whether it fits its window. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds against WCAG 2.2 AA, in words. */
export async function violations(page: Page): Promise<string[]> {
  // Movement first comes to rest: a colour half-way is nobody's.
  await page.evaluate(() => {
    for (const run of document.getAnimations()) {
      const { iterations } = run.effect?.getComputedTiming() ?? {};
      if (iterations === Infinity) run.cancel();
      else run.finish();
    }
  });
  // Evaluated, not added to the page: its policy lets no foreign script in.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    return (await axe.run({ runOnly: { type: 'tag', values } })).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** How many pixels the page is wider than its window. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // Behind a dialog the page is narrower by its scroll bar.
    return Math.max(0, scrollWidth - clientWidth);
  });
