/**
 * What each level of loading adaptation fetches: which pictures, at what distance, of what size. Counts and sizes, no
 * times.
 */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { emulateNetwork, type Profile } from '../harness/network.ts';
import { isIslandCode, type VisitOptions, visitSite } from '../harness/site-visits.ts';

const site = visitSite({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
/** Sends client hints, which choose the quality of a picture. */
const whole = true;

const path = '/consultoria';
const fast: Profile = { rtt: 40, downlink: 10 };
const threeG: Profile = { rtt: 300, downlink: 1.2 };
const profiles = {
  fast,
  '3g': threeG,
  'data saver': { ...fast, saveData: true },
  'a long round trip': { rtt: 600, downlink: 5 },
  'a narrow line': { rtt: 40, downlink: 0.8 },
  '2g': { rtt: 1500, downlink: 0.25 },
} as const;

/** A visitor on a network; `pictures` are the requested addresses of pictures so far. */
async function visit(profile: Profile, options: VisitOptions = {}, at = path) {
  const pictures: string[] = [];
  const code: string[] = [];
  let change: ((next: Profile) => Promise<void>) | undefined;
  const visitor = await site.visit(at, {
    ...options,
    before: async (page) => {
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/_f/images/') || pathname.startsWith('/assets/')) pictures.push(pathname);
        if (isIslandCode(request)) code.push(pathname);
      });
      change = await emulateNetwork(page, profile);
      await options.before?.(page);
    },
  });
  return { ...visitor, pictures, code, change: change as (next: Profile) => Promise<void> };
}

const held = (page: Page): Promise<number> => page.locator('img[data-src]').count();

/** Waits until the browser has loaded the page and run its idle callbacks. */
const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const wait = () => requestIdleCallback(() => requestIdleCallback(() => done()));
        if (document.readyState === 'complete') wait();
        else addEventListener('load', wait);
      }),
  );

/** Scrolls the top of the first poster to a distance below the viewport, and waits for the observers. */
const scrollTo = (page: Page, below: number): Promise<void> =>
  page.evaluate(async (distance) => {
    // Sections with deferred layout have estimated heights.
    document.documentElement.classList.add('whole');
    const poster = document.querySelector('.player__picture') as HTMLElement;
    const top = poster.getBoundingClientRect().top + scrollY;
    window.scrollTo({ top: top - innerHeight - distance, behavior: 'instant' });
    for (let frame = 0; frame < 4; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  }, below);

const poster = (page: Page) => page.locator('.player__picture').first();
const isHeld = (page: Page): Promise<boolean> =>
  poster(page).evaluate((image) => 'src' in (image as HTMLElement).dataset);
/** File name and body size of the fetched poster. */
const fetchedPoster = async (page: Page): Promise<{ name: string; bytes: number }> => {
  await expect
    .poll(() => poster(page).evaluate((image) => (image as HTMLImageElement).currentSrc))
    .toContain('/_f/images/');
  const found = () =>
    poster(page).evaluate((image) => {
      const [entry] = performance.getEntriesByName(
        (image as HTMLImageElement).currentSrc,
      ) as PerformanceResourceTiming[];
      return { name: (image as HTMLImageElement).currentSrc.replace(/.*-/, ''), bytes: entry?.encodedBodySize ?? 0 };
    });
  await expect.poll(async () => (await found()).bytes).toBeGreaterThan(0);
  return found();
};

describe('the distance at which a picture is fetched', () => {
  test.each([
    ['data saver', 100],
    ['a long round trip', 100],
    ['a narrow line', 100],
    ['2g', 100],
    ['3g', 200],
    // Reduced motion disables preloading, but does not change the distance.
    ['fast', 300],
  ] as const)('%s: %i px; until then no deferred one', async (name, distance) => {
    const options: VisitOptions = name === 'fast' ? { reducedMotion: 'reduce' } : {};
    const { page, pictures } = await visit(profiles[name], options);
    await untilIdle(page);
    expect(await held(page)).toBeGreaterThanOrEqual(3);
    expect(pictures.filter((each) => each.startsWith('/_f/images/'))).toEqual([]);
    await scrollTo(page, distance + 40);
    expect(await isHeld(page)).toBe(true);
    // What arrives above the poster moves it again.
    await expect
      .poll(async () => {
        await scrollTo(page, distance - 40);
        return isHeld(page);
      })
      .toBe(false);
  });
});

describe('preloading of pictures', () => {
  test('fast: every picture of the page, once, when the page is idle', async () => {
    const { page, pictures } = await visit(fast);
    const count = await page.locator('img').count();
    await expect.poll(() => held(page)).toBe(0);
    await expect.poll(() => new Set(pictures).size).toBe(count);
    expect(pictures).toHaveLength(count);
    expect(pictures.filter((each) => each.startsWith('/_f/images/'))).toHaveLength(2);
    expect(
      await page.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).alt !== null)),
    );
  });

  test('reduced motion: none, until it is switched off', async () => {
    const { page } = await visit(fast, { reducedMotion: 'reduce' });
    await untilIdle(page);
    expect(await held(page)).toBeGreaterThanOrEqual(3);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(() => held(page)).toBe(0);
  });
});

