import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { denyStorage } from '../harness/denied-storage.ts';
import { answerAll, identificationOf, identify, maria } from '../harness/diagnostic.ts';
import { heldResponses, hold } from '../harness/held-responses.ts';
import { isAwake, type SiteVisitor, type VisitOptions, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

const start = '**/api/diagnostico/start';
const failed = [
  'Erro',
  'Ocorreu um erro ao processar sua solicitação. Por favor, tente novamente mais tarde.',
] as const;
const submitButton = (page: Page) => page.locator('form[data-form] [type=submit]');
const leadsOf = (email: string) => site.records('diagnostico_leads').filter((lead) => lead['email'] === email);
const filled = async (page: Page) =>
  Object.fromEntries(
    await page
      .locator('form[data-form] [name]:not([type=hidden])')
      .evaluateAll((all) =>
        (all as HTMLInputElement[]).map((field) => [
          field.name,
          field.type === 'checkbox' ? field.checked : field.value,
        ]),
      ),
  );
const typedAll = { nome: maria.nome, wa: '(11) 98765-4321', consent: true };

/** A visitor with the form filled in; each test has its own e-mail, to find its leads by. */
async function ready(email: string, options: VisitOptions = {}): Promise<SiteVisitor> {
  const visitor = await site.visit(identificationOf([10, 5, 10, 0]), options);
  await identify(visitor.driver, { ...maria, email });
  return visitor;
}

describe('the phone', () => {
  test('is formatted while typing, and the caret stays at its digit', async () => {
    const { page } = await site.visit(identificationOf([0, 0, 0, 0]));
    const field = page.locator('[name=wa]');
    const caret = () => field.evaluate((one) => (one as HTMLInputElement).selectionStart);
    // The code of the mask is fetched with the first key, and formats what is there when it runs.
    await field.pressSequentially('11');
    await expect.poll(() => field.inputValue()).toBe('(11');
    await expect.poll(() => page.locator('[data-island]').getAttribute('data-state')).toBe('identificacao.ready');
    await field.pressSequentially('98765432');
    expect(await field.inputValue()).toBe('(11) 9876-5432');
    for (let pressed = 0; pressed < 4; pressed += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('0');
    expect(await field.inputValue()).toBe('(11) 98760-5432');
    expect(await caret()).toBe('(11) 98760'.length);
    await page.keyboard.press('Backspace');
    expect(await field.inputValue()).toBe('(11) 9876-5432');
    expect(await caret()).toBe('(11) 9876'.length);
    await page.keyboard.press('Delete');
    expect(await field.inputValue()).toBe('(11) 9876-432');
    await page.keyboard.press('End');
    for (let pressed = 0; pressed < 12; pressed += 1) await page.keyboard.press('Backspace');
    expect(await field.inputValue()).toBe('');
    await page.keyboard.insertText('+55 (11) 98765-4321');
    expect(await field.inputValue()).toBe('(11) 98765-4321');
    await page.keyboard.type('9');
    expect(await field.inputValue()).toBe('(11) 98765-4321');
  });
});

describe('the progress bar', () => {
  test('begins at 75 % and runs to 100 % after half a second', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [0, 0, 0, 0]);
    await driver.expectScreen('identificacao');
    // The animation is restarted and stepped by hand, because a busy machine paints the first frame late.
    const shares = await page.locator('.progress__bar').evaluate((bar) => {
      const { style } = bar as HTMLElement;
      const kept = style.cssText;
      style.animation = 'none';
      bar.getBoundingClientRect();
      style.cssText = kept;
      const [run] = bar.getAnimations();
      if (run === undefined) return null;
      run.pause();
      const whole = (bar.parentElement as HTMLElement).getBoundingClientRect().width;
      return [0, 499, 600, 5000].map((at) => {
        run.currentTime = at;
        return Math.round((bar.getBoundingClientRect().width / whole) * 100);
      });
    });
    expect(shares).toEqual([75, 75, expect.any(Number), 100]);
    expect(shares?.[2]).toBeGreaterThan(75);
    expect(shares?.[2]).toBeLessThan(100);
  });
});

