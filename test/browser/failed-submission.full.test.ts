/** What a visitor sees when a submission fails: its text stays at the form until the next try. */
import type { Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { fixtureFolder } from '../harness/fixture-sites.ts';
import { type LyingProxy, lies, lyingProxy } from '../harness/lying-proxy.ts';
import { pauseClock } from '../harness/page-time.ts';
import { visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite({ funnels: fixtureFolder('short') });
const html = '<!doctype html><title>Wi-Fi</title><p>Entre na rede.</p>';
const own = 'Não foi possível enviar. Tente novamente.';

const ways: readonly (readonly [way: string, respond: (route: Route) => Promise<void>, text: string])[] = [
  ['413 of a proxy', (route) => route.fulfill({ status: 413, contentType: 'text/html', body: html }), own],
  ['429', (route) => route.fulfill({ status: 429, json: { message: 'Muitas tentativas.' } }), 'Muitas tentativas.'],
  ['500', (route) => route.fulfill({ status: 500, json: {} }), own],
  ['no network', (route) => route.abort('internetdisconnected'), own],
  ['a page of a portal', (route) => route.fulfill({ contentType: 'text/html', body: html }), own],
  ['success of a stranger', (route) => route.fulfill({ json: { success: true } }), own],
];

const problem = (page: Page) => page.locator('form[data-form] [role=alert]:not([hidden])');
const leadsOf = (collection: string, email: string) =>
  site.records(collection).filter((lead) => lead['email'] === email);

describe('in a funnel in one file', () => {
  test.each(ways)('the text of %s stays at the form until the next try', async (way, respond, text) => {
    const email = `${way.replace(/\W/g, '-')}@exemplo.com.br`;
    const { page, driver } = await site.visit('/aviso', { before: (page) => page.clock.install() });
    await page.clock.resume();
    const calls = watchCalls(page);
    await driver.type('nome', 'Ana Prado');
    await driver.type('email', email);
    await page.route('**/api/aviso', respond);
    await driver.submit();
    await expect.poll(() => problem(page).textContent()).toBe(text);
    await pauseClock(page);
    await page.clock.runFor(60_000);
    await page.clock.resume();
    expect(await problem(page).textContent()).toBe(text);
    // The button, which has the focus, names it.
    const described = await page.locator('form[data-form] [type=submit]').getAttribute('aria-describedby');
    expect(await problem(page).getAttribute('id')).toBe(described);
    expect(await violations(page)).toEqual([]);
    await driver.type('nome', 'Ana Prado Lima');
    expect(await problem(page).textContent()).toBe(text);
    await driver.type('nome', 'Ana Prado');
    expect(await page.locator('[name=email]').inputValue()).toBe(email);
    expect(leadsOf('aviso_leads', email)).toEqual([]);
    await page.unroute('**/api/aviso');
    await driver.submit();
    await driver.expectScreen('thanks');
    expect(leadsOf('aviso_leads', email)).toHaveLength(1);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  });

  test('is not said at the question to which the visitor goes back', async () => {
    const { page, driver } = await site.visit('/nivel');
    await driver.press('begin');
    for (const [index, value] of [10, 5, 0, 5].entries()) {
      await driver.expectScreen(`questions.q${index + 1}`);
      await driver.choose(value);
      await driver.next();
    }
    await driver.expectScreen('form');
    for (const [name, value] of Object.entries({ nome: 'Bia', email: 'volta@exemplo.com.br', whatsapp: '11987654321' }))
      await driver.type(name, value);
    await page.route('**/api/nivel', (route) => route.fulfill({ status: 500, json: {} }));
    await driver.submit();
    await expect.poll(() => problem(page).textContent()).toBe(own);
    await page.goBack();
    await driver.expectScreen('questions.q4');
    expect(await page.getByText(own).count()).toBe(0);
    await page.unroute('**/api/nivel');
    await page.goForward();
    await driver.expectScreen('form');
    await driver.submit();
    await driver.expectScreen('result');
    expect(leadsOf('nivel_leads', 'volta@exemplo.com.br')).toHaveLength(1);
  });
});

describe('over a lying proxy', () => {
  let proxy: LyingProxy;
  beforeAll(async () => {
    proxy = await lyingProxy(site.server.url);
  });
  afterAll(() => proxy.close());

  const some = lies.filter((_, index) => index % 6 === 0);
  test(`"saved" is shown only for a stored submission: ${some.map(({ name }) => name).join(', ')}`, async () => {
    const { page, driver } = await site.visit('/aviso');
    for (const [index, lie] of some.entries()) {
      const email = `proxy-${index}@exemplo.com.br`;
      proxy.choose = () => lie;
      await page.goto(`${proxy.url}/aviso`);
      await driver.type('nome', 'Ana Prado');
      await driver.type('email', email);
      await driver.submit();
      await expect.poll(() => problem(page).count(), { message: lie.name }).toBe(1);
      expect(await page.locator('main').textContent(), lie.name).not.toContain('Você será avisado');
      proxy.choose = () => null;
      await driver.submit();
      await driver.expectScreen('thanks');
      expect(leadsOf('aviso_leads', email), lie.name).toHaveLength(1);
    }
  });
});
