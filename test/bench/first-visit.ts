/** A first visit on a slow phone: processor four times slower, 150 ms round trip, 1.6 Mbit/s. */
import type { Browser } from 'playwright';
import { viewports } from '../harness/chromium.ts';
import { fontsOf } from '../harness/painted.ts';

/** All times in milliseconds since the visit began. */
export interface FirstVisit {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  /** Task time beyond 50 ms per task, until the page was quiet. */
  readonly blocking: number;
  /** Whether the heading, and the text around it, were drawn in the site's own fonts within 3 s. */
  readonly heading: boolean;
  readonly text: boolean;
}

/** Slow 4G as in `performance.md`; null does not throttle the network. */
export const slow4g = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 } as const;

const seenWithin = 3000;

/** @param text an element of the first screen that uses the text font */
export async function visitFirst(
  browser: Browser,
  url: string,
  network: typeof slow4g | null,
  text = 'main p,main label',
): Promise<FirstVisit> {
  const context = await browser.newContext({ viewport: viewports.phone, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, cls: 0, blocking: 0 };
    Object.assign(window, { seen });
    const watch = (type: string, take: (entry: never) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(take as never)).observe({ type, buffered: true });
    watch('paint', ({ name, startTime }: PerformanceEntry) => {
      if (name === 'first-contentful-paint') seen.fcp = startTime;
    });
    watch('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
      seen.lcp = startTime;
    });
    watch('layout-shift', ({ value }: PerformanceEntry & { value: number }) => {
      seen.cls += value;
    });
    watch('longtask', ({ duration }: PerformanceEntry) => {
      seen.blocking += duration - 50;
    });
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await cdp.send('Network.enable');
  if (network) await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForTimeout(Math.max(0, seenWithin - (await page.evaluate(() => performance.now()))));
  const own = async (selector: string): Promise<boolean> => (await fontsOf(cdp, selector)).every((face) => face.own);
  const [heading, body] = [await own('h1'), await own(text)];
  await page.waitForLoadState('load');
  await page.waitForTimeout(2500);
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { fcp: number; lcp: number; cls: number; blocking: number } }).seen,
  );
  await context.close();
  return { ...seen, heading, text: body };
}
