import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { answerAll, chosen } from '../harness/diagnostic.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();

const empty = ['Aviso', 'Por favor, selecione uma opção para continuar.'] as const;
const previous = (page: Page) => page.locator('[data-question] [data-previous]');
const next = (page: Page) => page.locator('[data-question] [type=submit]');

describe('the questions', () => {
  test('each asks for an answer, goes back to the earlier one, and the last reads Finalizar', async () => {
    const { page, driver, complaints } = await site.visit('/quiz');
    expect(await previous(page).isDisabled()).toBe(true);
    await driver.next();
    await driver.expectToast(...empty);
    await driver.choose(10);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual([]);
    expect(await previous(page).isDisabled()).toBe(false);
    await driver.next();
    await driver.expectToast(...empty);
    await driver.expectScreen('quiz.frequencia');
    await driver.choose(5);
    await driver.choose(0);
    expect(await chosen(page)).toEqual(['0']);
    await driver.previous();
    await driver.expectScreen('quiz.perfil');
    expect(await chosen(page)).toEqual(['10']);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['0']);
    await driver.next();
    await driver.expectScreen('quiz.engajamento');
    expect(await next(page).textContent()).toBe('Próxima');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.autoridade');
    expect(await next(page).textContent()).toBe('Finalizar');
    await driver.choose(5);
    await driver.next();
    await driver.expectScreen('identificacao');
    expect(await driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,0,10,5]')}`);
    expect(complaints).toEqual([]);
  });

  test('the answer stays chosen when the next question takes its place in the same form', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual([]);
    expect(await page.locator('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50');
  });

  test('a double click on Próxima goes one question on, without a complaint', async () => {
    const { page, driver } = await site.visit('/quiz');
    await driver.choose(10);
    await expect.poll(() => page.locator('[data-island]').getAttribute('data-state')).toBe('quiz.perfil');
    await next(page).dblclick();
    await driver.expectScreen('quiz.frequencia');
    await page.waitForTimeout(300);
    await driver.expectScreen('quiz.frequencia');
    expect(await page.locator('#toasts .toast').count()).toBe(0);
  });

  test('on a small screen the next question begins at its title', async () => {
    const { page, driver } = await site.visit('/quiz', { viewport: { width: 320, height: 480 } });
    await driver.choose(5);
    await next(page).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    const inView = () =>
      page.locator('[data-question] h1').evaluate((title) => {
        const { top, bottom } = title.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(inView).toBe(true);
  });
});

describe('going back and forward', () => {
  test('goes through the questions one by one, as they were answered', async () => {
    const { page, driver } = await site.visit('/diagnostico');
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    await driver.back();
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['5']);
    await driver.back();
    await driver.expectScreen('quiz.perfil');
    expect(await chosen(page)).toEqual(['10']);
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('quiz.frequencia');
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('quiz.engajamento');
    expect(await chosen(page)).toEqual([]);
    await driver.back();
    await driver.back();
    await driver.back();
    await driver.expectScreen('inicio');
    expect(await driver.address()).toBe('/diagnostico');
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('quiz.perfil');
    expect(await driver.address()).toBe('/quiz');
  });

  test('back before the new screen has its entry leads to the screen before it', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    await driver.choose(10);
    await next(page).evaluate((button: HTMLElement) => {
      button.click();
      history.back();
    });
    await page.waitForTimeout(300);
    await driver.expectScreen('quiz.engajamento');
    await driver.back();
    await driver.expectScreen('quiz.frequencia');
    await driver.back();
    await driver.expectScreen('quiz.perfil');
  });

  test('from the identification returns to the last question, and a changed answer changes the address', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');
    await driver.back();
    await driver.expectScreen('quiz.autoridade');
    expect(await driver.address()).toBe('/quiz');
    expect(await chosen(page)).toEqual(['0']);
    await driver.choose(10);
    await driver.next();
    await driver.expectScreen('identificacao');
    expect(await driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,5,10,10]')}`);
  });

  test('forward to a screen whose address says other answers shows the answers at hand', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');
    await driver.back();
    await driver.expectScreen('quiz.autoridade');
    await driver.choose(5);
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('identificacao');
    expect(await driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,5,10,5]')}`);
  });
});

describe('a reload', () => {
  test('at the third question goes on there, with the answers', async () => {
    const { page, driver, complaints } = await site.visit('/diagnostico');
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    await driver.choose(10);
    await page.reload();
    await driver.expectScreen('quiz.engajamento');
    expect(await chosen(page)).toEqual(['10']);
    await driver.previous();
    expect(await chosen(page)).toEqual(['5']);
    await driver.next();
    await driver.next();
    await driver.expectScreen('quiz.autoridade');
    await driver.choose(0);
    await driver.next();
    expect(await driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,5,10,0]')}`);
    expect(complaints).toEqual([]);
  });

  test('at the first question keeps what was chosen there', async () => {
    const { page, driver } = await site.visit('/quiz');
    await driver.choose(5);
    await expect.poll(() => page.locator('[data-island]').getAttribute('data-state')).toBe('quiz.perfil');
    // A copy of the tab, or a browser that restores no fields, has what the tab keeps and nothing else.
    await page.goto('about:blank');
    await page.goto(`${site.server.url}/quiz`);
    await expect.poll(() => chosen(page)).toEqual(['5']);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
  });

  test('then back goes to the question before, forward to this one', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    await page.reload();
    await driver.expectScreen('quiz.engajamento');
    await driver.back();
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['5']);
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('quiz.engajamento');
  });
});

describe('addresses', () => {
  test('an alias stays until another step is shown', async () => {
    const { driver } = await site.visit('/diagnostico/quiz');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    expect(await driver.address()).toBe('/diagnostico/quiz');
    await driver.back();
    await driver.expectScreen('quiz.perfil');
    expect(await driver.address()).toBe('/diagnostico/quiz');
    await driver.next();
    await answerAll(driver, [0, 0, 0]);
    await driver.expectScreen('identificacao');
    expect(await driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,0,0,0]')}`);
  });

  test('a parameter of another campaign does not stand in the way of the answers', async () => {
    const { driver } = await site.visit('/quiz?utm_source=insta&step=9');
    await answerAll(driver, [0, 0, 0, 0]);
    await driver.expectScreen('identificacao');
    expect(await driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[0,0,0,0]')}`);
  });
});
