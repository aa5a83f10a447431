/** Every flow can be completed without script: the same machine runs on the server. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { heldResponses } from '../harness/held-responses.ts';
import { leaveRetriesToVisitor } from '../harness/page-time.ts';
import { isAwake, isIslandCode, islandCode, visitSite } from '../harness/site-visits.ts';

const site = visitSite();
const withoutScript = { javaScriptEnabled: false } as const;

const log = (page: Page) => page.locator('input[name="_log"]').first();

async function answer(
  page: Page,
  driver: { choose(value: number): Promise<void>; next(): Promise<void> },
  values: readonly number[],
) {
  for (const value of values) {
    await driver.choose(value);
    await driver.next();
    await page.waitForLoadState();
  }
}

describe('without JavaScript', () => {
  test('the diagnostic runs from the intro to the thank-you page, and the lead is stored once', async () => {
    const { page, driver } = await site.visit('/diagnostico', withoutScript);
    expect(await log(page).count()).toBe(0);
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    expect(await page.title()).toContain('Perguntas do diagnóstico');

    await driver.next();
    await driver.expectScreen('quiz.perfil');
    await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
    const toast = page.locator('#toasts .toast');
    expect(await toast.isVisible()).toBe(true);
    expect(await toast.locator('button').isVisible()).toBe(false);
    // It covers the content below it, and cannot be closed.
    await expect.poll(() => toast.isVisible()).toBe(false);

    await answer(page, driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    await expect.poll(() => driver.address()).toBe('/quiz');
    await driver.previous();
    await driver.expectScreen('quiz.perfil');
    expect(await page.locator('[data-question] input[value="10"]').isChecked()).toBe(true);
    await answer(page, driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');

    await driver.type('nome', 'Maria Clara Souza');
    await driver.type('email', 'maria@exemplo');
    await driver.type('wa', '11987654321');
    await driver.submit();
    await driver.expectScreen('identificacao');
    await driver.expectToast('Aviso', 'Por favor, informe um e-mail válido.');
    await driver.expectFieldError('email', 'Por favor, informe um e-mail válido.');
    expect(await page.locator('[name="nome"]').inputValue()).toBe('Maria Clara Souza');
    expect(await page.locator('[name="consent"]').isChecked()).toBe(true);
    await expect.poll(() => driver.address()).toBe('/identificacao?answers=%5B10%2C5%2C10%2C0%5D');

    await driver.type('email', 'maria@exemplo.com.br');
    await driver.submit();
    await driver.expectScreen('resultado');
    expect(await page.locator('main').textContent()).toContain('63');
    const leads = site.records('diagnostico_leads');
    expect(leads).toMatchObject([{ nome: 'Maria Clara Souza', email: 'maria@exemplo.com.br', wa: '(11) 98765-4321' }]);
    const uid = leads[0]?.['uid'];
    expect(site.records('diagnostico_results')).toMatchObject([{ uid, score: 63, level: 'INTERMEDIARIO' }]);

    // The browser posts the same form once more.
    await page.reload();
    await driver.expectScreen('resultado');
    expect(site.records('diagnostico_leads')).toHaveLength(1);
    expect(site.records('diagnostico_results')).toHaveLength(1);

    await driver.press('talk');
    await driver.expectScreen('obrigado');
    expect(await page.locator('h1').first().textContent()).toContain('Maria');
    const link = page.locator('#toasts .toast a');
    expect(await link.isVisible()).toBe(true);
    const chat = new URL((await link.getAttribute('href')) ?? '');
    expect(chat.host).toBe('wa.me');
    expect(Object.fromEntries(chat.searchParams)).toMatchObject({
      utm_src: 'quiz_completed',
      utm_level: 'INTERMEDIARIO',
    });
    const opened = page.context().waitForEvent('page');
    await link.click();
    expect(new URL((await opened).url()).host).toBe('wa.me');
    expect(site.records('diagnostico_clicks')).toMatchObject([{ uid, level: 'INTERMEDIARIO' }]);

    // The visitor's input appears in forms and nowhere else.
    for (const personal of ['Maria', 'maria@', '98765']) expect(site.server.output()).not.toContain(personal);
  });

  test('the sign-up redirects to the offer with the source of the visit', async () => {
    const { page, driver } = await site.visit('/cadastro-consultoria?src=insta&utm_source=bio', withoutScript);
    await driver.type('name', 'Ana Prado');
    await driver.submit();
    await driver.expectScreen('cadastro');
    await driver.expectFieldError('email', 'E-mail é obrigatório');
    await driver.expectFieldError('phone', 'WhatsApp é obrigatório');
    await driver.type('email', 'ana@exemplo.com.br');
    await driver.type('phone', '11987654321');
    await driver.submit();
    await page.waitForURL(/\/consultoria/);
    await expect.poll(() => driver.address()).toBe('/consultoria?src=insta');
    expect(site.records('consultoria_leads')).toEqual([
      { name: 'Ana Prado', email: 'ana@exemplo.com.br', phone: '11987654321', src: 'insta', utm_source: 'bio' },
    ]);
  });

  test('a landline number without signs is judged in the format of its mask', async () => {
    const { driver } = await site.visit('/form-aplicacao', withoutScript);
    await driver.type('nome', 'Ana Prado');
    await driver.type('email', 'ana@exemplo.com.br');
    // The rule asks for at least 11 characters: the number has 10 digits, and 14 characters in its format.
    await driver.type('whatsapp', '1133334444');
    await driver.submit();
    await driver.expectScreen('presenca');
    expect(site.records('aplicacoes')).toMatchObject([{ whatsapp: '(11) 3333-4444' }]);
  });

  test('a page that was tampered with begins again with a message, and keeps the input', async () => {
    const { page, driver } = await site.visit('/identificacao?answers=%5B10%2C5%2C10%2C0%5D', {
      ...withoutScript,
      // Without script a page cannot be edited, but its post can.
      before: (opened) =>
        opened.route('**/identificacao*', async (route) => {
          const body = route.request().postData();
          await (body === null
            ? route.continue()
            : route.continue({ postData: body.replace('_log=1d.', '_log=1d.A') }));
        }),
    });
    await driver.type('nome', 'Rita Alves');
    await driver.submit();
    await driver.expectScreen('identificacao');
    await driver.expectToast(
      'Vamos recomeçar esta etapa',
      'Não foi possível retomar a sua visita: ela expirou ou a página mudou. Continue a partir daqui.',
    );
    expect(await page.locator('[name="nome"]').inputValue()).toBe('Rita Alves');
  });
});

