import type { Dialog, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { denyStorage } from '../harness/denied-storage.ts';
import { hold } from '../harness/held-responses.ts';
import { stopClock } from '../harness/page-time.ts';
import { type SiteVisitor, type VisitOptions, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

const endpoint = '**/api/consultoria';
const submitButton = (page: Page) => page.locator('form[data-form] [type=submit]');
const leadsOf = (email: string) => site.records('consultoria_leads').filter((lead) => lead['email'] === email);

/** A visitor with the form filled in, and the alerts shown. */
async function ready(
  email: string,
  path = '/cadastro-consultoria',
  options: VisitOptions = {},
): Promise<SiteVisitor & { alerts: string[] }> {
  const alerts: string[] = [];
  const visitor = await site.visit(path, options);
  visitor.page.on('dialog', (dialog: Dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.accept();
  });
  await visitor.driver.type('name', 'Ana Prado');
  await visitor.driver.type('email', email);
  await visitor.driver.type('phone', '21912345678');
  return { ...visitor, alerts };
}

describe.each(['/', '/cadastro-consultoria'])('the sign-up at %s', (path) => {
  test('shows all errors under the fields, with a red border; an edit clears its own; then it sends digits and the source of the visit, and shows the consultancy', async () => {
    const email = `origem${path.length}@exemplo.com.br`;
    const { page, driver, complaints } = await site.visit(
      `${path}?src=bio&utm_source=insta&utm_medium=story&utm_campaign=maio`,
    );
    const isRed = async (name: string): Promise<boolean> => {
      const colour = await page.locator(`[name=${name}]`).evaluate((field) => getComputedStyle(field).borderTopColor);
      const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
      return red > green * 1.8 && red > blue * 1.8;
    };
    expect(await isRed('name')).toBe(false);
    const rounds = [
      {
        values: { name: ' ', email: '', phone: '' },
        texts: { name: 'Nome é obrigatório', email: 'E-mail é obrigatório', phone: 'WhatsApp é obrigatório' },
      },
      {
        values: { name: ' A ', email: 'ana@exemplo', phone: '219123456' },
        texts: {
          name: 'Nome deve ter pelo menos 2 caracteres',
          email: 'E-mail inválido',
          phone: 'WhatsApp deve ter pelo menos 10 dígitos',
        },
      },
    ];
    const calls = watchCalls(page);
    for (const { values, texts } of rounds) {
      for (const [field, value] of Object.entries(values)) await driver.type(field, value);
      await driver.submit();
      for (const [field, text] of Object.entries(texts)) {
        await expect.poll(() => page.locator(`[name=${field}]`).getAttribute('aria-invalid')).toBe('true');
        await driver.expectFieldError(field, text);
        await expect.poll(() => isRed(field)).toBe(true);
      }
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    }
    expect(calls).toEqual([]);
    await expect.poll(() => page.locator('#toasts .toast').count()).toBe(0);
    await driver.type('email', 'a');
    await expect.poll(() => page.locator('[name=email]').getAttribute('aria-invalid')).toBeNull();
    expect(await page.locator('form [id$=-error]:not([hidden])').count()).toBe(2);
    await driver.type('name', 'Ana');
    await expect.poll(() => isRed('name')).toBe(false);
    expect(await isRed('phone')).toBe(true);
    await driver.type('name', 'Ana Prado');
    await driver.type('email', email);
    await driver.type('phone', '21912345678');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await driver.submit();
    await page.waitForURL(`${site.server.url}/consultoria?src=bio`);
    expect(logged).toEqual([
      expect.stringMatching(/^cadastro-consultoria \{message: Cadastro recebido com sucesso\., redirectUrl: https:/),
    ]);
    expect(calls.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: '/api/consultoria',
        body: {
          name: 'Ana Prado',
          email,
          phone: '21912345678',
          src: 'bio',
          utm_source: 'insta',
          utm_medium: 'story',
          utm_campaign: 'maio',
        },
      },
    ]);
    expect(leadsOf(email)).toEqual([expect.objectContaining(calls[0]?.body ?? {})]);
    expect(complaints).toEqual([]);
  });
});

describe('the source of a visit', () => {
  test('is the referrer if the address has none', async () => {
    const email = 'indicada@exemplo.com.br';
    const { page, driver } = await ready(email, '/', { referer: 'https://www.oab.org.br/noticias' });
    await driver.submit();
    await page.waitForURL(`${site.server.url}/consultoria?src=ref_www_oab_org_br`);
    expect(leadsOf(email)).toEqual([expect.objectContaining({ src: 'ref_www_oab_org_br' })]);
    expect(leadsOf(email)[0]).not.toHaveProperty('utm_source');
  });

  test('is the first landing of the tab, on any page of the site', async () => {
    const email = 'primeira@exemplo.com.br';
    const { page, driver } = await site.visit('/consultoria?src=palestra&utm_campaign=abril');
    await page.goto(`${site.server.url}/cadastro-consultoria`, { referer: `${site.server.url}/consultoria` });
    for (const [field, value] of Object.entries({ name: 'Ana', email, phone: '2134567890' }))
      await driver.type(field, value);
    await driver.submit();
    await page.waitForURL('**/consultoria?src=palestra');
    expect(leadsOf(email)).toEqual([
      expect.objectContaining({ src: 'palestra', utm_campaign: 'abril', phone: '2134567890' }),
    ]);
  });

  test('is direct access without either', async () => {
    const email = 'direta@exemplo.com.br';
    const { page, driver } = await ready(email);
    await driver.submit();
    await page.waitForURL('**/consultoria?src=direct_access');
    expect(leadsOf(email)).toEqual([expect.objectContaining({ src: 'direct_access' })]);
  });
});

describe('while submitting', () => {
  test("the button shows 'Processando...' and ignores a second press", async () => {
    const email = 'devagar@exemplo.com.br';
    const { page } = await ready(email);
    const calls = watchCalls(page);
    const release = await hold(page, endpoint);
    await submitButton(page).dblclick();
    await expect.poll(() => submitButton(page).textContent()).toBe('Processando...');
    expect(await submitButton(page).isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    release();
    await page.waitForURL('**/consultoria?**');
    expect(calls).toHaveLength(1);
    expect(leadsOf(email)).toHaveLength(1);
  });
});

describe('a failure', () => {
  const ways: [name: string, status: number, body: string, text: string][] = [
    ['with a message', 500, '{"message":"Estamos em manutenção."}', 'Estamos em manutenção.'],
    ['without one', 500, '{}', 'Erro ao enviar dados. Tente novamente.'],
    ['that is no JSON', 500, '<h1>oops</h1>', 'Erro ao enviar dados. Tente novamente.'],
    ['refused', 422, '{"message":"Confira os dados."}', 'Confira os dados.'],
  ];
  test.each(ways)('%s is an alert, and the form is ready again', async (name, status, body, text) => {
    const email = `falha${name.length}@exemplo.com.br`;
    const { page, driver, alerts } = await ready(email);
    let failing = true;
    await page.route(endpoint, (route) =>
      failing ? route.fulfill({ status, contentType: 'application/json', body }) : route.continue(),
    );
    await driver.submit();
    await expect.poll(() => alerts).toEqual([`alert: ${text}`]);
    await expect.poll(() => submitButton(page).textContent()).toBe('Quero saber mais');
    expect(await submitButton(page).isEnabled()).toBe(true);
    expect(await page.locator('[name=email]').inputValue()).toBe(email);
    expect(await page.locator('[name=phone]').inputValue()).toBe('(21) 91234-5678');
    failing = false;
    await driver.submit();
    await page.waitForURL('**/consultoria?**');
    expect(leadsOf(email)).toHaveLength(1);
    expect(alerts).toHaveLength(1);
  });

  test('with a lost response is sent again with the same key, and is one lead', async () => {
    const email = 'chave@exemplo.com.br';
    const { page, driver, alerts } = await ready(email, undefined, { before: stopClock });
    const calls = watchCalls(page);
    let tries = 0;
    await page.route(endpoint, async (route) => {
      tries += 1;
      if (tries > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await driver.submit();
    await page.waitForURL('**/consultoria?**');
    expect(calls).toHaveLength(2);
    expect(calls[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(calls[1]?.key).toBe(calls[0]?.key);
    expect(leadsOf(email)).toHaveLength(1);
    expect(alerts).toEqual([]);
  });
});

describe('a browser without storage', () => {
  test('can still sign up', async () => {
    const email = 'sem-memoria@exemplo.com.br';
    const { page, driver, complaints } = await ready(email, '/?src=bio', {
      before: denyStorage,
    });
    await driver.submit();
    await page.waitForURL('**/consultoria?src=bio');
    expect(leadsOf(email)).toEqual([expect.objectContaining({ src: 'bio' })]);
    expect(complaints).toEqual([]);
  });
});
