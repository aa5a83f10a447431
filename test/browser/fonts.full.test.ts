/** Text is painted at once in a fallback font, then in the site's fonts, without a layout shift. */
import { describe, expect, test } from 'vitest';
import { holdFonts } from '../harness/held-fonts.ts';
import { publicPaths } from '../harness/public-paths.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();
const paths = await publicPaths();

// `pages.full.test.ts` covers the other widths.
test('no page shifts when its fonts arrive, at 768 px', async () => {
  const fonts = holdFonts();
  const { page, complaints } = await site.visit('/robots.txt', {
    viewport: { width: 768, height: 900 },
    before: fonts.before,
  });
  for (const path of paths) {
    fonts.again();
    await page.goto(site.server.url + path, { waitUntil: 'commit' });
    await fonts.expectStill(page, path);
  }
  expect(complaints).toEqual([]);
});

describe.each(paths)('%s', (path) => {
  test('preloads one file, of one family, or none behind the code of a flow, and swaps it in', async () => {
    const html = await (await fetch(site.server.url + path)).text();
    const preloaded = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(([, href]) => href);
    expect(preloaded).toHaveLength(html.includes('<script data-fetch=') ? 0 : 1);
    const served = [...html.matchAll(/@font-face\{font-family:[^;]*;src:url\(([^)]*)\)[^}]*font-display:(\w+)/g)];
    expect(served.map(([, , display]) => display)).toEqual(served.map(() => 'swap'));
    expect(served.map(([, url]) => url)).toEqual(expect.arrayContaining(preloaded));
    expect(served.length).toBeGreaterThan(0);
  });
});
