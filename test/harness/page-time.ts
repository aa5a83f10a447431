/** Time in a page that does not pass by itself: on a busy machine a test may look too late. */
import type { Page } from 'playwright';

/**
 * Pauses a page whose clock is installed (`page.clock.install`): its time passes only as a test lets it. The moment to pause at is a
 * minute ahead, because it must not be over before a busy machine gets to it.
 */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 60_000);
}

/**
 * Stops the clock of a page, though not its timers: the time in which a page repeats a call does not pass. Call it before the page is
 * opened.
 */
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

/** Prevents the attempt that a document makes by itself a second after a failed one, so that the next attempt is the visitor's. */
export const leaveRetriesToVisitor = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { setTimeout } = window;
    window.setTimeout = ((callback: () => void, ms = 0) =>
      ms === 1000 ? 0 : setTimeout(callback, ms)) as typeof window.setTimeout;
  });
