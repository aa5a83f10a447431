import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driveBrowser } from '../harness/browser-driver.ts';
import { launchChromium, openVisitor, type Visitor, viewports } from '../harness/chromium.ts';
import type { FunnelDriver } from '../harness/funnel-driver.ts';
import { type SiteServer, startSite } from '../harness/site-server.ts';

let server: SiteServer;
let browser: Browser;

beforeAll(async () => {
  server = await startSite();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

/** The records of a collection, oldest first. */
function records(collection: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { readOnly: true });
  const rows = database.prepare('select data from records where collection = ? order by seq').all(collection) as { data: string }[];
  database.close();
  return rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
}

async function answerAll(driver: FunnelDriver, values: readonly number[]): Promise<void> {
  for (const value of values) {
    await driver.choose(value);
    await driver.next();
  }
}

async function identify(driver: FunnelDriver, name = 'Maria Clara Souza'): Promise<void> {
  await driver.expectScreen('identificacao');
  await driver.type('nome', name);
  await driver.type('email', 'maria@exemplo.com.br');
  await driver.type('wa', '11987654321');
}

async function visit(path: string, options = { viewport: viewports.phone } as Parameters<typeof openVisitor>[1]): Promise<Visitor & { driver: FunnelDriver }> {
  const visitor = await openVisitor(browser, options);
  await visitor.page.goto(server.url + path);
  return { ...visitor, driver: driveBrowser(visitor.page) };
}

describe.each(['phone', 'desktop'] as const)('the diagnostic on a %s', (size) => {
  test('from the intro to the thank-you, and the lead is kept', async () => {
    const { page, driver, complaints, leave } = await visit('/diagnostico', { viewport: viewports[size] });
    const before = records('diagnostico_leads').length;
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    expect(await driver.address()).toBe('/quiz');
    await answerAll(driver, [10, 5, 10, 0]);
    expect(await driver.address()).toBe('/identificacao?answers=%5B10%2C5%2C10%2C0%5D');
    await identify(driver);
    const calls: { url: string; body: Record<string, unknown> }[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push({ url: new URL(request.url()).pathname, body: (request.postDataJSON() ?? {}) as Record<string, unknown> });
    });
    await driver.submit();
    await driver.expectScreen('resultado');
    await expect.poll(() => page.getByText('63').first().isVisible()).toBe(true);
    expect(calls.map(({ url }) => url)).toEqual([
      '/api/diagnostico/start',
      '/api/diagnostico/finish',
      '/api/diagnostico/result',
    ]);
    const uid = calls[0]?.body['uid'];
    expect(calls[0]?.body).toEqual({ uid, nome: 'Maria Clara Souza', email: 'maria@exemplo.com.br', wa: '(11) 98765-4321', timestamp: expect.anything() });
    expect(calls[1]?.body).toEqual({ uid, answers: [10, 5, 10, 0], score: 63, level: 'INTERMEDIARIO', focusPillar: 'AUTORIDADE', timestamp: expect.anything() });
    expect(await driver.address()).toBe(`/resultado?uid=${uid}`);

    const opened = page.context().waitForEvent('page');
    await driver.press('talk');
    const chat = await opened;
    await chat.waitForLoadState();
    const { searchParams, host } = new URL(chat.url());
    expect(host).toBe('wa.me');
    expect(Object.fromEntries(searchParams)).toMatchObject({ utm_src: 'quiz_completed', utm_level: 'INTERMEDIARIO', text: expect.stringContaining('Intermediário') });
    expect(chat.url()).not.toContain('+');
    await driver.expectScreen('obrigado');
    expect(await driver.address()).toBe(`/obrigado?uid=${uid}`);
    await expect.poll(() => page.locator('h1').first().textContent()).toContain('Maria');
    const leads = records('diagnostico_leads');
    expect(leads).toHaveLength(before + 1);
    expect(leads.at(-1)).toMatchObject({ uid, nome: 'Maria Clara Souza' });
    await expect.poll(() => records('diagnostico_clicks').at(-1)).toMatchObject({ uid, level: 'INTERMEDIARIO', utm_src: 'quiz_completed', utm_level: 'INTERMEDIARIO' });
    expect(complaints).toEqual([]);
    await leave();
  });
});
