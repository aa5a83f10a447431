import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { answerAll, chosen } from '../harness/diagnostic.ts';
import { settled } from '../harness/painted.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();

const empty = ['Aviso', 'Por favor, selecione uma opção para continuar.'] as const;
const previous = (page: Page) => page.locator('[data-question] [data-previous]');
const next = (page: Page) => page.locator('[data-question] [type=submit]');

describe('the questions', () => {
  test('require an answer, allow going back, and end with Finalizar', async () => {
    const { page, driver, complaints } = await site.visit('/quiz');
    expect(await previous(page).isDisabled()).toBe(true);
    await driver.next();
    await driver.expectToast(...empty);
    await driver.choose(10);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual([]);
    expect(await page.locator('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50');
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
    await expect.poll(() => driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,0,10,5]')}`);
    expect(complaints).toEqual([]);
  });

  test('advance by one on a double click on Próxima, without an error', async () => {
    const { page, driver } = await site.visit('/quiz');
    await driver.choose(10);
    await expect.poll(() => page.locator('[data-island]').getAttribute('data-state')).toBe('quiz.perfil');
    await next(page).dblclick();
    await driver.expectScreen('quiz.frequencia');
    await settled(page);
    await driver.expectScreen('quiz.frequencia');
    expect(await page.locator('#toasts .toast').count()).toBe(0);
  });

  test('scroll to the title of the next question on a small screen', async () => {
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

describe('back and forward', () => {
  test('go through the questions one by one, with their answers', async () => {
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
    await expect.poll(() => driver.address()).toBe('/diagnostico');
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('quiz.perfil');
    await expect.poll(() => driver.address()).toBe('/quiz');
  });

  test('before the new screen’s history entry is pushed, back leads to the previous screen', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    await driver.choose(10);
    // The frame waits for the way back: on a busy machine it may come first.
    await next(page).evaluate(
      (button: HTMLElement) =>
        new Promise<void>((done) => {
          const { requestAnimationFrame: draw } = window;
          const held: FrameRequestCallback[] = [];
          window.requestAnimationFrame = (run) => held.push(run);
          addEventListener(
            'popstate',
            () => {
              window.requestAnimationFrame = draw;
              for (const run of held) draw(run);
              done();
            },
            { once: true },
          );
          button.click();
          history.back();
        }),
    );
    await driver.expectScreen('quiz.engajamento');
    await driver.back();
    await driver.expectScreen('quiz.frequencia');
    await driver.back();
    await driver.expectScreen('quiz.perfil');
  });

  test('return from the identification to the last question; a changed answer changes the address', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');
    await driver.back();
    await driver.expectScreen('quiz.autoridade');
    await expect.poll(() => driver.address()).toBe('/quiz');
    expect(await chosen(page)).toEqual(['0']);
    await driver.choose(10);
    await driver.next();
    await driver.expectScreen('identificacao');
    await expect.poll(() => driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,5,10,10]')}`);
  });

  test('forward to a screen with other answers in its address shows the current answers', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');
    await driver.back();
    await driver.expectScreen('quiz.autoridade');
    await driver.choose(5);
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('identificacao');
    await expect.poll(() => driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,5,10,5]')}`);
  });
});

// `returning.full.test.ts` goes back and forward after a reload of each question.
describe('a reload', () => {
  test('at the third question continues there, with the answers', async () => {
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
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['5']);
    await driver.next();
    await driver.expectScreen('quiz.engajamento');
    await driver.next();
    await driver.expectScreen('quiz.autoridade');
    await driver.choose(0);
    await driver.next();
    await expect.poll(() => driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,5,10,0]')}`);
    expect(complaints).toEqual([]);
  });

  test('at the first question keeps the selected answer', async () => {
    const { page, driver } = await site.visit('/quiz');
    await driver.choose(5);
    await expect.poll(() => page.locator('[data-island]').getAttribute('data-state')).toBe('quiz.perfil');
    // Like a copied tab, or a browser that does not restore fields: only session storage is left.
    await page.goto('about:blank');
    await page.goto(`${site.server.url}/quiz`);
    await expect.poll(() => chosen(page)).toEqual(['5']);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
  });
});

describe('addresses', () => {
  test('an alias stays until another step is shown', async () => {
    const { driver } = await site.visit('/diagnostico/quiz');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    await expect.poll(() => driver.address()).toBe('/diagnostico/quiz');
    await driver.back();
    await driver.expectScreen('quiz.perfil');
    await expect.poll(() => driver.address()).toBe('/diagnostico/quiz');
    await driver.next();
    await answerAll(driver, [0, 0, 0]);
    await driver.expectScreen('identificacao');
    await expect.poll(() => driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,0,0,0]')}`);
  });

  test('parameters of another campaign do not affect the answers', async () => {
    const { driver } = await site.visit('/quiz?utm_source=insta&step=9');
    await answerAll(driver, [0, 0, 0, 0]);
    await driver.expectScreen('identificacao');
    await expect.poll(() => driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[0,0,0,0]')}`);
  });
});
