/** What passes with time in a page, without time: on a busy machine a test may look too late. */
import type { Page } from 'playwright';

/** Stops the clock of a page, though not its timers: the time in which a page repeats a call does not pass. Call it before the page is opened. */
export const stopClock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let now = Date.now();
    Date.now = () => now;
    Object.assign(window, {
      passTime: (ms: number) => {
        now += ms;
      },
    });
  });

/** Lets time pass on the clock of a page with `stopClock`. */
export const passTime = (page: Page, ms: number): Promise<void> =>
  page.evaluate((by) => (window as unknown as { passTime(ms: number): void }).passTime(by), ms);

/** Keeps the toasts of a page, as a pointer on them does. Call it before the page is opened. */
export const keepToasts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const keep = (): void => void document.getElementById('toasts')?.dispatchEvent(new PointerEvent('pointerenter'));
    new MutationObserver(keep).observe(document, { childList: true, subtree: true });
    // A toast that came with the page.
    addEventListener('DOMContentLoaded', keep);
  });

/** Takes from this document the attempt that it makes by itself a second after a failed one, so that the next one is the visitor's. */
export const leaveRetriesToVisitor = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { setTimeout } = window;
    window.setTimeout = ((callback: () => void, ms = 0) =>
      ms === 1000 ? 0 : setTimeout(callback, ms)) as typeof window.setTimeout;
  });
