import type { Page, Route } from 'playwright';
import { describe, expect, test } from 'vitest';
import { viewports } from '../harness/chromium.ts';
import { hold } from '../harness/held-responses.ts';
import { pauseClock } from '../harness/page-time.ts';
import { type SiteVisitor, untilFormRuns, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

const endpoint = '**/api/ebook-lead';
const path = '/baixar-guia-estrategico';
const submitButton = (page: Page) => page.locator('form[data-form] [type=submit]');
const leadsOf = (email: string) => site.records('guia_leads').filter((lead) => lead['email'] === email);
const problem = (page: Page) => page.locator('form[data-form] [role=alert]:not([hidden])');
const success = (page: Page) => page.getByRole('note').filter({ hasText: 'Guia enviado com sucesso!' });

/** A visitor with the form filled in. */
async function ready(email: string, address = path): Promise<SiteVisitor> {
  const visitor = await site.visit(address);
  await visitor.driver.type('name', 'Ana Prado');
  await visitor.driver.type('email', email);
  await visitor.driver.type('phone', '21912345678');
  return visitor;
}

describe('the form', () => {
  test('shows one error at a time, in field order, with the fields’ messages', async () => {
    const { page, driver, complaints } = await site.visit(path);
    const calls = watchCalls(page);
    const rounds = [
      { field: 'name', text: 'Por favor, informe seu nome completo.', bad: ['', '   '], good: 'Ana' },
      {
        field: 'email',
        text: 'Por favor, informe um email válido.',
        bad: ['', 'ana', 'ana@exemplo', 'ana @exemplo.com'],
        good: 'ana@exemplo.com.br',
      },
      {
        field: 'phone',
        text: 'Por favor, informe um WhatsApp válido com DDD.',
        bad: ['', '219123456'],
        good: '2134567890',
      },
    ];
    for (const { field, text, bad, good } of rounds) {
      for (const value of bad) {
        await driver.type(field, value);
        await driver.submit();
        await expect.poll(() => page.locator(`[name=${field}]`).getAttribute('aria-invalid')).toBe('true');
        await driver.expectFieldError(field, text);
        // The first invalid field gets the focus.
        await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(field);
      }
      await driver.type(field, good);
      await expect.poll(() => page.locator(`[name=${field}]`).getAttribute('aria-invalid')).toBeNull();
    }
    expect(calls).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('formats the phone while typing: ten or eleven digits, never more; links the privacy policy in a new tab', async () => {
    const { page, driver } = await site.visit(path);
    const phone = page.locator('[name=phone]');
    for (const [typed, shown] of [
      ['2134567890', '(21) 3456-7890'],
      ['21912345678', '(21) 91234-5678'],
      ['219123456789', '(21) 91234-5678'],
    ] as const) {
      await driver.type('phone', typed);
      await expect.poll(() => phone.inputValue()).toBe(shown);
    }
    const link = page.locator('form[data-form] a[href="/politicas-de-privacidade"]');
    expect(await link.getAttribute('target')).toBe('_blank');
  });
});

describe('requesting it', () => {
  test('sends digits and the source of the visit, confirms, and greets by the first name', async () => {
    const email = 'guia@exemplo.com.br';
    const { page, complaints } = await ready(
      email,
      `${path}?src=bio&utm_source=insta&utm_medium=story&utm_campaign=maio&utm_content=a&utm_term=b`,
    );
    const calls = watchCalls(page);
    const release = await hold(page, endpoint);
    // The next page comes four seconds later.
    const goOn = await hold(page, '**/parabens-guia-enviado*');
    await submitButton(page).dblclick();
    await expect.poll(() => submitButton(page).textContent()).toBe('Processando...');
    expect(await submitButton(page).isDisabled()).toBe(true);
    release();
    await expect.poll(() => success(page).count()).toBe(1);
    expect(await page.locator('main').textContent()).toContain('Verifique o seu e-mail');
    expect(await page.getByRole('button', { name: 'Preencher novamente' }).isVisible()).toBe(true);

    goOn();
    await page.waitForURL(/\/parabens-guia-enviado/);
    expect(await page.locator('h1').textContent()).toContain('Parabéns, Ana!');
    expect(await page.locator('main ol > li').count()).toBe(4);
    expect(await page.locator('main a[href="/agendamento-estrategico"]').count()).toBeGreaterThan(0);
    const sent = {
      name: 'Ana Prado',
      email,
      phone: '21912345678',
      src: 'bio',
      utm_source: 'insta',
      utm_medium: 'story',
      utm_campaign: 'maio',
      utm_content: 'a',
      utm_term: 'b',
    };
    expect(calls.map(({ path: to, body }) => ({ path: to, body }))).toEqual([{ path: '/api/ebook-lead', body: sent }]);
    expect(leadsOf(email)).toEqual([expect.objectContaining(sent)]);
    expect(complaints).toEqual([]);
  });
});

describe('the confirmation', () => {
  test("'Preencher novamente' shows the empty form again, without a redirect", async () => {
    const email = 'denovo@exemplo.com.br';
    const { page, driver, complaints } = await ready(email);
    await page.clock.install();
    await driver.submit();
    await page.getByRole('button', { name: 'Preencher novamente' }).click();
    await driver.expectScreen('pedido');
    for (const name of ['name', 'email', 'phone'])
      expect(await page.locator(`[name=${name}]`).inputValue(), name).toBe('');
    await page.clock.runFor(20_000);
    expect(new URL(page.url()).pathname).toBe(path);
    await driver.type('name', 'Bia Reis');
    await driver.type('email', 'bia@exemplo.com.br');
    await driver.type('phone', '2134567890');
    await driver.submit();
    await expect.poll(() => success(page).count()).toBe(1);
    expect(leadsOf('bia@exemplo.com.br')).toHaveLength(1);
    expect(leadsOf(email)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });
});

describe('a failure', () => {
  const answer = (status: number, body: string) => (route: Route) =>
    route.fulfill({ status, contentType: 'application/json', body });
  const ways: [name: string, respond: (route: Route) => Promise<void>, text: string][] = [
    ['without success, with a message', answer(200, '{"success":false,"message":"Já enviamos."}'), 'Já enviamos.'],
    ['without success', answer(200, '{"success":false}'), 'Erro ao processar o cadastro'],
    ['of the server, with a message', answer(500, '{"message":"Em manutenção."}'), 'Em manutenção.'],
    ['of the server, without one', answer(500, '{}'), 'Erro ao processar o cadastro'],
  ];

  test('is shown in the form, which is ready again', async () => {
    const email = 'falha-guia@exemplo.com.br';
    const { page, driver } = await ready(email);
    let respond: ((route: Route) => Promise<void>) | undefined;
    await page.route(endpoint, (route) => (respond === undefined ? route.continue() : respond(route)));
    for (const [name, answer, text] of ways) {
      respond = answer;
      const answered = page.waitForResponse(endpoint);
      await driver.submit();
      await answered;
      await expect.poll(() => problem(page).textContent(), { message: name }).toBe(text);
      const [red = 0, green = 0, blue = 0] = (
        (await problem(page).evaluate((box) => getComputedStyle(box).color)).match(/\d+/g) ?? []
      ).map(Number);
      expect(red, name).toBeGreaterThan(Math.max(green, blue) * 1.4);
      await expect.poll(() => submitButton(page).isEnabled(), { message: name }).toBe(true);
      expect(await page.locator('[name=email]').inputValue(), name).toBe(email);
    }
    respond = undefined;
    await driver.submit();
    await expect.poll(() => success(page).count()).toBe(1);
    expect(leadsOf(email)).toHaveLength(1);
  });

  test('without a response has its own text', async () => {
    const { page, driver } = await ready('mudo@exemplo.com.br');
    await untilFormRuns(page);
    await page.clock.install();
    // On a busy machine the attempts could be over before the test looks.
    await pauseClock(page);
    await page.route(endpoint, (route) => route.abort('connectionrefused'));
    await driver.submit();
    await expect.poll(() => submitButton(page).textContent()).toBe('Tentando de novo…');
    // Fast-forwards the delays between its attempts.
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return problem(page).count();
      })
      .toBe(1);
    expect(await problem(page).textContent()).toBe('Erro ao processar seu cadastro. Por favor, tente novamente.');
  });
});

describe('the picture of the guide', () => {
  test('is replaced by a placeholder when it cannot be loaded', async () => {
    const { page } = await site.visit(path, {
      viewport: viewports.desktop,
      before: (page) =>
        page.route('**/*', (route) =>
          route.request().resourceType() === 'image' &&
          route.request().url().includes('capa') &&
          !route.request().url().includes('reserva')
            ? route.abort()
            : route.continue(),
        ),
    });
    const picture = page.getByRole('img', { name: 'Capa do guia' });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).currentSrc))
      .toMatch(/capa-reserva\.svg$/);
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).complete)).toBe(true);
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  });
});

describe('the thank-you page', () => {
  test('greets by the first name in its address, if there is one', async () => {
    const { page, complaints } = await site.visit('/parabens-guia-enviado');
    for (const [nome, heading] of [
      [null, 'Parabéns! O guia está a caminho'],
      ['Maria%20Clara%20Souza', 'Parabéns, Maria! O guia está a caminho'],
      ['', 'Parabéns! O guia está a caminho'],
      ['%3Cimg%20src%3Dx%3E', null],
    ] as const) {
      if (nome !== null) await page.goto(`${site.server.url}/parabens-guia-enviado?nome=${nome}`);
      if (heading !== null) expect(await page.locator('h1').textContent(), `nome=${nome}`).toBe(heading);
      expect(await page.locator('h1 img').count(), `nome=${nome}`).toBe(0);
      expect(await page.locator('#toasts .toast').count(), `nome=${nome}`).toBe(0);
    }
    expect(complaints).toEqual([]);
  });
});
