/** Funnels in one file, on a server with an empty data folder. */
import { describe, expect, test } from 'vitest';
import { fixtureFolder } from '../harness/fixture-sites.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite({ funnels: fixtureFolder('short') });

describe.each([
  ['with', true],
  ['without', false],
] as const)('%s JavaScript', (way, javaScriptEnabled) => {
  test('the form of a funnel in one file is checked, stored and followed by its thanks', async () => {
    const { page, driver, complaints } = await site.visit('/aviso?utm_source=carta', { javaScriptEnabled });
    expect(await page.title()).toContain('Receba um aviso da próxima turma');
    expect(await page.locator('h1').textContent()).toBe('Seja avisado da próxima turma');
    await driver.type('nome', 'Ana Prado');
    await driver.submit();
    await expect.poll(() => page.locator('[name=email]').getAttribute('aria-invalid')).toBe('true');
    await driver.expectFieldError('email', 'Diga o seu e-mail');
    const email = `ana-${way}@exemplo.com.br`;
    await driver.type('email', email);
    await driver.submit();
    await driver.expectScreen('thanks');
    expect(new URL(page.url()).pathname).toBe('/aviso/pronto');
    expect(await page.locator('h1').textContent()).toBe('Você será avisado');
    expect(site.records('aviso_leads').filter((lead) => lead['email'] === email)).toMatchObject([
      { nome: 'Ana Prado', email, utm_source: 'carta' },
    ]);
    expect(complaints).toEqual([]);
  });

  test('the quiz of a funnel in one file leads over its form to the result of its score', async () => {
    const { page, driver, complaints } = await site.visit('/nivel', { javaScriptEnabled });
    await driver.press('begin');
    for (const [index, value] of [10, 5, 0, 5].entries()) {
      await driver.expectScreen(`questions.q${index + 1}`);
      await driver.choose(value);
      await driver.next();
      await page.waitForLoadState();
    }
    await driver.expectScreen('form');
    const email = `bia-${way}@exemplo.com.br`;
    for (const [name, value] of Object.entries({ nome: 'Bia Reis', email, whatsapp: '11987654321' }))
      await driver.type(name, value);
    await driver.submit();
    await driver.expectScreen('result');
    expect(await page.locator('main').textContent()).toContain('Você está no caminho');
    expect(await page.getByRole('link', { name: 'Quero ajuda para começar' }).count()).toBe(0);
    expect(site.records('nivel_leads').filter((lead) => lead['email'] === email)).toMatchObject([
      { nome: 'Bia Reis', email, answers: [10, 5, 0, 5], score: 50, result: 'medio' },
    ]);
    expect(complaints).toEqual([]);
  });
});
