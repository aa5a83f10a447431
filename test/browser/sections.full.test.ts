/** Layout of the sections below the first screen is deferred until they are near, without visible effects. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { viewports } from '../harness/chromium.ts';
import { shiftsOf, watchShifts } from '../harness/painted.ts';
import { untilRun, type VisitOptions, visitSite } from '../harness/site-visits.ts';

const site = visitSite();
const far = 'main>.section:nth-child(n+3)';
const screens = [
  ['a phone', viewports.phone],
  ['a tablet', viewports.tablet],
  ['a desktop', viewports.desktop],
] as const;

/** A page whose deferred sections stay deferred until they are near, on a machine of any speed. */
const visitWaiting = (path: string, options: VisitOptions = {}) =>
  site.visit(path, {
    ...options,
    before: async (page) => {
      await watchShifts(page);
      await page.addInitScript(() => {
        const paused = new CSSStyleSheet();
        paused.replaceSync('main>*{animation-play-state:paused!important}');
        document.adoptedStyleSheets.push(paused);
      });
    },
  });

/** Which sections have no layout yet, in page order. */
const waiting = (page: Page): Promise<boolean[]> =>
  page.locator(far).evaluateAll((all) =>
    all.map((section) => {
      const inner = section.firstElementChild as HTMLElement & { checkVisibility(options: object): boolean };
      return !inner.checkVisibility({ contentVisibilityAuto: true });
    }),
  );

const waitingCount = async (page: Page): Promise<number> => (await waiting(page)).filter(Boolean).length;
const lengthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);
const topOf = (page: Page, id: string): Promise<number> =>
  page.evaluate((name) => (document.getElementById(name) as HTMLElement).getBoundingClientRect().top, id);
const layOutWhole = (page: Page): Promise<void> => page.evaluate(() => document.documentElement.classList.add('whole'));

/** Lays out the whole page. @returns the deferred sections whose reserved height was far from their own */
const wrongHeights = (page: Page): Promise<string[]> =>
  page.locator(far).evaluateAll((all) => {
    const pieces = all as HTMLElement[];
    const before = pieces.map(({ offsetHeight }) => offsetHeight);
    document.documentElement.classList.add('whole');
    return pieces
      .map((piece, index) => ({ piece, share: (before[index] as number) / piece.offsetHeight }))
      .filter(({ share }) => share < 0.5 || share > 2.5)
      .map(({ piece, share }) => `${piece.id || piece.textContent?.slice(0, 30)}: ${share.toFixed(2)}`);
  });

test.each(['/consultoria', '/'])('each deferred section of %s has about its own height', async (path) => {
  const { page } = await visitWaiting(path);
  for (const [name, viewport] of screens) {
    if (name !== 'a phone') {
      await page.setViewportSize(viewport);
      await page.goto('about:blank');
      await page.goto(site.server.url + path);
    }
    expect(await wrongHeights(page), name).toEqual([]);
  }
});

describe.each(screens)('/workshop on %s', (_, viewport) => {
  test('lays out what is near, and reserves about the height of each other section', async () => {
    const { page, complaints } = await visitWaiting('/workshop', { viewport });
    const states = await waiting(page);
    expect(states.length).toBeGreaterThan(8);
    // Sections near the viewport are laid out; all after the first deferred one are deferred, too.
    expect(states).toEqual(states.toSorted((a, b) => Number(a) - Number(b)));
    expect(states.filter(Boolean).length).toBeGreaterThan(states.length / 2);
    const estimated = await lengthOf(page);
    expect(await wrongHeights(page)).toEqual([]);
    expect(await waitingCount(page)).toBe(0);
    const whole = await lengthOf(page);
    expect(estimated / whole).toBeGreaterThan(0.75);
    expect(estimated / whole).toBeLessThan(1.3);
    expect(complaints).toEqual([]);
  });

  test('does not shift while scrolling', async () => {
    const { page } = await visitWaiting('/workshop', { viewport });
    // Sections out of view are deferred again, at their own height.
    const seen = new Set<number>();
    for (let step = 0; step < 120; step += 1) {
      await page.mouse.wheel(0, viewport.height * 0.8);
      const { done, near } = await page.evaluate(async (selector) => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
        const sections = [...document.querySelectorAll(selector)];
        const near = sections.flatMap(({ firstElementChild }, index) =>
          (firstElementChild as HTMLElement).checkVisibility({ contentVisibilityAuto: true }) ? [index] : [],
        );
        return { done: scrollY + innerHeight >= document.documentElement.scrollHeight - 1, near };
      }, far);
      for (const index of near) seen.add(index);
      if (done) break;
    }
    expect(seen.size).toBe(await page.locator(far).count());
    const shifts = (await shiftsOf(page)).filter(({ value }) => value > 0.001);
    expect(shifts).toEqual([]);
  });
});

