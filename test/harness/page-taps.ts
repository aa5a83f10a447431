/** What a page has to tap itself. */
import type { Page } from 'playwright';

/** `taps` of the window. @typeParam Made what is noted of a tap */
export interface PageTaps<Made> {
  readonly made: Made[];
  isOver: boolean;
  wait(ms: number): Promise<void>;
  /** Waits until the page has its island and the boot script. */
  untilReady(): Promise<void>;
  /** Whether the session is there. */
  isAwake(): boolean;
  /** The screen that is shown. */
  shown(): string;
  /** Goes back in the browser. @returns the screens before and after; null at the first entry */
  back(): Promise<{ readonly at: string; readonly screen: string } | null>;
  /** Goes forward in the browser. @returns like `back`; null at the last entry */
  forward(): Promise<{ readonly at: string; readonly screen: string } | null>;
  /** What follows the last tap on a question; nothing by default. */
  further?: () => Promise<void>;
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
    const place = (): number => (history.state as { place?: number } | null)?.place ?? 0;
    const go = async (by: 1 | -1) => {
      const at = taps.shown();
      const popped = new Promise((done) => addEventListener('popstate', done, { once: true }));
      history.go(by);
      await popped;
      return { at, screen: (history.state as { screen?: string }).screen ?? '' };
    };
    const taps: PageTaps<unknown> = {
      made: [],
      isOver: false,
      wait,
      async untilReady() {
        while (!document.querySelector('[data-island]') || !window.funnel) await wait(5);
      },
      isAwake: () => document.querySelector<HTMLElement>('[data-island]')?.dataset['state'] !== undefined,
      shown() {
        const { state, screen = '' } = document.querySelector<HTMLElement>('[data-island]')?.dataset ?? {};
        return state?.replace('.ready', '') ?? screen;
      },
      async back() {
        // The entry of a screen is pushed after its paint.
        await frame();
        if (place() === 0) return null;
        return go(-1);
      },
      async forward() {
        await frame();
        const { navigation } = window as unknown as { navigation: { canGoForward: boolean } };
        return navigation.canGoForward ? go(1) : null;
      },
    };
    Object.assign(window, { taps });
  });

/** What the page has noted of its taps, in order. Waits for the last one. */
export async function madeTaps<Made>(page: Page): Promise<readonly Made[]> {
  await page.waitForFunction(() => (window as unknown as TapWindow<Made>).taps?.isOver);
  return page.evaluate(() => (window as unknown as TapWindow<Made>).taps.made);
}
