/** How the parts of the site differ without looking: titles, headings, keyboards. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { answerAll, identify } from '../harness/diagnostic.ts';
import { expectOutline } from '../harness/headings.ts';
import { untilFormRuns, visitSite } from '../harness/site-visits.ts';

const site = visitSite();

// `pages.full.test.ts` has those of every page.
describe('headings begin at the first level and skip none', () => {
  test('on every screen of the diagnostic', async () => {
    const { page, driver } = await site.visit('/quiz');
    for (const screen of ['perfil', 'frequencia', 'engajamento', 'autoridade']) {
      await driver.expectScreen(`quiz.${screen}`);
      await expectOutline(page);
      await answerAll(driver, [10]);
    }
    await identify(driver);
    await driver.submit();
    await driver.expectScreen('resultado');
    await page.locator('[role=meter]').waitFor();
    await expectOutline(page);
    await driver.press('talk');
    await driver.expectScreen('obrigado');
    await page.locator('h1').waitFor();
    await expectOutline(page);
  });

  test('on the guide’s confirmation screen', async () => {
    const { page, driver } = await site.visit('/baixar-guia-estrategico');
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana.titulos@exemplo.com.br');
    await driver.type('phone', '21912345678');
    await driver.submit();
    await page.getByText('Guia enviado com sucesso!').waitFor();
    await expectOutline(page);
  });
});

describe('the title of the tab', () => {
  test('names each question, however it is reached', async () => {
    const { page, driver } = await site.visit('/diagnostico');
    const before = await page.title();
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    const titles: string[] = [];
    for (const screen of ['perfil', 'frequencia', 'engajamento', 'autoridade']) {
      await driver.expectScreen(`quiz.${screen}`);
      titles.push(await page.title());
      if (screen !== 'autoridade') await answerAll(driver, [10]);
    }
    expect(titles).toEqual(
      [1, 2, 3, 4].map((place) => `Pergunta ${place} de 4 · Perguntas do diagnóstico | Perfil Ético`),
    );
    await driver.back();
    await driver.expectScreen('quiz.engajamento');
    await expect.poll(() => page.title()).toBe(titles[2]);
    await page.reload();
    await driver.expectScreen('quiz.engajamento');
    await expect.poll(() => page.title()).toBe(titles[2]);
    for (const screen of ['frequencia', 'perfil', 'inicio']) {
      await driver.back();
      await driver.expectScreen(screen === 'inicio' ? screen : `quiz.${screen}`);
    }
    await expect.poll(() => page.title()).toBe(before);
  });

  test('names each step of the application, with and without script', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, driver } = await site.visit('/form-aplicacao', { javaScriptEnabled });
      expect(await page.title()).toBe('Etapa 1 de 4 · Candidatura à mentoria Perfil Ético');
      await driver.type('nome', 'Ana Prado');
      await driver.type('whatsapp', '(21) 91234-5678');
      await driver.type('email', 'ana.etapas@exemplo.com.br');
      await driver.submit();
      await driver.expectScreen('presenca');
      expect(await page.title()).toBe('Etapa 2 de 4 · Candidatura à mentoria Perfil Ético');
    }
  });

  test('differs from the title for other sites', async () => {
    const html = await (await fetch(`${site.server.url}/quiz`)).text();
    expect(html).toMatch(/<meta property="og:title" content="Perguntas do diagnóstico"/);
    expect(html).toMatch(/<title>Pergunta 1 de 4/);
  });
});

describe('a phone’s keyboard', () => {
  /** Each text field in order, with its keyboard attributes. */
  const fieldsOf = (page: Page, form: string) =>
    page
      .locator(`${form} input:is([type=text],[type=email],[type=tel])`)
      .evaluateAll((fields) =>
        (fields as HTMLInputElement[]).map(({ name, type, enterKeyHint, autocapitalize }) => [
          name,
          type,
          enterKeyHint,
          autocapitalize,
        ]),
      );

  test.each([true, false])('suits each field, with script: %s', async (javaScriptEnabled) => {
    const { page } = await site.visit('/', { javaScriptEnabled });
    expect(await fieldsOf(page, 'main form')).toEqual([
      ['name', 'text', 'next', 'words'],
      ['email', 'email', 'next', 'none'],
      ['phone', 'tel', 'send', ''],
    ]);
    await page.goto(`${site.server.url}/form-aplicacao`);
    expect(await fieldsOf(page, 'main form')).toEqual([
      ['nome', 'text', 'next', 'words'],
      ['whatsapp', 'tel', 'next', ''],
      ['email', 'email', 'send', 'none'],
    ]);
  });

  test('has a "next" key that goes to the next field, and a "send" key that submits', async () => {
    const { page } = await site.visit('/', { hasTouch: true, isMobile: true });
    const at = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await page.locator('[name=name]').tap();
    await page.keyboard.type('Ana Prado');
    await untilFormRuns(page);
    await page.keyboard.press('Enter');
    expect(await at()).toBe('email');
    expect(await page.locator('form [id$=-error]:not([hidden])').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await at()).toBe('phone');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('form [id$=-error]:not([hidden])').count()).toBe(2);
  });

  test('differs from a desktop keyboard, whose Enter submits from every field', async () => {
    const { page } = await site.visit('/', { viewport: { width: 1440, height: 900 } });
    await page.locator('[name=name]').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('form [id$=-error]:not([hidden])').count()).toBe(3);
  });
});
