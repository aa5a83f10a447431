import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { viewports } from '../harness/chromium.ts';
import { keepToasts, pauseClock } from '../harness/page-time.ts';
import { type SiteVisitor, type VisitOptions, visitSite } from '../harness/site-visits.ts';

const site = visitSite();

const text = 'Por favor, selecione uma opção para continuar.';
const toasts = (page: Page) => page.locator('#toasts .toast');

/** A visitor of the quiz with the notice visible, and a clock controlled by the test. */
async function noticed(options: VisitOptions = {}): Promise<SiteVisitor> {
  const visitor = await site.visit('/quiz', { ...options, before: (page) => page.clock.install() });
  await visitor.page.clock.resume();
  await ask(visitor);
  await pauseClock(visitor.page);
  await ask(visitor);
  return visitor;
}

async function ask({ page, driver }: SiteVisitor): Promise<void> {
  await driver.next();
  await driver.expectToast('Aviso', text);
  await page.mouse.move(5, 5);
}

describe('a toast', () => {
  test('is single: another one replaces it', async () => {
    const visitor = await site.visit('/quiz');
    await ask(visitor);
    await ask(visitor);
    await ask(visitor);
    expect(await toasts(visitor.page).count()).toBe(1);
  });

  test('disappears after 5000 ms, counted from the last one', async () => {
    const visitor = await noticed();
    const { page } = visitor;
    await page.clock.runFor(4900);
    expect(await toasts(page).count()).toBe(1);
    await ask(visitor);
    await page.clock.runFor(4900);
    expect(await toasts(page).count()).toBe(1);
    await page.clock.runFor(200);
    expect(await toasts(page).count()).toBe(0);
  });

  test('that came with the page disappears after 5000 ms, too', async () => {
    const { page } = await site.visit('/resultado', {
      before: async (page) => {
        await page.clock.install();
        await pauseClock(page);
      },
    });
    expect(await toasts(page).count()).toBe(1);
    await page.clock.runFor(5100);
    expect(await toasts(page).count()).toBe(0);
  });

  test('stays while the pointer or the focus is on it', async () => {
    const { page } = await noticed({ viewport: viewports.desktop });
    await toasts(page).hover();
    await page.clock.runFor(20_000);
    expect(await toasts(page).count()).toBe(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(4900);
    expect(await toasts(page).count()).toBe(1);
    await page.locator('#toasts button').focus();
    await page.clock.runFor(20_000);
    expect(await toasts(page).count()).toBe(1);
    await page.locator('[data-question] [type=submit]').focus();
    await page.clock.runFor(5100);
    expect(await toasts(page).count()).toBe(0);
  });

  test('gets the focus with F8, its button with Tab, and is closed with Escape', async () => {
    const visitor = await site.visit('/quiz');
    const { page } = visitor;
    await ask(visitor);
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('toasts');
    expect(await page.locator('#toasts').getAttribute('aria-label')).toContain('F8');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Fechar');
    await page.keyboard.press('Escape');
    expect(await toasts(page).count()).toBe(0);
    await ask(visitor);
    await page.locator('#toasts button').click();
    expect(await toasts(page).count()).toBe(0);
  });
});

describe('a swipe', () => {
  const swipe = async (page: Page, by: number): Promise<void> => {
    const box = await toasts(page).boundingBox();
    if (box === null) throw new Error('There is no toast.');
    const [x, y] = [box.x + 40, box.y + box.height / 2];
    const session = await page.context().newCDPSession(page);
    const touch = (type: string, at: number) =>
      session.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: type === 'touchEnd' ? [] : [{ x: at, y }],
      });
    await touch('touchStart', x);
    for (let step = 1; step <= 5; step += 1) await touch('touchMove', x + (by * step) / 5);
    await touch('touchEnd', x + by);
  };
  const phone = { viewport: viewports.phone, hasTouch: true, isMobile: true };

  test('to the right by more than 50 px removes it', async () => {
    const { page } = await noticed(phone);
    await swipe(page, 90);
    await expect.poll(() => toasts(page).count()).toBe(0);
  });

  test.each([30, -120])('of %d px does not: it springs back', async (by) => {
    const { page } = await noticed(phone);
    const before = await toasts(page).boundingBox();
    await swipe(page, by);
    await page.clock.runFor(500);
    expect(await toasts(page).count()).toBe(1);
    await expect.poll(async () => (await toasts(page).boundingBox())?.x).toBe(before?.x);
    await page.clock.runFor(5000);
    expect(await toasts(page).count()).toBe(0);
  });
});

describe('a toast of one screen', () => {
  test('is not shown on the next or the previous one', async () => {
    const visitor = await site.visit('/quiz');
    const { page, driver } = visitor;
    await ask(visitor);
    await driver.choose(10);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    expect(await toasts(page).count()).toBe(0);
    await ask(visitor);
    await driver.previous();
    await driver.expectScreen('quiz.perfil');
    expect(await toasts(page).count()).toBe(0);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    await ask(visitor);
    await driver.back();
    await driver.expectScreen('quiz.perfil');
    expect(await toasts(page).count()).toBe(0);
  });

  test('that came with the page disappears with that screen, too', async () => {
    const { page, driver } = await site.visit('/resultado', { before: keepToasts });
    expect(await toasts(page).count()).toBe(1);
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    expect(await toasts(page).count()).toBe(0);
  });
});

describe('its place', () => {
  test('on a phone does not cover the next button; its width is limited, within the screen', async () => {
    const visitor = await noticed();
    const { page } = visitor;
    const boxAt = async (width: number, height: number) => {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => {
        for (const run of document.getAnimations()) run.finish();
      });
      return await toasts(page).boundingBox();
    };
    const { width: phone, height } = viewports.phone;
    const notice = await boxAt(phone, height);
    const next = await page.locator('[data-question] [type=submit]').boundingBox();
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(next?.y ?? 0);
    expect(notice?.y).toBeGreaterThanOrEqual(0);
    for (const [width, most] of [
      [390, 390],
      [768, 420],
      [1440, 420],
    ] as const) {
      const box = await boxAt(width, 800);
      expect.soft(box?.width, `at ${width} px`).toBeLessThanOrEqual(most);
      expect.soft(box?.width, `at ${width} px`).toBeGreaterThan(300);
      expect.soft(box?.x, `at ${width} px`).toBeGreaterThanOrEqual(0);
      expect.soft((box?.x ?? 0) + (box?.width ?? 0), `at ${width} px`).toBeLessThanOrEqual(width);
    }
  });
});
