import { describe, expect, test } from 'vitest';
import { visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

const values = { name: 'Ana Prado', email: 'ana@exemplo.com.br', whatsapp: '21 91234-5678' } as const;
const message = 'E-book enviado com sucesso! Verifique seu e-mail e WhatsApp.';

async function visit() {
  const visitor = await site.visit('/baixar-ebook');
  const alerts: string[] = [];
  visitor.page.on('dialog', (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.accept();
  });
  return { ...visitor, alerts, calls: watchCalls(visitor.page) };
}

describe('the e-book', () => {
  test('every field is required by native validation, in order, and an invalid e-mail address is rejected', async () => {
    const { page, driver, alerts, calls, complaints } = await visit();
    for (const [name, value] of Object.entries(values)) {
      const field = page.locator(`[name=${name}]`);
      expect(await field.evaluate((one) => (one as HTMLInputElement).required)).toBe(true);
      await driver.submit();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(name);
      expect(await field.evaluate((one) => (one as HTMLInputElement).validity.valueMissing)).toBe(true);
      expect(alerts).toEqual([]);
      await driver.type(name, value);
    }
    const email = page.locator('[name=email]');
    await driver.type('email', 'ana');
    await driver.submit();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    expect(await email.evaluate((one) => (one as HTMLInputElement).validity.typeMismatch)).toBe(true);
    expect(alerts).toEqual([]);
    await driver.type('email', values.email);
    // The browser shows it, not the page.
    expect(await page.locator('form[data-form] [id$=-error]:not([hidden])').count()).toBe(0);
    await driver.submit();
    await expect.poll(() => alerts).toEqual([`alert: ${message}`]);
    expect(calls).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe('sending it', () => {
  test('shows an alert, sends and stores nothing, and stays on the page', async () => {
    const { page, driver, alerts, calls, complaints } = await visit();
    const requests: string[] = [];
    for (const [name, value] of Object.entries(values)) await driver.type(name, value);
    page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await driver.submit();
    await expect.poll(() => alerts).toEqual([`alert: ${message}`]);
    await driver.submit();
    await expect.poll(() => alerts).toEqual([`alert: ${message}`, `alert: ${message}`]);
    expect(new URL(page.url()).pathname).toBe('/baixar-ebook');
    expect(calls).toEqual([]);
    expect(requests.filter((one) => !one.includes('trace'))).toEqual([]);
    for (const collection of ['guia_leads', 'ebook_leads', 'workshop_leads'])
      expect(site.records(collection)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
