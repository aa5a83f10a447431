import type { Page, Route } from 'playwright';
import { describe, expect, test } from 'vitest';
import { denyStorage } from '../harness/denied-storage.ts';
import { answerAll, identificationOf, identify, maria } from '../harness/diagnostic.ts';
import { heldResponses, hold } from '../harness/held-responses.ts';
import { keepToasts, stopClock } from '../harness/page-time.ts';
import { settled } from '../harness/painted.ts';
import {
  isAwake,
  type SiteVisitor,
  untilFormRuns,
  type VisitOptions,
  visitSite,
  watchCalls,
} from '../harness/site-visits.ts';

const site = visitSite();

const start = '**/api/diagnostico/start';
const failed = [
  'Erro',
  'Ocorreu um erro ao processar sua solicitação. Por favor, tente novamente mais tarde.',
] as const;
const invalid = (page: Page) =>
  page.locator('[aria-invalid=true]').evaluateAll((all) => all.map((one) => one.getAttribute('name')));
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

describe('validation', () => {
  test('consent is ticked by default; errors are shown one at a time, in field order, as a toast and at the field', async () => {
    const { page, driver, complaints } = await site.visit(identificationOf([10, 5, 10, 0]));
    expect(await page.locator('[name=consent]').isChecked()).toBe(true);
    await driver.type('consent', false);
    const steps = [
      { field: 'nome', text: 'Por favor, informe seu nome completo.', bad: ['   '], good: 'Maria' },
      {
        field: 'email',
        text: 'Por favor, informe um e-mail válido.',
        bad: ['maria', 'maria@exemplo', 'maria @exemplo.com'],
        good: 'maria@exemplo.com.br',
      },
      { field: 'wa', text: 'Por favor, informe um número de WhatsApp válido.', bad: ['119876543'], good: '1198765432' },
    ];
    for (const { field, text, bad, good } of steps) {
      for (const value of ['', ...bad]) {
        await driver.type(field, value);
        await driver.submit();
        await driver.expectToast('Aviso', text);
        await driver.expectFieldError(field, text);
        await expect.poll(() => invalid(page)).toEqual([field]);
        expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(field);
      }
      await driver.type(field, good);
      await expect.poll(() => invalid(page)).toEqual([]);
      expect(await page.locator('form [id$=-error]:not([hidden])').count()).toBe(0);
    }
    await driver.submit();
    const consent = 'É necessário autorizar o recebimento de contato para prosseguir.';
    await driver.expectToast('Aviso', consent);
    await driver.expectFieldError('consent', consent);
    await driver.type('consent', true);
    await expect.poll(() => invalid(page)).toEqual([]);
    await driver.submit();
    await driver.expectScreen('resultado');
    expect(complaints).toEqual([]);
  });
});

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

