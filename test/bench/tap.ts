/** A phone with a slowed processor, and the cost of one tap on it. */
import type { Browser, CDPSession, Page } from 'playwright';
import { viewports } from '../harness/chromium.ts';

export interface SlowPhone {
  readonly page: Page;
  readonly cdp: CDPSession;
  close(): Promise<void>;
}

/** All in milliseconds. */
export interface TapCost {
  /** The page's JavaScript from the tap until it is quiet again: compiling, evaluating, handlers, promises, timers. */
  readonly script: number;
  /** Everything on the main thread in that time: script, style, layout, paint. */
  readonly busy: number;
  /** The handlers of the tap's own events, including promises they settle: the delay between the tap and its frame. */
  readonly handlers: number;
  /** From the tap to the frame that shows its effect, according to the browser's event timing (steps of 8 ms). */
  readonly paint: number;
}

/** Opens a visit with its own storage. @param slowdown the factor by which the processor is slowed */
export async function openSlowPhone(browser: Browser, slowdown: number): Promise<SlowPhone> {
  const context = await browser.newContext({ viewport: viewports.phone, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const taps: { paint: number; handlers: number }[] = [];
    Object.assign(window, { taps });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        taps.push({ paint: entry.duration, handlers: entry.processingEnd - entry.processingStart });
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, cdp, close: () => context.close() };
}

/** Seconds of script and of tasks so far. Read over the protocol, so that no script runs in the page. */
async function spent(cdp: CDPSession): Promise<{ script: number; busy: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { script: of('ScriptDuration'), busy: of('TaskDuration') };
}

/** Waits until a page is idle. @param still milliseconds without script */
export async function untilQuiet(cdp: CDPSession, still = 400): Promise<void> {
  let before = await spent(cdp);
  for (let waited = 0; waited < 20_000; waited += still) {
    await new Promise((done) => setTimeout(done, still));
    const after = await spent(cdp);
    if (after.script - before.script < 0.0005) return;
    before = after;
  }
  throw new Error('The page never came to rest.');
}

/** Taps the middle of an element, and waits until the page is idle again. */
export async function tap({ page, cdp }: SlowPhone, selector: string): Promise<TapCost> {
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  await page.evaluate(() => ((window as unknown as { taps: unknown[] }).taps.length = 0));
  await untilQuiet(cdp);
  const before = await spent(cdp);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await untilQuiet(cdp);
  const after = await spent(cdp);
  const taps = await page.evaluate(() => (window as unknown as { taps: { paint: number; handlers: number }[] }).taps);
  return {
    script: (after.script - before.script) * 1000,
    busy: (after.busy - before.busy) * 1000,
    // Events below the threshold are not reported.
    paint: Math.max(16, ...taps.map((each) => each.paint)),
    handlers: taps.reduce((sum, each) => sum + each.handlers, 0),
  };
}

/** The median. */
export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
