import { describe, expect, test } from 'vitest';
import { answerAll, chosen } from '../harness/diagnostic.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite({ whole: true });

describe('returning to a page in the back-forward cache', () => {
  test('the quiz is unchanged', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    await driver.choose(5);
    await page.evaluate(() => Object.assign(window, { kept: true }));
    await page.goto(`${site.server.url}/consultoria`);
    await driver.back();
    expect(await page.evaluate(() => 'kept' in window), 'the page came out of the back-forward cache').toBe(true);
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['5']);
    await driver.next();
    await driver.expectScreen('quiz.engajamento');
  });

  test('the sign-up can be sent again', async () => {
    const { page, driver } = await site.visit('/');
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana@exemplo.com.br');
    await driver.type('phone', '21912345678');
    await page.evaluate(() => Object.assign(window, { kept: true }));
    await driver.submit();
    await page.waitForURL('**/consultoria?**');
    await driver.back();
    await page.waitForURL(`${site.server.url}/`);
    const submit = page.locator('form [type=submit]');
    await expect.poll(() => submit.textContent()).toBe('Quero saber mais');
    expect(await submit.isEnabled()).toBe(true);
  });
});
