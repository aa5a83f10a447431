import { describe, expect, test } from 'vitest';
import { keepToasts } from '../harness/page-time.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();

const missing = 'Informações das respostas não encontradas. Volte para o início.';
const invalid = 'Formato de respostas inválido. Volte para o início.';
const nobody = 'Parâmetro de identificação ausente. Retorne à página inicial.';
const unknownUid = '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';
const markup = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

const cases: [address: string, text: string][] = [
  ['/identificacao', missing],
  ['/diagnostico/identificacao', missing],
  ['/identificacao?answers=', missing],
  ['/identificacao?answers=[10,5', invalid],
  ['/identificacao?answers=%E0%A4%A', invalid],
  ['/identificacao?answers=[10,5,10]', invalid],
  ['/identificacao?answers=[10,5,10,7]', invalid],
  ['/identificacao?answers=[10,5,10,null]', invalid],
  ['/identificacao?answers={"0":10}', invalid],
  ['/identificacao?answers="10,5,10,0"', invalid],
  [`/identificacao?answers=${encodeURIComponent(markup)}`, invalid],
  [`/identificacao?answers=${'1'.repeat(3000)}`, invalid],
  ['/resultado', nobody],
  ['/diagnostico/resultado', nobody],
  ['/resultado?uid=', nobody],
  ['/resultado?uid=123', nobody],
  [`/resultado?uid=${encodeURIComponent(markup)}`, nobody],
  ['/obrigado', nobody],
  ['/diagnostico/obrigado?uid=nobody', nobody],
  [`/obrigado?uid=${encodeURIComponent(`${unknownUid}'--`)}`, nobody],
];

describe('an address without the values of its step', () => {
  test('leads to the intro, and a toast explains why', async () => {
    const { page, driver, complaints } = await site.visit('/', { before: keepToasts });
    for (const [address, text] of cases) {
      await page.goto(site.server.url + address);
      await driver.expectToast('Erro', text);
      await expect.poll(() => driver.address(), { message: address }).toBe('/diagnostico');
      await driver.expectScreen('inicio');
      expect(await page.getByRole('button', { name: 'Começar meu diagnóstico' }).isVisible(), address).toBe(true);
      expect(await page.locator('#toasts .toast').count(), address).toBe(1);
      expect(await page.evaluate(() => 'hacked' in window), address).toBe(false);
    }
    expect(complaints).toEqual([]);
  });

  test('without JavaScript too: the intro and the reason are in the HTML', async () => {
    const { page } = await site.visit(cases[0]?.[0] as string, { javaScriptEnabled: false });
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Começar meu diagnóstico' }).isVisible()).toBe(true);
    for (const [address, text] of cases) {
      const html = await (await fetch(site.server.url + address)).text();
      const [toasts = ''] = html.slice(html.indexOf('<div id="toasts"')).split('<script');
      expect(toasts, address).toContain(text);
      expect(html, address).toContain('Começar meu diagnóstico');
    }
  });

  test('allows the diagnostic to be started, with a clean address', async () => {
    const { driver } = await site.visit('/identificacao?answers=oops');
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    await expect.poll(() => driver.address()).toBe('/quiz');
    await driver.back();
    await driver.expectScreen('inicio');
    await expect.poll(() => driver.address()).toBe('/diagnostico');
  });

  test('shows the reason only once, not after a reload', async () => {
    const { page, driver } = await site.visit('/resultado', { before: keepToasts });
    await driver.expectToast('Erro', nobody);
    await page.reload();
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(await page.locator('#toasts .toast').count()).toBe(0);
  });
});

describe('a well-formed but unknown identification', () => {
  test('at the result: a toast, and no result', async () => {
    const { page, driver, complaints } = await site.visit(`/resultado?uid=${unknownUid}`, { before: keepToasts });
    await driver.expectToast('Erro ao carregar resultados', 'Por favor, tente novamente mais tarde.');
    await driver.expectScreen('resultado');
    await expect.poll(() => driver.address()).toBe(`/resultado?uid=${unknownUid}`);
    expect(((await page.locator('[data-island]').textContent()) ?? '').trim()).toBe('');
    expect(complaints).toEqual([]);
  });

  test('at the thank-you page: a greeting without a name', async () => {
    const { page, driver, complaints } = await site.visit(`/obrigado?uid=${unknownUid}`);
    await driver.expectScreen('obrigado');
    expect(await page.locator('h1').textContent()).toBe('Obrigado!');
    expect(await page.locator('#toasts .toast').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
