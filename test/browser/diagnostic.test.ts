import { describe, expect, test } from 'vitest';
import { answerAll, identificationOf, identify } from '../harness/diagnostic.ts';
import { visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

describe('the diagnostic', () => {
  test('runs from the intro to the thank-you page, and the lead is stored', async () => {
    const { page, driver, complaints } = await site.visit('/diagnostico');
    const before = site.records('diagnostico_leads').length;
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    await expect.poll(() => driver.address()).toBe('/quiz');
    await answerAll(driver, [10, 5, 10, 0]);
    await expect.poll(() => driver.address()).toBe(identificationOf([10, 5, 10, 0]));
    await identify(driver);
    const calls = watchCalls(page);
    await driver.submit();
    await driver.expectScreen('resultado');
    await expect.poll(() => page.getByText('63').first().isVisible()).toBe(true);
    expect(calls.map(({ path }) => path)).toEqual([
      '/api/diagnostico/start',
      '/api/diagnostico/finish',
      '/api/diagnostico/result',
    ]);
    const uid = calls[0]?.body['uid'];
    expect(calls[0]?.body).toEqual({
      uid,
      nome: 'Maria Clara Souza',
      email: 'maria@exemplo.com.br',
      wa: '(11) 98765-4321',
      timestamp: expect.anything(),
    });
    expect(calls[1]?.body).toEqual({
      uid,
      answers: [10, 5, 10, 0],
      score: 63,
      level: 'INTERMEDIARIO',
      focusPillar: 'AUTORIDADE',
      timestamp: expect.anything(),
    });
    await expect.poll(() => driver.address()).toBe(`/resultado?uid=${uid}`);

    const opened = page.context().waitForEvent('page');
    await driver.press('talk');
    const chat = await opened;
    await chat.waitForLoadState();
    const { searchParams, host } = new URL(chat.url());
    expect(host).toBe('wa.me');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      utm_src: 'quiz_completed',
      utm_level: 'INTERMEDIARIO',
      text: expect.stringContaining('Intermediário'),
    });
    expect(chat.url()).not.toContain('+');
    await driver.expectScreen('obrigado');
    await expect.poll(() => driver.address()).toBe(`/obrigado?uid=${uid}`);
    await expect.poll(() => page.locator('h1').first().textContent()).toContain('Maria');
    const leads = site.records('diagnostico_leads');
    expect(leads).toHaveLength(before + 1);
    expect(leads.at(-1)).toMatchObject({ uid, nome: 'Maria Clara Souza' });
    await expect
      .poll(() => site.records('diagnostico_clicks').at(-1))
      .toMatchObject({ uid, level: 'INTERMEDIARIO', utm_src: 'quiz_completed', utm_level: 'INTERMEDIARIO' });
    expect(complaints).toEqual([]);
  });
});
