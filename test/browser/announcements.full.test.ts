/** Each change is read aloud exactly once: by a live region or by the focus. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { answerAll, identificationOf, identify } from '../harness/diagnostic.ts';
import { fillIn, untilStep } from '../harness/dialogs.ts';
import { hold } from '../harness/held-responses.ts';
import { keepToasts } from '../harness/page-time.ts';
import { focusedIn, readAloud } from '../harness/read-aloud.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();

const empty = 'Por favor, selecione uma opção para continuar.';
const group = (page: Page) => page.locator('[data-question] fieldset');

/** Waits until a text is read in exactly this way. */
const expectRead = (page: Page, text: string, ...ways: string[]): Promise<void> =>
  expect.poll(() => readAloud(page, text)).toEqual(ways);

describe('a question without an answer', () => {
  test('is marked and focused, with a toast; an answer clears it', async () => {
    const { page, driver } = await site.visit('/quiz');
    await driver.next();
    await driver.expectToast('Aviso', empty);
    expect(await group(page).getAttribute('aria-invalid')).toBe('true');
    expect(await group(page).locator('p').allTextContents()).toContain(empty);
    const option = await page.evaluate(() => (document.activeElement as HTMLInputElement).type);
    expect(option).toBe('radio');
    expect(await group(page).evaluate((it) => it.contains(document.activeElement))).toBe(true);
    await expectRead(page, empty, 'description of radiogroup');
    await driver.choose(10);
    await expect.poll(() => group(page).getAttribute('aria-invalid')).toBeNull();
    expect(await group(page).textContent()).not.toContain(empty);
  });

  test('is no longer marked after another question', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    await driver.next();
    await driver.expectToast('Aviso', empty);
    await driver.previous();
    await driver.expectScreen('quiz.perfil');
    expect(await group(page).getAttribute('aria-invalid')).toBeNull();
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    expect(await group(page).getAttribute('aria-invalid')).toBeNull();
  });

  test('is marked by the server without script', async () => {
    const { page, driver } = await site.visit('/quiz', { javaScriptEnabled: false });
    await driver.next();
    await expect.poll(() => group(page).getAttribute('aria-invalid')).toBe('true');
    await page.waitForLoadState();
    expect(await group(page).locator('p').allTextContents()).toContain(empty);
  });
});

describe('errors and notices', () => {
  test('a field error is read at the field, and not also by its toast', async () => {
    const { page, driver } = await site.visit(identificationOf([10, 5, 10, 0]));
    await driver.submit();
    await driver.expectToast('Aviso', 'Por favor, informe seu nome completo.');
    await expectRead(page, 'Por favor, informe seu nome completo.', 'description of textbox');
  });

  test('a failed call is an alert, and looks like one', async () => {
    const { page, driver } = await site.visit(identificationOf([10, 5, 10, 0]), { before: keepToasts });
    await page.route('**/api/diagnostico/start', (route) => route.fulfill({ status: 400, json: {} }));
    await driver.submit();
    await driver.expectToast('Aviso', 'Por favor, informe seu nome completo.');
    const looks = () =>
      page.locator('#toasts .toast').evaluate((toast) => ({
        edge: getComputedStyle(toast).borderInlineStartColor,
        ground: getComputedStyle(toast).backgroundColor,
        sign: getComputedStyle(toast, '::after').borderBlockWidth,
      }));
    const notice = await looks();
    await identify(driver);
    await driver.submit();
    const text = 'Ocorreu um erro ao processar sua solicitação. Por favor, tente novamente mais tarde.';
    await driver.expectToast('Erro', text);
    await expectRead(page, text, 'live alert');
    const error = await looks();
    for (const part of ['edge', 'ground', 'sign'] as const) expect(error[part], part).not.toBe(notice[part]);
    expect(await violations(page, '#toasts')).toEqual([]);
  });

  test('a missing parameter is an alert, with and without script', async () => {
    const text = 'Parâmetro de identificação ausente. Retorne à página inicial.';
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await site.visit('/resultado', { javaScriptEnabled, before: keepToasts });
      await expectRead(page, text, 'live alert');
    }
  });

  test('a refused form is a single alert', async () => {
    const { page, driver } = await site.visit('/baixar-guia-estrategico');
    await page.route('**/api/ebook-lead', (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'Tente com outro e-mail.' } }),
    );
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana.prado@exemplo.com.br');
    await driver.type('phone', '21912345678');
    await driver.submit();
    await expectRead(page, 'Tente com outro e-mail.', 'live alert', 'description of button');
  });
});

describe('a screen that replaces another reads', () => {
  test('in the quiz: the question with its hint', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    const question = (await page.locator('[data-question] legend').textContent()) ?? '';
    await expectRead(page, question, 'name of radiogroup');
    const hint = (await page.locator('[data-question] fieldset > p:not([hidden])').textContent()) ?? '';
    expect(await readAloud(page, hint)).toEqual(['description of radiogroup']);
  });

  test('in the application: its heading', async () => {
    const { page, driver } = await site.visit('/form-aplicacao');
    await driver.type('nome', 'Ana Prado');
    await driver.type('whatsapp', '21912345678');
    await driver.type('email', 'ana.passo@exemplo.com.br');
    await driver.submit();
    await driver.expectScreen('presenca');
    await expectRead(page, 'Como está a sua presença hoje', 'name of heading');
    await page.locator('[data-send=back]').click();
    await driver.expectScreen('contato');
    await expectRead(page, 'Vamos ver se o método serve para você', 'name of heading');
  });

  test('in the guide: that it was sent', async () => {
    const { page, driver } = await site.visit('/baixar-guia-estrategico');
    // The next page comes four seconds later.
    await hold(page, '**/parabens-guia-enviado*');
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana.guia@exemplo.com.br');
    await driver.type('phone', '21912345678');
    await driver.submit();
    await page.getByText('Guia enviado com sucesso!').waitFor();
    await expectRead(page, 'Guia enviado com sucesso!', 'name of heading');
  });

  test('in the session dialog: its name when it opens, then the result of the check', async () => {
    const { page } = await site.visit('/consultoria');
    await page.locator('main [data-open=agendar]').first().click();
    await expectRead(page, 'Agendar Sessão Estratégica', 'name of dialog');
    const dialog = page.locator('dialog[open]');
    await untilStep(dialog, 'dados');
    await expectRead(page, 'Há horários disponíveis', 'name of heading');
  });

  test('in the dialog of the waiting list: the confirmation', async () => {
    const { page } = await site.visit('/workshop?at=workshop.after');
    await page.locator('main [data-open]').first().click();
    const dialog = page.locator('dialog[open]');
    await untilStep(dialog, 'espera');
    await fillIn(dialog.locator('form'), {
      name: 'Ana Prado',
      email: 'ana.espera@exemplo.com.br',
      phone: '21912345678',
    });
    await dialog.locator('[type=submit]').click();
    await page.getByText('Você está na lista').waitFor();
    await expectRead(page, 'Você está na lista', 'name of heading');
  });

  test('after a fetch: the fetched content has the focus', async () => {
    const { page, driver } = await site.visit(identificationOf([10, 5, 10, 0]));
    await identify(driver);
    await driver.submit();
    await driver.expectScreen('resultado');
    await page.locator('[role=meter]').waitFor();
    const heading = (await page.locator('h1').textContent()) ?? '';
    await expect.poll(() => focusedIn(page)).toBe(`heading ${heading}`);
    await expectRead(page, heading, 'name of heading');
  });
});