describe('submitting', () => {
  test('keeps corrections made meanwhile when it fails', async () => {
    const { page, driver } = await ready('antes@exemplo.com.br');
    const release = await hold(page, start, (route) => route.fulfill({ status: 500, body: '' }));
    await driver.submit();
    await expect.poll(() => submitButton(page).isDisabled()).toBe(true);
    // Either the field accepts no input while sending, or it keeps the input: nothing typed may be lost.
    await page.locator('[name=email]').focus();
    await page.keyboard.type('X');
    const shown = await page.locator('[name=email]').inputValue();
    release();
    await driver.expectToast(...failed);
    expect(await page.locator('[name=email]').inputValue()).toBe(shown);
    await page.locator('[name=email]').fill('depois@exemplo.com.br');
    expect(await page.locator('[name=email]').inputValue()).toBe('depois@exemplo.com.br');
  });

  test('takes what is typed while it waits for the rules', async () => {
    const email = 'durante@exemplo.com.br';
    const { before, release } = heldResponses('**/_f/assets/rules-*.js');
    const { page, driver } = await site.visit(identificationOf([10, 5, 10, 0]), { before });
    await identify(driver, { ...maria, email: 'antes@exemplo.com.br' });
    await expect.poll(() => isAwake(page)).toBe(true);
    await driver.submit();
    await page.locator('[name=email]').fill(email);
    release();
    await driver.expectScreen('resultado');
    expect(leadsOf(email)).toHaveLength(1);
    expect(leadsOf('antes@exemplo.com.br')).toEqual([]);
  });

  test('shows a message when the form’s rules cannot be fetched, and loses nothing', async () => {
    const email = 'sem-regras@exemplo.com.br';
    let away = true;
    let refused = 0;
    const { page, driver } = await site.visit(identificationOf([10, 5, 10, 0]), {
      before: (page) =>
        page.route('**/_f/assets/rules-*.js', (route) => {
          if (!away) return route.continue();
          refused += 1;
          return route.abort('internetdisconnected');
        }),
    });
    await identify(driver, { ...maria, email });
    await driver.submit();
    await driver.expectToast('Ainda sem resposta', 'A conexão está lenta ou caiu. O que você preencheu continua aqui.');
    expect(refused).toBeGreaterThan(0);
    // Without the code of masks the number may be unformatted.
    const { wa, ...others } = await filled(page);
    expect({ ...others, wa: String(wa).replace(/\D/g, '') }).toEqual({ ...typedAll, wa: maria.wa, email });
    away = false;
    await driver.submit();
    await driver.expectScreen('resultado');
    expect(leadsOf(email)).toHaveLength(1);
  });
});

test('a reload keeps the drawn id of the visit, so that both submissions are one lead', async () => {
  const email = 'recarregada@exemplo.com.br';
  const { page, driver } = await ready(email);
  const calls = watchCalls(page);
  await page.route('**/api/diagnostico/finish', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await driver.submit();
  await driver.expectToast(...failed);
  await page.reload();
  await driver.expectScreen('identificacao');
  await expect.poll(() => filled(page)).toEqual({ ...typedAll, email });
  await driver.submit();
  await driver.expectScreen('resultado');
  const uids = calls.filter(({ path }) => /(start|finish)$/.test(path)).map(({ body }) => body['uid']);
  expect(uids).toHaveLength(4);
  expect(new Set(uids).size).toBe(1);
  expect(new URL(page.url()).searchParams.get('uid')).toBe(uids[0]);
  expect(new Set(leadsOf(email).map((lead) => lead['uid'])).size).toBe(1);
});

describe('session storage', () => {
  test('keeps personal data during the visit, in the tab only, and not after its end', async () => {
    const { page, driver } = await ready('segredo@exemplo.com.br');
    const personal = ['Maria', 'Souza', 'segredo', '98765', '4321'];
    const keptBy = (storage: 'sessionStorage' | 'localStorage') =>
      page.evaluate((name) => JSON.stringify({ ...window[name] }), storage);
    const outside = async () => (await keptBy('localStorage')) + (await page.evaluate(() => document.cookie));
    await driver.submit();
    await driver.expectScreen('resultado');
    await driver.back();
    await driver.expectScreen('identificacao');
    expect(await page.locator('[name=email]').inputValue()).toBe('segredo@exemplo.com.br');
    for (const value of personal) expect(await outside()).not.toContain(value);
    expect(await keptBy('sessionStorage')).toContain('segredo');
    await driver.submit();
    await driver.expectScreen('resultado');
    await driver.press('talk');
    await driver.expectScreen('obrigado');
    await expect.poll(() => keptBy('sessionStorage')).not.toContain('segredo');
    for (const value of personal) expect((await keptBy('sessionStorage')) + (await outside())).not.toContain(value);
  });
});

test('without storage, Forward after a reload leads to the result of the address', async () => {
  const { page, driver, complaints } = await ready('sem-memoria@exemplo.com.br', { before: denyStorage });
  await driver.submit();
  await driver.expectScreen('resultado');
  const address = await driver.address();
  expect(address).toMatch(/^\/resultado\?uid=./);
  await page.locator('[role=meter]').waitFor();
  const score = await page.locator('h2, h1').allTextContents();
  await driver.back();
  await driver.expectScreen('identificacao');
  await page.reload();
  await driver.type('nome', 'Ana');
  await page.goForward({ waitUntil: 'commit' });
  await driver.expectScreen('resultado');
  await expect.poll(() => page.locator('h2, h1').allTextContents()).toEqual(score);
  await expect.poll(() => driver.address()).toBe(address);
  expect(complaints).toEqual([]);
});