describe('with JavaScript', () => {
  test('the browser itself posts nothing, not even before the code has loaded', async () => {
    const documents: string[] = [];
    const { page, driver } = await site.visit('/diagnostico', {
      before: async (opened) => {
        opened.on('request', (request) => {
          if (request.isNavigationRequest()) documents.push(request.method());
        });
        // Slow code: presses wait for it.
        await opened.route(
          (url) => url.pathname.endsWith('.js'),
          async (route) => {
            await new Promise((next) => setTimeout(next, 300));
            await route.continue();
          },
        );
      },
    });
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    await driver.choose(5);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    await driver.previous();
    await driver.expectScreen('quiz.perfil');
    await page.goto(`${site.server.url}/quiz`);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    expect(documents).toEqual(['GET', 'GET']);
  });
  test('a form whose code cannot be fetched is posted at the second attempt', async () => {
    const { page, driver } = await site.visit('/baixar-guia-estrategico', {
      before: (opened) =>
        opened.route(
          (url) => url.pathname.endsWith('.js'),
          (route) => route.abort(),
        ),
    });
    await leaveRetriesToVisitor(page);
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'segunda@exemplo.com.br');
    await driver.type('phone', '21912345678');
    await driver.submit();
    await page.locator('[data-waiting]').waitFor({ state: 'detached' });
    expect(site.records('guia_leads')).toEqual([]);
    await driver.submit();
    await page.waitForURL(/\/parabens-guia-enviado/);
    expect(site.records('guia_leads').map(({ email }) => email)).toEqual(['segunda@exemplo.com.br']);
  });

  test('the browser continues from where the server left off', async () => {
    let blocked = true;
    const { page, driver, complaints } = await site.visit('/identificacao?answers=%5B10%2C5%2C10%2C0%5D', {
      before: (opened) =>
        opened.route(
          (url) => url.pathname.endsWith('.js'),
          (route) => (blocked ? route.abort() : route.continue()),
        ),
    });
    await leaveRetriesToVisitor(page);
    await driver.type('nome', 'Bia Lima');
    await driver.type('wa', '1198765432');
    await driver.submit();
    // A press that waits for the code takes further presses with it.
    await page.locator('[data-waiting]').waitFor({ state: 'detached' });
    await driver.submit();
    await driver.expectToast('Aviso', 'Por favor, informe um e-mail válido.');
    expect(await page.locator('[name="nome"]').inputValue()).toBe('Bia Lima');
    blocked = false;
    complaints.length = 0;
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && !isIslandCode(request)) posts.push(new URL(request.url()).pathname);
    });
    await driver.type('email', 'bia@exemplo.com.br');
    await driver.submit();
    await driver.expectScreen('resultado');
    expect(posts.filter((path) => path !== '/_f/traces')).toEqual([
      '/api/diagnostico/start',
      '/api/diagnostico/finish',
    ]);
    // Errors of blocked requests may arrive late.
    expect(complaints.filter((each) => !each.includes('ERR_FAILED'))).toEqual([]);
  });

  test('a press that has begun before the island starts is not lost where an error above it disappears', async () => {
    // From the beginning, because an idle page fetches the code in advance.
    const { before, release } = heldResponses(islandCode);
    const { page, driver } = await site.visit('/identificacao?answers=%5B10%2C5%2C10%2C0%5D', { before });
    await driver.type('nome', 'Rui Lima');
    await driver.type('wa', '11987654321');
    await Promise.all([
      page.waitForEvent('load'),
      page.locator('form.form').evaluate((form) => HTMLFormElement.prototype.submit.call(form)),
    ]);
    await driver.expectFieldError('email', 'Por favor, informe um e-mail válido.');
    await driver.type('email', 'rui@exemplo.com.br');
    await page.locator('form.form [type=submit]').hover();
    await page.mouse.down();
    release();
    const isFetched = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/flow-'));
    await page.waitForFunction(isFetched);
    await page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    });
    expect(await isAwake(page)).toBe(false);
    await page.mouse.up();
    await driver.expectScreen('resultado');
  });
});
