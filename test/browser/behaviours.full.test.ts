import type { Frame, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { viewports } from '../harness/chromium.ts';
import { heldResponses } from '../harness/held-responses.ts';
import { fillLead } from '../harness/landing.ts';
import { serveHosts, servePixel } from '../harness/outside.ts';
import { settled } from '../harness/painted.ts';
import { islandCode, type VisitOptions, visitSite } from '../harness/site-visits.ts';

const running = visitSite({ funnels: 'test/fixtures/sites/landing', env: { TRACES: 'off' } });
const pixel = servePixel();
/** A player that reports what it receives, and sends on command what a real one would. */
const videos = serveHosts(['www.youtube-nocookie.com'], (request) =>
  (request.url ?? '').startsWith('/embed/')
    ? {
        type: 'text/html',
        body: `<!doctype html><title>player</title><script>
          const heard = [];
          let home = null;
          addEventListener('message', (event) => {
            const message = JSON.parse(event.data);
            heard.push(message.func ?? message.event);
            home ??= event.origin;
          });
          const tell = (info) => parent.postMessage(JSON.stringify({ event: 'infoDelivery', info }), home);
        </script>`,
      }
    : null,
);

async function visit(path = '/', { before, ...options }: VisitOptions = {}) {
  const posted: { event_name: string; event_data: Record<string, unknown> }[] = [];
  const visitor = await running.visit(path, {
    ...options,
    before: async (page) => {
      pixel.reach();
      videos.reach();
      page.on('request', (request) => {
        if (request.url().endsWith('/api/meta/event')) posted.push(request.postDataJSON());
      });
      await before?.(page);
    },
  });
  return { ...visitor, posted };
}

const behaving = (page: Page) =>
  expect.poll(() => page.locator('[data-unit=days]').first().textContent()).not.toBe('--');
const figures = (page: Page, index: number) =>
  page.locator('[data-behaviour=countdown]').nth(index).locator('[data-unit]').allTextContents();

describe('the countdown', () => {
  test('counts down each second, and stays at zeros afterwards', async () => {
    const { page, complaints } = await visit();
    await behaving(page);
    const left = new Date('2036-05-03T09:00:00-03:00').getTime() - Date.now();
    const [days] = await figures(page, 0);
    expect(Math.abs(Number(days) - Math.floor(left / 86_400_000))).toBeLessThanOrEqual(1);
    expect(await figures(page, 1)).toEqual(['00', '00', '00', '00']);
    const [, , , seconds] = await figures(page, 0);
    await expect.poll(async () => (await figures(page, 0))[3]).not.toBe(seconds);
    expect(complaints).toEqual([]);
  });

  test('uses the server’s clock if the visitor’s is wrong, and continues in a dialog that an island takes over', async () => {
    const { page, complaints } = await visit('/', {
      before: (page) =>
        page.addInitScript(() => {
          const now = Date.now;
          Date.now = () => now() - 40 * 86_400_000;
        }),
    });
    const left = new Date('2036-05-03T09:00:00-03:00').getTime() - Date.now();
    await expect
      .poll(async () => Math.abs(Number((await figures(page, 0))[0]) - Math.floor(left / 86_400_000)) <= 1)
      .toBe(true);
    await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
    await expect.poll(() => page.locator('#overlay-vip [data-state]').count()).toBe(1);
    const seconds = () => page.locator('#overlay-vip [data-unit=seconds]').textContent();
    await expect.poll(seconds).toMatch(/^\d\d$/);
    const before = await seconds();
    await expect.poll(seconds).not.toBe(before);
    expect(complaints).toEqual([]);
  });
});

describe('the carousel', () => {
  const current = (page: Page) => page.locator('[data-dot][aria-current=true]').getAttribute('data-dot');

  test('wraps around by its buttons, and follows its dots and swipes', async () => {
    const { page } = await visit();
    await behaving(page);
    const previous = page.locator('[data-go="-1"]');
    await previous.click();
    await expect.poll(() => current(page)).toBe('2');
    await page.locator('[data-go="1"]').click();
    await expect.poll(() => current(page)).toBe('0');
    await page.locator('[data-dot="1"]').click();
    const offset = () => page.locator('[data-behaviour=carousel] [data-track]').evaluate((track) => track.scrollLeft);
    await expect.poll(offset).toBeGreaterThan(100);
    // The dots follow the position, which is still moving.
    await expect.poll(() => current(page)).toBe('1');
    await page
      .locator('[data-behaviour=carousel] [data-track]')
      .evaluate((track) => track.scrollTo({ left: 0, behavior: 'instant' }));
    await expect.poll(() => current(page)).toBe('0');
  });

  test('shows no buttons without script, and a video is a link to its host', async () => {
    const { page } = await visit('/', { javaScriptEnabled: false });
    expect(await page.locator('[data-go]:visible, [data-dot]:visible').count()).toBe(0);
    expect(await page.locator('[data-track] > li').count()).toBe(3);
    expect(await page.getByRole('link', { name: 'Assistir' }).getAttribute('href')).toBe(
      'https://www.youtube.com/watch?v=abc123',
    );
  });
});

describe('signals', () => {
  const bar = (page: Page) => page.locator('section[aria-label="Barra fixa"]');
  const scrollTo = (page: Page, share: number) =>
    page.evaluate((part) => {
      const { scrollHeight } = document.documentElement;
      window.scrollTo({ top: (scrollHeight - innerHeight) * part, behavior: 'instant' });
    }, share);

  test.each([
    ['phone', 0.05, 0.15],
    ['desktop', 0.65, 0.75],
  ] as const)('a block with a scroll condition appears and disappears with it on a %s', async (size, below, above) => {
    const { page } = await visit('/', { viewport: { ...viewports[size], height: 500 } });
    await behaving(page);
    expect(await bar(page).isVisible()).toBe(false);
    await scrollTo(page, below);
    await settled(page);
    expect(await bar(page).isVisible()).toBe(false);
    await scrollTo(page, above);
    await expect.poll(() => bar(page).isVisible()).toBe(true);
    await scrollTo(page, 0);
    await expect.poll(() => bar(page).isVisible()).toBe(false);
  });

  test('a choice in the menu closes it, scrolls to the section below the header, and counts as pressed', async () => {
    const { page } = await visit('/', { viewport: { width: 390, height: 500 }, reducedMotion: 'reduce' });
    await behaving(page);
    await scrollTo(page, 0.5);
    await expect.poll(() => bar(page).isVisible()).toBe(true);
    await page.locator('details[data-menu] summary').click();
    await page.locator('details[data-menu] a', { hasText: 'Método' }).click();
    expect(await page.locator('details[data-menu][open]').count()).toBe(0);
    await expect
      .poll(() => page.locator('#metodo').evaluate((section) => Math.round(section.getBoundingClientRect().top)))
      .toBe(80);
    await expect.poll(() => page.locator('details[data-menu] a[aria-current]').textContent()).toBe('Método');
    await expect.poll(() => bar(page).isVisible()).toBe(false);
  });

  test('the menu closes on Escape, with the focus on its button, and on a press elsewhere', async () => {
    const { page } = await visit();
    await behaving(page);
    const menu = page.locator('details[data-menu]');
    await menu.locator('summary').click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('open')).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
    await menu.locator('summary').click();
    await page.mouse.click(20, 800);
    expect(await menu.getAttribute('open')).toBeNull();
  });
});