describe('the quality of pictures', () => {
  test('is low, medium or high, in the same size, and part of the address, so that caches can store it', async () => {
    const fetched: Record<string, { name: string; bytes: number }> = {};
    const qualities = { fast: 'high', '3g': 'medium', 'data saver': 'low', 'a long round trip': 'low' } as const;
    for (const [name, quality] of Object.entries(qualities) as [keyof typeof qualities, string][]) {
      const { page, pictures, leave } = await visit(profiles[name], { whole });
      await scrollTo(page, 20);
      fetched[name] = await fetchedPoster(page);
      const made = pictures.filter((each) => each.startsWith('/_f/images/'));
      expect(made.length).toBeGreaterThan(0);
      for (const each of made) expect(each).toMatch(new RegExp(`^/_f/images/${quality}/[0-9a-f]{24}-\\d+\\.avif$`));
      await leave();
    }
    console.log('poster by profile:', JSON.stringify(fetched));
    expect(new Set(Object.values(fetched).map(({ name }) => name)).size).toBe(1);
    const bytes = (name: string): number => fetched[name]?.bytes as number;
    expect(bytes('3g')).toBeLessThan(bytes('fast') * 0.85);
    expect(bytes('data saver')).toBeLessThan(bytes('3g') * 0.85);
    expect(bytes('a long round trip')).toBe(bytes('data saver'));
  });

  test('applies to a picture in the first view, which is not deferred', async () => {
    const sizes: number[] = [];
    for (const profile of [fast, threeG, profiles['data saver']]) {
      const { page, leave } = await visit(profile, { whole }, '/historias-de-sucesso-helena');
      expect(await isHeld(page)).toBe(false);
      // Hints are sent with every request except the first page's own.
      sizes.push((await fetchedPoster(page)).bytes);
      await leave();
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(new Set(sizes).size).toBe(3);
  });
});

describe('a change of the connection', () => {
  test('for the better fetches the deferred pictures', async () => {
    const { page, change } = await visit(threeG);
    await untilIdle(page);
    expect(await held(page)).toBeGreaterThanOrEqual(3);
    await change(fast);
    await expect.poll(() => held(page)).toBe(0);
  });

  test('for the worse shortens the distance', async () => {
    const { page, change } = await visit(threeG);
    await untilIdle(page);
    await change(profiles['a long round trip']);
    // Chromium rounds its figures.
    const rtt = () => page.evaluate(() => (navigator as { connection?: { rtt: number } }).connection?.rtt);
    await expect.poll(rtt).toBeGreaterThan(500);
    await scrollTo(page, 150);
    expect(await isHeld(page)).toBe(true);
    await scrollTo(page, 60);
    await expect.poll(() => isHeld(page)).toBe(false);
  });
});

describe('progressive loading', () => {
  const memory = (gigabytes: number) => (page: Page) =>
    page.addInitScript((value) => Object.defineProperty(navigator, 'deviceMemory', { get: () => value }), gigabytes);
  const background = (page: Page): Promise<string> =>
    poster(page).evaluate((image) => getComputedStyle(image).backgroundImage.slice(0, 20));

  test('shows a preview of a picture until it has loaded', async () => {
    const { page } = await visit(threeG, { before: memory(8) });
    expect(await background(page)).toContain('data:image/webp');
    const preview = (await poster(page).getAttribute('data-preview')) as string;
    expect(preview.length).toBeLessThan(250);
    await scrollTo(page, 20);
    await expect.poll(() => background(page)).toBe('none');
  });

  test('is disabled on a weak device, whose pictures are still lazy', async () => {
    const { page } = await visit(threeG, { before: memory(2) });
    expect(await background(page)).toBe('none');
    expect(await isHeld(page)).toBe(true);
    await scrollTo(page, 20);
    await expect.poll(() => isHeld(page)).toBe(false);
  });
});

describe('the code of a flow', () => {
  /** The code that the document has requested when its body begins. */
  const aheadOfBody = async (profile: Profile, options: VisitOptions = {}): Promise<number> => {
    const { page, leave } = await visit(
      profile,
      {
        ...options,
        before: async (page) => {
          await page.addInitScript(() => {
            new MutationObserver((_, observer) => {
              if (document.body === null) return;
              observer.disconnect();
              const ahead = document.head.querySelectorAll('link[rel=modulepreload]').length;
              Object.assign(window, { ahead });
            }).observe(document, { childList: true, subtree: true });
          });
        },
      },
      '/quiz',
    );
    const ahead = await page.evaluate(() => (window as unknown as { ahead: number }).ahead);
    await leave();
    return ahead;
  };

  test('is requested from the head on a good network, in two files', async () => {
    expect(await aheadOfBody(fast)).toBe(2);
  });

  test.each(['3g', 'data saver', 'a long round trip', '2g'] as const)('is not on %s', async (name) => {
    expect(await aheadOfBody(profiles[name])).toBe(0);
  });

  test('is not where less motion is asked for', async () => {
    expect(await aheadOfBody(fast, { reducedMotion: 'reduce' })).toBe(0);
  });
});

describe('without the scripts', () => {
  test('pictures are lazy-loaded by the browser', async () => {
    const { page } = await visit(fast, { javaScriptEnabled: false });
    const html = await page.content();
    expect(html).not.toMatch(/<img[^>]* data-src/);
    expect(html.match(/<img[^>]* src="\/assets\/[^>]* loading="lazy"/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test('a boot script that does not run loses no picture', async () => {
    const { page } = await visit(threeG, {
      before: (page) =>
        page.route(`**${path}`, async (route) => {
          const response = await route.fetch();
          // The policy refuses a script with an unknown hash.
          const html = await response.text();
          const boot = html.lastIndexOf('<script>');
          await route.fulfill({ response, body: `${html.slice(0, boot)}<script>0;${html.slice(boot + 8)}` });
        }),
    });
    await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete');
    expect(await page.evaluate(() => 'funnel' in window)).toBe(false);
    await expect.poll(() => held(page)).toBe(0);
  });
});

test('an island that wakes leaves its pictures unchanged', async () => {
  const { page, driver, complaints } = await visit(threeG, {}, '/baixar-guia-estrategico');
  await untilIdle(page);
  const before = await page.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src));
  await driver.type('name', 'Ana Prado');
  await expect.poll(() => page.locator('[data-island][data-state]').count()).toBe(1);
  const after = await page.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src));
  expect(after.filter((src) => src.startsWith('data:')).length).toBe(
    before.filter((src) => src.startsWith('data:')).length,
  );
  expect(complaints).toEqual([]);
});
