/** Automatic page checks: accessibility, and horizontal overflow. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * Violations of WCAG 2.2 AA that axe finds, as text: of the open dialog, behind which everything is inert, or of the page.
 * @param within the part to check, for a state that changes no other part of a page that was checked before
 */
export async function violations(page: Page, within = 'dialog:modal'): Promise<string[]> {
  // Animations are finished first: a colour halfway through a transition would fail the contrast check.
  const isLoaded = await page.evaluate(() => {
    for (const run of document.getAnimations()) {
      const { iterations } = run.effect?.getComputedTiming() ?? {};
      if (iterations === Infinity) run.cancel();
      else run.finish();
    }
    return 'axe' in window;
  });
  // Evaluated instead of inserted as a script element, because the page's policy blocks foreign scripts.
  if (!isLoaded) await page.evaluate(axe);
  const found = await page.evaluate(
    async ([preload, within]) => {
      const { axe } = window as unknown as {
        axe: { run(context: Element | Document, options: object): Promise<{ violations: Violation[] }> };
      };
      const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
      const part = document.querySelector(within);
      if (part === null && within !== 'dialog:modal') throw new Error(`${within} is not on the page`);
      // What is preloaded is the text of the stylesheets, for a rule about orientation. It is the same in every state.
      return (
        await axe.run(part ?? document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload })
      ).violations;
    },
    [!isLoaded, within] as const,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** How many pixels the page overflows its window horizontally. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // Behind a dialog, the page is narrower by the width of its scroll bar.
    return Math.max(0, scrollWidth - clientWidth);
  });