describe('a failed start', () => {
  const ways: [name: string, respond: (route: Route) => Promise<void>][] = [
    ['with a message of the server', (route) => route.fulfill({ status: 500, json: { message: 'Outra coisa' } })],
    ['without a word', (route) => route.fulfill({ status: 500, body: '<h1>oops</h1>' })],
  ];
  test('shows the toast, keeps everything, and the next attempt is one lead', async () => {
    const email = 'falha@exemplo.com.br';
    const { page, driver } = await ready(email, { before: keepToasts });
    const calls = watchCalls(page);
    let respond: ((route: Route) => Promise<void>) | undefined;
    await page.route(start, (route) => (respond === undefined ? route.continue() : respond(route)));
    for (const [name, answer] of ways) {
      respond = answer;
      await driver.submit();
      await driver.expectToast(...failed);
      await driver.expectScreen('identificacao');
      await expect.poll(() => driver.address(), { message: name }).toBe(identificationOf([10, 5, 10, 0]));
      expect(await filled(page), name).toEqual({ ...typedAll, email });
      await expect.poll(() => submitButton(page).isEnabled(), { message: name }).toBe(true);
      await page.locator('#toasts .toast').evaluate((toast) => toast.remove());
    }
    respond = undefined;
    await driver.submit();
    await driver.expectScreen('resultado');
    expect(leadsOf(email)).toHaveLength(1);
    expect(new Set(calls.map(({ body }) => body['uid']).filter(Boolean)).size).toBe(1);
  });

  test('with a lost response: the same submission is sent again and is one lead', async () => {
    const email = 'perdida@exemplo.com.br';
    const { page, driver } = await ready(email, { before: stopClock });
    const calls = watchCalls(page);
    let lost = 0;
    await page.route(start, async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await driver.submit();
    await driver.expectScreen('resultado');
    const starts = calls.filter(({ path }) => path.endsWith('/start'));
    expect(starts).toHaveLength(2);
    expect(new Set(starts.map(({ key }) => key)).size).toBe(1);
    expect(starts[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(leadsOf(email)).toHaveLength(1);
  });

  test('with a busy server or no network is retried before anything is shown', async () => {
    const email = 'teimosa@exemplo.com.br';
    const { page, driver } = await ready(email, { before: stopClock });
    let seen = 0;
    await page.route(start, (route) => {
      seen += 1;
      if (seen === 1) return route.fulfill({ status: 503, json: { message: 'Ocupado' } });
      return seen === 2 ? route.abort('internetdisconnected') : route.continue();
    });
    await driver.submit();
    await driver.expectScreen('resultado');
    await expect.poll(() => page.locator('#toasts .toast').count()).toBe(0);
    expect(leadsOf(email)).toHaveLength(1);
  });

  test('after all retries shows the toast; the second submission repeats the first', async () => {
    const email = 'desligada@exemplo.com.br';
    const { page, driver } = await ready(email);
    const calls = watchCalls(page);
    await page.clock.install();
    let failing = true;
    await page.route(start, (route) => (failing ? route.abort('connectionrefused') : route.continue()));
    await driver.submit();
    const toast = page.locator('#toasts .toast');
    await expect
      .poll(
        async () => {
          await page.clock.runFor(500);
          return toast.count();
        },
        { interval: 20 },
      )
      .toBe(1);
    await driver.expectToast(...failed);
    expect(await filled(page)).toEqual({ ...typedAll, email });
    failing = false;
    await driver.submit();
    await driver.expectScreen('resultado');
    const starts = calls.filter(({ path }) => path.endsWith('/start'));
    expect(starts.length).toBeGreaterThan(2);
    expect(new Set(starts.map(({ key }) => key)).size).toBe(1);
    expect(leadsOf(email)).toHaveLength(1);
  });
});

describe('submitting', () => {
  test('shows progress; a double click is one lead', async () => {
    const email = 'duas-vezes@exemplo.com.br';
    const { page, driver } = await ready(email);
    const calls = watchCalls(page);
    const release = await hold(page, start);
    await submitButton(page).dblclick();
    await expect.poll(() => submitButton(page).textContent()).toBe('Enviando…');
    expect(await submitButton(page).isDisabled()).toBe(true);
    expect(await submitButton(page).getAttribute('aria-busy')).toBe('true');
    release();
    await driver.expectScreen('resultado');
    expect(calls.filter(({ path }) => path.endsWith('/start'))).toHaveLength(1);
    expect(leadsOf(email)).toHaveLength(1);
  });

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

  test('is completed when the network returns', async () => {
    const email = 'offline@exemplo.com.br';
    const { page, driver } = await ready(email);
    await untilFormRuns(page);
    await page.context().setOffline(true);
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/diagnostico/'));
    await driver.submit();
    await lost;
    await settled(page);
    expect(await submitButton(page).getAttribute('aria-busy')).toBe('true');
    expect(leadsOf(email)).toHaveLength(0);
    await page.context().setOffline(false);
    await driver.expectScreen('resultado');
    expect(leadsOf(email)).toHaveLength(1);
    await expect.poll(() => page.locator('#toasts .toast').count()).toBe(0);
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
