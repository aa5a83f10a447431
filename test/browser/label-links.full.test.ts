/** A link in the label of a checkbox. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { identificationOf } from '../harness/diagnostic.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite({
  funnels: copyFunnels([
    [
      'diagnostico/identificacao.form.yaml',
      'Autorizo o contato por e-mail',
      'Autorizo, segundo a [política](/politicas-de-privacidade), o contato por e-mail',
    ],
  ]),
  env: { TRACES: 'off' },
});
const form = identificationOf([10, 5, 10, 0]);
const box = (page: Page) => page.locator('input[name=consent]');
const link = (page: Page) => page.locator('label a[href="/politicas-de-privacidade"]');

describe.each([true, false])('a link in the label of a checkbox, with JavaScript: %s', (javaScriptEnabled) => {
  test('opens a new tab and does not toggle the box', async () => {
    const { page } = await site.visit(form, { javaScriptEnabled });
    const before = await box(page).isChecked();
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link(page).click()]);
    await opened.waitForLoadState();
    expect(new URL(opened.url()).pathname).toBe('/politicas-de-privacidade');
    expect(await box(page).isChecked()).toBe(before);
    await opened.close();
    // The words around it still toggle the box.
    await page
      .locator('label:has(input[name=consent]) span')
      .first()
      .click({ position: { x: 4, y: 4 } });
    expect(await box(page).isChecked()).toBe(!before);
  });

  test('is reached and followed with the keyboard', async () => {
    const { page } = await site.visit(form, { javaScriptEnabled });
    const before = await box(page).isChecked();
    await box(page).focus();
    await page.keyboard.press('Tab');
    expect(await link(page).evaluate((one) => one === document.activeElement)).toBe(true);
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await opened.waitForLoadState();
    expect(new URL(opened.url()).pathname).toBe('/politicas-de-privacidade');
    expect(await box(page).isChecked()).toBe(before);
  });
});

test('a link in the label of a checkbox violates no rule of accessibility', async () => {
  const { page } = await site.visit(form);
  await expect.poll(() => link(page).isVisible()).toBe(true);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page)).toEqual([]);
    if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `/tmp/label-${width}.png`, fullPage: true });
  }
});