describe('signals in the blocks of a flow', () => {
  test('are read before the flow is awake, and together with its values afterwards', async () => {
    const { before, release } = heldResponses(islandCode);
    const { page, complaints } = await visit('/contar', { before });
    const help = page.getByText('Precisa de ajuda?');
    await expect.poll(() => help.isVisible()).toBe(true);
    expect(await page.locator('[data-state]').count()).toBe(0);
    await fillLead(page);
    release();
    await expect.poll(() => page.locator('[data-state]').count()).toBe(1);
    await settled(page);
    await expect.poll(() => help.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Avançar' }).click();
    const more = page.getByText('Vantagens do VIP.');
    await page.getByRole('heading', { name: 'Qual plano' }).waitFor();
    await settled(page);
    expect(await more.isVisible()).toBe(false);
    await page.locator('label', { hasText: 'VIP' }).click();
    await expect.poll(() => more.isVisible()).toBe(true);
    await page.locator('label', { hasText: 'Standard' }).click();
    await expect.poll(() => more.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });
});

describe('a video', () => {
  const play = async (page: Page) => {
    await behaving(page);
    await page.getByRole('link', { name: 'Assistir' }).click();
    // A frame begins with an empty document.
    const found = () => page.frames().find((each) => each.url().includes('youtube-nocookie'));
    await expect.poll(() => found() === undefined).toBe(false);
    const player = found() as Frame;
    await expect.poll(() => player.evaluate('heard.includes("listening")')).toBe(true);
    return { player, tell: (info: object) => player.evaluate(`tell(${JSON.stringify(info)})`) };
  };
  const videoEvents = (posted: readonly { event_name: string; event_data: Record<string, unknown> }[]) =>
    posted
      .filter(({ event_name }) => event_name.startsWith('Video'))
      .map(({ event_name, event_data }) => `${event_name} ${event_data['percent']}`);
  const apply = (page: Page) => page.getByText('Apareceu por causa do vídeo.');

  test('sends no request before it is tapped, shows a block at three quarters, and is tracked', async () => {
    const before = videos.requested.length;
    const { page, posted, complaints } = await visit();
    await behaving(page);
    await page.waitForLoadState('networkidle');
    expect(videos.requested.length).toBe(before);
    expect(await page.locator('iframe').count()).toBe(0);
    const { tell } = await play(page);
    const of = () => videoEvents(posted);
    // Other senders are ignored.
    await page.evaluate(() =>
      postMessage(
        JSON.stringify({ event: 'infoDelivery', info: { currentTime: 99, duration: 100, playerState: 1 } }),
        '*',
      ),
    );
    await tell({ playerState: 1, currentTime: 1, duration: 100, muted: false });
    await tell({ currentTime: 74.9 });
    await expect.poll(of).toEqual(['VideoPlay 1', 'VideoProgress 25', 'VideoProgress 50']);
    expect(await apply(page).isVisible()).toBe(false);
    await tell({ currentTime: 75 });
    await expect.poll(() => apply(page).isVisible()).toBe(true);
    await tell({ playerState: 2, muted: true });
    await expect
      .poll(of)
      .toEqual([
        'VideoPlay 1',
        'VideoProgress 25',
        'VideoProgress 50',
        'VideoProgress 75',
        'VideoPause 75',
        'VideoMuted 75',
      ]);
    expect(complaints).toEqual([]);
  });

  test('without a reported duration uses the page’s', async () => {
    const { page, posted } = await visit('/?delay=50');
    const { tell } = await play(page);
    await tell({ playerState: 1, currentTime: 220 });
    await expect.poll(() => videoEvents(posted)).toContain('VideoProgress 25');
    expect(await apply(page).isVisible()).toBe(false);
    await tell({ currentTime: 226 });
    await expect.poll(() => apply(page).isVisible()).toBe(true);
  });

  test('offers sound after 3.5 s of muted playback on a phone, but not on a desktop', async () => {
    const offered = async (size: 'phone' | 'desktop') => {
      const { page } = await visit('/', { viewport: viewports[size] });
      const { player, tell } = await play(page);
      const started = Date.now();
      await tell({ playerState: 1, currentTime: 1, muted: true });
      const offer = page.getByRole('button', { name: 'Assistir com som' });
      if (size === 'phone') await offer.waitFor();
      // A timer of the page that ends after that of a phone.
      else await page.evaluate(() => new Promise((done) => setTimeout(done, 3600)));
      return { offer, after: Date.now() - started, heard: () => player.evaluate('heard'), tell };
    };
    const [desktop, phone] = await Promise.all([offered('desktop'), offered('phone')]);
    expect(await desktop.offer.isVisible()).toBe(false);
    expect(await phone.offer.isVisible()).toBe(true);
    expect(phone.after).toBeGreaterThan(3400);
    await phone.offer.click();
    await expect.poll(phone.heard).toContain('unMute');
    await phone.tell({ muted: false });
    await expect.poll(() => phone.offer.isVisible()).toBe(false);
  });

  test('is allowed as a frame only on pages with a player', async () => {
    const policyAt = async (path: string) =>
      (await fetch(running.server.url + path)).headers.get('content-security-policy');
    expect(await policyAt('/')).toContain('frame-src https://www.youtube-nocookie.com;');
    expect(await policyAt('/passos')).not.toContain('frame-src');
  });
});

test('no page fetches behaviours that it does not use', async () => {
  const { page } = await visit('/passos');
  await page.waitForLoadState('networkidle');
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(names.filter((name) => name.includes('/behaviours-'))).toEqual([]);
});
