/** What a page has painted: its fonts and its layout shifts. */
import type { CDPSession, Page } from 'playwright';

/** Waits until a page has painted what it knows, and has had time for what it leaves until it is idle. */
export const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => setTimeout(done), { timeout: 500 }))),
      ),
  );

/** Waits until no transition and no animation runs. */
export const untilStill = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

/** The fonts in which the first visible element of a selector is drawn, and whether the site serves them. */
export async function fontsOf(cdp: CDPSession, selector: string): Promise<{ name: string; own: boolean }[]> {
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  if (nodeId === 0) throw new Error(`${selector} is not on the page`);
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName, isCustomFont }) => ({ name: familyName, own: isCustomFont }));
}

/** Starts to record layout shifts; call it before the page is opened. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[])
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            return `${element?.tagName.toLowerCase()}.${element?.className}: ${element?.textContent?.slice(0, 40)}`;
          }),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** All layout shifts so far, each with the moved elements. */
export const shiftsOf = (page: Page): Promise<{ value: number; moved: string[] }[]> =>
  page.evaluate(async () => {
    // Shifts are reported after their frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    return (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts;
  });

/** Waits for the first contentful paint. */
export const firstPaint = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
};
