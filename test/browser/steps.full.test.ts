/** The screens of a flow are drawn from the HTML of the server, without React. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { answerAll, chosen, identify } from '../harness/diagnostic.ts';
import { heldResponses } from '../harness/held-responses.ts';
import { pauseClock } from '../harness/page-time.ts';
import { hasReact, isAwake, islandCode, reactCode, visitSite } from '../harness/site-visits.ts';

const live = visitSite({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
const traced = visitSite({ alone: true });

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName);
const ana = { nome: 'Ana Souza', email: 'ana@example.com', wa: '(11) 98765-4321' };
const legend = (page: Page) => page.locator('[data-question] legend').textContent();

describe('without React', () => {
  const lost = { before: (page: Page) => page.route(reactCode, (route) => route.abort()) };

  test('questions are answered, with titles, focus, progress, errors and history', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    await driver.next();
    await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
    expect(await page.locator('[role=radiogroup]').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('[id=question-perfil-error]').textContent()).toBe(
      'Por favor, selecione uma opção para continuar.',
    );
    expect(await page.locator('[role=radiogroup]').getAttribute('aria-describedby')).toContain('question-perfil-error');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('perfil');
    await driver.choose(10);
    expect(await page.locator('[role=radiogroup]').getAttribute('aria-invalid')).toBeNull();
    expect(await page.locator('[id=question-perfil-error]').isVisible()).toBe(false);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    expect(await legend(page)).toBe('Com que frequência você publica conteúdo profissional?');
    expect(await page.locator('#toasts .toast').count()).toBe(0);
    await expect.poll(() => page.title()).toMatch(/^Pergunta 2 de 4 · /);
    expect(await focused(page)).toBe('radiogroup');
    expect(await page.locator('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50');
    expect(await chosen(page)).toEqual([]);
    await answerAll(driver, [5, 0]);
    await driver.expectScreen('quiz.autoridade');
    expect(await page.locator('[data-question] [type=submit]').textContent()).toBe('Finalizar');
    await driver.back();
    await driver.expectScreen('quiz.engajamento');
    expect(await chosen(page)).toEqual(['0']);
    await driver.previous();
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['5']);
    await expect.poll(() => driver.address()).toBe('/quiz');
    expect(await hasReact(page)).toBe(false);
  });

  test('a form is shown, sent and waited for; React draws what depends on the answers', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5, 10]);
    await driver.choose(0);
    await driver.next();
    await driver.expectScreen('identificacao');
    const address = `/identificacao?answers=${encodeURIComponent('[10,5,10,0]')}`;
    await expect.poll(() => driver.address()).toBe(address);
    expect(await focused(page)).toBe('H1');
    for (const form of await page.locator('form[method=post]').all())
      expect(await form.getAttribute('action')).toBe(address);
    await driver.back();
    await driver.expectScreen('quiz.autoridade');
    expect(await chosen(page)).toEqual(['0']);
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('identificacao');
    await identify(driver, ana);
    await driver.submit();
    // The screen of the form stays, and says that it waits.
    await expect.poll(() => page.locator('form[data-form] [type=submit]').getAttribute('aria-busy')).toBe('true');
    expect(await hasReact(page)).toBe(false);
    await page.unroute(reactCode);
    await page.locator('form[data-form]').press('Tab');
    await driver.expectScreen('resultado');
    await expect.poll(() => hasReact(page)).toBe(true);
  });

  test('a reload keeps what was typed into a form that is only shown', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5, 10, 0]);
    await identify(driver, ana);
    await page.locator('[name=consent]').uncheck();
    await page.reload();
    await expect.poll(() => page.locator('[name=nome]').inputValue()).toBe('Ana Souza');
    await expect.poll(() => page.locator('[name=wa]').inputValue()).toBe('(11) 98765-4321');
    expect(await page.locator('[name=consent]').isChecked()).toBe(false);
  });

  test('a reload continues at the same question', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5]);
    await driver.choose(10);
    await page.reload();
    await driver.expectScreen('quiz.engajamento');
    expect(await chosen(page)).toEqual(['10']);
    await driver.back();
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['5']);
  });

  test('a reload shows no other question before that of the visit', async () => {
    const { page, driver } = await live.visit('/quiz', {
      before: async (page) => {
        await page.addInitScript(() => {
          const frames: unknown[] = [];
          const look = (): void => {
            const legend = document.querySelector<HTMLElement>('[data-question] legend');
            const text = legend?.checkVisibility({ visibilityProperty: true }) ? legend.textContent : null;
            if (text && frames.at(-1) !== text) frames.push(text);
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
          Object.assign(window, { frames });
        });
        await lost.before(page);
      },
    });
    await answerAll(driver, [10, 5]);
    await driver.choose(10);
    const question = await legend(page);
    await page.reload();
    await driver.expectScreen('quiz.engajamento');
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    expect(await page.evaluate(() => (window as unknown as { frames: string[] }).frames)).toEqual([question]);
    expect(await chosen(page)).toEqual(['10']);
    expect(await page.locator('[role=progressbar]').getAttribute('aria-valuenow')).toBe('75');
  });

  test('a reload whose code does not arrive shows the question of the page', async () => {
    const { page, driver } = await live.visit('/quiz');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    // The response is held, not refused: the page gets no error.
    await page.route(islandCode, () => {});
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => page.locator('[data-question] legend').isVisible()).toBe(true);
    expect(await isAwake(page)).toBe(false);
  });

  test('a chosen option is drawn whole in one frame', async () => {
    const { page } = await live.visit('/quiz', lost);
    const animated = await page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-question] [type=radio]')?.click();
      return document.getAnimations().map((each) => (each.effect as KeyframeEffect).target?.className);
    });
    expect(animated).toEqual([]);
    expect(await chosen(page)).toEqual(['0']);
  });

  test('Back from the second question leads to the first one, however busy the browser is', async () => {
    const { page, driver } = await live.visit('/termos-de-uso', {
      before: (page) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 })),
    });
    await page.goto(`${live.server.url}/quiz`);
    await driver.choose(10);
    await page.locator('[data-question] [type=submit]').click();
    await expect.poll(() => legend(page)).toBe('Com que frequência você publica conteúdo profissional?');
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(() => setTimeout(next)))));
    await page.goBack({ waitUntil: 'commit' });
    expect(new URL(page.url()).pathname).toBe('/quiz');
    await expect.poll(() => page.locator('[data-question]').getAttribute('data-question')).toBe('perfil');
    expect(await chosen(page)).toEqual(['10']);
  });

  test('a press that the flow delays shows that it was taken, and leads on by itself', async () => {
    const { page, driver } = await live.visit('/diagnostico', {
      before: async (page) => {
        await page.clock.install();
        await lost.before(page);
      },
    });
    await expect.poll(() => isAwake(page)).toBe(true);
    // On a busy machine the delay could be over before the test looks.
    await pauseClock(page);
    const button = page.locator('[data-send=begin]');
    await driver.press('begin');
    await expect.poll(() => button.textContent()).toBe('Preparando…');
    await button.click({ force: true, timeout: 300 }).catch(() => {});
    await page.clock.runFor(590);
    expect(await page.locator('[data-island]').getAttribute('data-screen')).toBe('inicio');
    await page.clock.runFor(20);
    await page.clock.resume();
    await driver.expectScreen('quiz.perfil');
    await expect.poll(() => driver.address()).toBe('/quiz');
    await expect.poll(() => page.title()).toMatch(/^Pergunta 1 de 4 · /);
    await driver.back();
    await driver.expectScreen('inicio');
    expect(await button.textContent()).toBe('Começar meu diagnóstico');
    await page.goForward();
    await driver.expectScreen('quiz.perfil');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    expect(await hasReact(page)).toBe(false);
  });

  test('every screen has the structure that axe requires', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    for (const answer of [10, 5, 0, 10]) {
      await driver.next();
      expect(await violations(page)).toEqual([]);
      await answerAll(driver, [answer]);
      expect(await violations(page)).toEqual([]);
    }
    await driver.expectScreen('identificacao');
  });
});

describe('the island', () => {
  test('stays at its question after a link within the page', async () => {
    const { page, driver, complaints } = await traced.visit('/quiz');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    await expect.poll(() => isAwake(page)).toBe(true);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.evaluate(() => location.assign('#main'));
    await expect.poll(() => page.evaluate(() => history.state?.screen)).toBe('quiz.engajamento');
    await answerAll(driver, [0]);
    await driver.expectScreen('quiz.autoridade');
    await driver.back();
    await driver.expectScreen('quiz.engajamento');
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('performs what was done before it was there, and keeps the elements and the focus', async () => {
    const { before, release } = heldResponses(islandCode);
    const { page, driver, complaints } = await traced.visit('/quiz', { before });
    await page.locator('[data-question] [type=submit]').click();
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('[data-island] *')) Object.assign(element, { kept: true });
    });
    expect(await isAwake(page)).toBe(false);
    release();
    await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
    expect(
      await page
        .locator('[data-island] *')
        .evaluateAll((all) => all.every((element) => (element as { kept?: boolean }).kept)),
    ).toBe(true);
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('radio');
    expect(complaints).toEqual([]);
  });
});
