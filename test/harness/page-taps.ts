/** What a page has to tap itself. */
import type { Page } from 'playwright';

/** `taps` of the window. @typeParam Made what is noted of a tap */
export interface PageTaps<Made> {
  readonly made: Made[];
  isOver: boolean;
  wait(ms: number): Promise<void>;
  /** Waits until the page has its transition table and the boot script. */
  untilReady(): Promise<void>;
  /** The screen that is shown. */
  shown(): string;
  /** Goes back in the browser. @returns the screens before and after; null at the first entry */
  back(): Promise<{ readonly at: string; readonly screen: string } | null>;
}

/** The window of a page with `addPageTaps`. */
export interface TapWindow<Made> {
  taps: PageTaps<Made>;
}

/** Gives the page what it has to tap itself. Call it before the page is opened. */
export const addPageTaps = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
    const taps: PageTaps<unknown> = {
      made: [],
      isOver: false,
      wait,
      async untilReady() {
        while (!document.querySelector('#funnel-table') || !window.funnel) await wait(5);
      },
      shown() {
        const { state, screen = '' } = document.querySelector<HTMLElement>('[data-island]')?.dataset ?? {};
        return state?.replace('.ready', '') ?? screen;
      },
      async back() {
        // The entry of a screen is pushed after its paint.
        await frame();
        if (!((history.state as { place?: number } | null)?.place ?? 0)) return null;
        const at = taps.shown();
        const popped = new Promise((done) => addEventListener('popstate', done, { once: true }));
        history.back();
        await popped;
        return { at, screen: (history.state as { screen?: string }).screen ?? '' };
      },
    };
    Object.assign(window, { taps });
  });

/** What the page has noted of its taps, in order. Waits for the last one. */
export async function madeTaps<Made>(page: Page): Promise<readonly Made[]> {
  await page.waitForFunction(() => (window as unknown as TapWindow<Made>).taps?.isOver);
  return page.evaluate(() => (window as unknown as TapWindow<Made>).taps.made);
}
