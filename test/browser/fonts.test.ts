/** Text is painted at once in a stand-in, then in the site's families, and nothing moves when they come. */
import { describe, expect, test } from 'vitest';
import { facesOf, painted, shiftsOf, watchShifts } from '../harness/painted.ts';
import { publicPaths } from '../harness/public-paths.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
const paths = await publicPaths();
const widths = [320, 390, 768, 1440] as const;

/** A visitor whose fonts wait until they are released. */
async function visitWithoutFonts(path: string, width: number) {
  let release = (): void => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const visitor = await site.visit(path, {
    viewport: { width, height: width < 768 ? 740 : 900 },
    // The load event waits for preloaded fonts.
    waitUntil: 'commit',
    before: async (page) => {
      await watchShifts(page);
      await page.route('**/*.woff2', async (route) => {
        await released;
        await route.continue().catch(() => {});
      });
    },
  });
  return { ...visitor, release };
}

describe.each(paths)('%s', (path) => {
  test.each(widths)('does not move when its fonts come, at %i px', async (width) => {
    const { page, release, complaints } = await visitWithoutFonts(path, width);
    await painted(page);
    const cdp = await page.context().newCDPSession(page);
    expect((await facesOf(cdp, 'h1')).map(({ own }) => own)).toEqual([false]);
    const heading = page.locator('h1').first();
    const before = await heading.boundingBox();
    const early = await shiftsOf(page);
    release();
    await page.waitForFunction(() => [...document.fonts].filter(({ status }) => status === 'loaded').length >= 2);
    await expect.poll(async () => (await facesOf(cdp, 'h1')).map(({ own }) => own)).toEqual([true]);
    const shifts = (await shiftsOf(page)).slice(early.length);
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThanOrEqual(0.01);
    // As many lines as before.
    expect((await heading.boundingBox())?.height).toBeCloseTo(before?.height as number, 0);
    expect(complaints).toEqual([]);
  });

  test('preloads one file, of one family, and swaps it in', async () => {
    const html = await (await fetch(site.server.url + path)).text();
    const preloaded = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(([, href]) => href);
    expect(preloaded).toHaveLength(1);
    const served = [...html.matchAll(/@font-face\{font-family:[^;]*;src:url\(([^)]*)\)[^}]*font-display:(\w+)/g)];
    expect(served.map(([, , display]) => display)).toEqual(served.map(() => 'swap'));
    expect(served.map(([, url]) => url)).toContain(preloaded[0]);
  });
});
