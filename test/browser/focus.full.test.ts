/** The focused element is visible, and the focus is never lost (WCAG 2.2, 2.4.3, 2.4.7 and 2.4.11). */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { coverOfFocus, pinnedIn } from '../harness/cover.ts';
import { openDialog, untilStep } from '../harness/dialogs.ts';
import { hold } from '../harness/held-responses.ts';
import { pagePaths } from '../harness/page-paths.ts';
import { settled } from '../harness/painted.ts';
import { untilRun, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

/** One of each kind: the legal pages and the two stories differ in their texts only. */
const paths = pagePaths('?delay=0').filter((path) => !/^\/politica|-rafael/.test(path));

/** The elements covered after each press of a key, until the focus leaves the page. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const covered: string[] = [];
  for (let press = 0; press < 200; press += 1) {
    await page.keyboard.press(key);
    const cover = await coverOfFocus(page);
    if (cover === '') return covered;
    if (cover !== null) covered.push(cover);
  }
  throw new Error('The focus goes round and round.');
}

// Below 768 px the layout is the same at every width; 640 px is the height that leaves the least room between bars.
const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;

test('no fixed element of any page covers the focus, at any size', async () => {
  const [smallest] = sizes;
  const { page } = await site.visit('/robots.txt', { viewport: smallest, reducedMotion: 'reduce' });
  for (const path of paths) {
    await page.setViewportSize(smallest);
    await page.goto(site.server.url + path);
    await page.waitForLoadState('networkidle');
    const atSmallest = await pinnedIn(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const pinned = await pinnedIn(page);
      // A header alone is walked under at the size that leaves the least room.
      if (pinned === 0 || (size !== smallest && pinned === 1 && atSmallest === 1)) continue;
      await page.evaluate(() => scrollTo(0, 0));
      expect.soft(await walk(page, 'Tab'), `${path} at ${size.width} px`).toEqual([]);
      if (size !== smallest) continue;
      // From the end of the page, as from the browser's UI; where the bars leave the least room.
      expect.soft(await walk(page, 'Shift+Tab'), `${path} backwards`).toEqual([]);
    }
  }
});

describe('the skip link', () => {
  test('is above the header and leads to the content', async () => {
    const { page } = await site.visit('/', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    for (const path of ['/', '/consultoria', '/workshop']) {
      if (path !== '/') await page.goto(site.server.url + path);
      await page.keyboard.press('Tab');
      const link = page.locator('.skip');
      expect(await link.evaluate((it) => it === document.activeElement), path).toBe(true);
      const isOnTop = await link.evaluate((it) => {
        const { left, top, width, height } = it.getBoundingClientRect();
        return [0.1, 0.5, 0.9].every(
          (share) => document.elementFromPoint(left + width * share, top + height / 2) === it,
        );
      });
      expect(isOnTop, path).toBe(true);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id), path).toBe('main');
    }
  });
});

describe('the menu', () => {
  test('closes when the focus leaves it, so that it covers no focused element', async () => {
    const { page } = await site.visit('/consultoria', { reducedMotion: 'reduce' });
    const menu = page.locator('details[data-menu]');
    await untilRun(page, 'behaviours');
    await menu.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await menu.evaluate((it) => (it as HTMLDetailsElement).open)).toBe(true);
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('Tab');
    expect(await menu.evaluate((it) => it.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await menu.evaluate((it) => it.contains(document.activeElement))).toBe(false);
    expect(await menu.evaluate((it) => (it as HTMLDetailsElement).open)).toBe(false);
    expect(await coverOfFocus(page)).toBeNull();
  });
});

describe('a dialog', () => {
  test.each([
    ['/workshop', '[data-open]', { width: 320, height: 480 }],
    ['/consultoria', 'main [data-open=agendar]', { width: 320, height: 480 }],
  ])('of %s covers no focused element in it', async (path, opener, viewport) => {
    const { page } = await site.visit(path, { viewport, reducedMotion: 'reduce' });
    await page.locator(opener).first().click();
    await expect.poll(() => openDialog(page)).not.toBeNull();
    const dialog = page.locator('dialog[open]');
    await dialog.locator('form input').first().waitFor();
    const covered: string[] = [];
    for (const key of ['Tab', 'Shift+Tab'])
      for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press(key);
        const cover = await coverOfFocus(page);
        if (cover) covered.push(cover);
      }
    expect(covered).toEqual([]);
  });
});

describe('a form that is being submitted', () => {
  const values = { name: 'Ana Prado', email: 'ana.foco@exemplo.com.br', phone: '21912345678' };

  test('keeps its fields readable and the focus on its button, and is sent once', async () => {
    const { page, driver } = await site.visit('/baixar-guia-estrategico');
    const calls = watchCalls(page);
    for (const [name, value] of Object.entries(values)) await driver.type(name, value);
    const release = await hold(page, '**/api/ebook-lead');
    const button = page.locator('form[data-form] [type=submit]');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
    expect(await button.isDisabled()).toBe(true);
    const opacities = await page.locator('form[data-form] input').evaluateAll((fields) =>
      fields.flatMap((field) => {
        const found: string[] = [];
        for (let it: Element | null = field; it !== null; it = it.parentElement)
          found.push(getComputedStyle(it).opacity);
        return found;
      }),
    );
    expect(new Set(opacities)).toEqual(new Set(['1']));
    await settled(page);
    expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await button.click({ force: true });
    await page.locator('[name=phone]').press('Enter');
    release();
    await page.getByText('Guia enviado com sucesso!').waitFor();
    expect(calls.map(({ path }) => path)).toEqual(['/api/ebook-lead']);
  });

  test('returns the focus to the same button when it fails', async () => {
    const { page, driver } = await site.visit('/baixar-guia-estrategico');
    for (const [name, value] of Object.entries(values)) await driver.type(name, value);
    await page.route('**/api/ebook-lead', (route) => route.fulfill({ status: 400, json: { success: false } }));
    const button = page.locator('form[data-form] [type=submit]');
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('form[data-form] [role=alert]:not([hidden])').waitFor();
    expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

describe('a toast that is closed', () => {
  test('returns the focus to its previous place', async () => {
    const { page, driver } = await site.visit('/quiz');
    await driver.next();
    await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
    const next = page.locator('[data-question] [type=submit]');
    await next.focus();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('#toasts .toast').count()).toBe(0);
    expect(await next.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

test('the availability check moves the focus to the heading of the form', async () => {
  const { page } = await site.visit('/consultoria');
  await page.locator('main [data-open=agendar]').first().click();
  const dialog = page.locator('dialog[open]');
  await untilStep(dialog, 'dados');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Há horários disponíveis');
});
