/** Visits whose fonts arrive late, to detect layout shifts when they do. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { firstPaint, fontsOf, shiftsOf, watchShifts } from './painted.ts';

export interface HeldFonts {
  /** Prepares a page before it is opened. Open it with `waitUntil: 'commit'`: the load event waits for preloaded fonts. */
  readonly before: (page: Page) => Promise<void>;
  /** Delays the fonts of the next document, too. */
  again(): void;
  /** Releases the fonts. */
  release(): void;
  /** Releases the fonts, and checks that the first heading keeps its lines and that nothing shifts. */
  expectStill(page: Page, path?: string): Promise<void>;
}

/** Delays a page's fonts until `expectStill`. */
export function holdFonts(): HeldFonts {
  let release = (): void => {};
  let released: Promise<void>;
  const again = (): void => {
    released = new Promise((done) => {
      release = done;
    });
  };
  again();
  return {
    again,
    release: () => release(),
    before: async (page) => {
      await watchShifts(page);
      await page.route('**/*.woff2', async (route) => {
        await released;
        await route.continue().catch(() => {});
      });
    },
    expectStill: async (page, path = '') => {
      await firstPaint(page);
      const cdp = await page.context().newCDPSession(page);
      const heading = page.locator('h1').first();
      // A first paint may be without it.
      await heading.waitFor();
      expect(
        (await fontsOf(cdp, 'h1')).map(({ own }) => own),
        path,
      ).toEqual([false]);
      const before = await heading.boundingBox();
      const early = await shiftsOf(page);
      release();
      await page.waitForFunction(() => [...document.fonts].filter(({ status }) => status === 'loaded').length >= 2);
      await expect
        .poll(async () => (await fontsOf(cdp, 'h1')).map(({ own }) => own), { message: path })
        .toEqual([true]);
      const shifts = (await shiftsOf(page)).slice(early.length);
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        `${path} ${JSON.stringify(shifts)}`,
      ).toBeLessThanOrEqual(0.01);
      // The number of lines is unchanged.
      expect((await heading.boundingBox())?.height, path).toBeCloseTo(before?.height as number, 0);
    },
  };
}