describe('deferred sections are reached by', () => {
  test('a link in the menu: 80 px below the top', async () => {
    const { page } = await visitWaiting('/consultoria');
    expect(await waitingCount(page)).toBeGreaterThan(3);
    const menu = page.locator('header details[data-menu]');
    // They close the menu on a choice.
    await untilRun(page, 'behaviours');
    for (const id of ['resultados', 'beneficios', 'programa']) {
      await menu.locator('summary').click();
      await menu.locator(`a[href="#${id}"]`).click();
      await expect.poll(async () => Math.abs((await topOf(page, id)) - 80)).toBeLessThan(2);
    }
  });

  test.each([
    ['an address with an anchor', '/consultoria#garantia'],
    ['one far down', '/consultoria#footer'],
  ])('%s', async (_, path) => {
    const { page } = await visitWaiting(path);
    const id = path.split('#')[1] as string;
    // In view, even if something appeared above it; the end of the page cannot be scrolled to the top.
    const isNear = async (): Promise<boolean> => {
      const top = await topOf(page, id);
      return top >= 0 && top < viewports.phone.height / 2;
    };
    const isEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
    await expect.poll(async () => (await isNear()) || (await isEnd())).toBe(true);
    expect(await page.locator(`#${id}`).evaluate((it) => it.matches(':target'))).toBe(true);
    expect(await waitingCount(page)).toBe(0);
  });

  test('a reload, which returns to the scroll position', async () => {
    const { page } = await visitWaiting('/consultoria');
    await layOutWhole(page);
    await page.evaluate(() => scrollTo({ top: 5000, behavior: 'instant' }));
    const top = await topOf(page, 'programa');
    await page.reload();
    expect(await waitingCount(page)).toBe(0);
    await expect.poll(async () => Math.abs((await topOf(page, 'programa')) - top)).toBeLessThan(3);
  });

  test('the Tab key, also within them', async () => {
    const { page } = await visitWaiting('/workshop');
    const last = page.locator(`${far} summary`).last();
    await last.evaluate((it) => (it as HTMLElement).focus());
    await expect.poll(() => last.evaluate((it) => it === document.activeElement)).toBe(true);
    await expect
      .poll(() =>
        last.evaluate((it) => {
          const { top, bottom } = it.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
    await page.keyboard.press('Shift+Tab');
    const before = await page.evaluate(() => document.activeElement?.closest('main') !== null);
    expect(before).toBe(true);
  });

  test('a screen reader, which finds their headings', async () => {
    // Chromium omits deferred sections from the accessibility tree, so none may be deferred for long.
    const { page } = await site.visit('/workshop', { before: watchShifts });
    await expect.poll(() => waitingCount(page)).toBe(0);
    expect((await shiftsOf(page)).filter(({ value }) => value > 0.001)).toEqual([]);
    const cdp = await page.context().newCDPSession(page);
    const { nodes } = await cdp.send('Accessibility.getFullAXTree');
    const named = nodes.filter(({ role }) => role?.value === 'heading').map(({ name }) => String(name?.value ?? ''));
    const written = await page
      .locator('main h2')
      .evaluateAll((all) => all.map((heading) => (heading.textContent ?? '').replace(/\s+/g, ' ').trim()));
    const squeeze = (text: string): string => text.replace(/\s+/g, '');
    for (const heading of written) expect(named.map(squeeze)).toContain(squeeze(heading));
  });

  test('a search in the page', async () => {
    const { page } = await visitWaiting('/workshop');
    expect(await waitingCount(page)).toBeGreaterThan(3);
    const found = await page.evaluate((selector) => {
      const words = [...document.querySelectorAll(`${selector} h2`)].at(-1)?.textContent ?? '';
      const find = (window as unknown as { find(text: string): boolean }).find(words.slice(0, 20));
      return [words, find, getSelection()?.toString()] as const;
    }, far);
    expect(found[1], found[0]).toBe(true);
    expect(found[0]).toContain(found[2]);
  });
});

describe('nothing is deferred', () => {
  test('in print', async () => {
    const { page } = await visitWaiting('/workshop');
    await page.emulateMedia({ media: 'print' });
    expect(await waitingCount(page)).toBe(0);
  });

  test('without script', async () => {
    const { page } = await site.visit('/workshop', { javaScriptEnabled: false });
    expect(await waitingCount(page)).toBe(0);
  });
});
