/** What a visitor sees of a failed call, and what the site's server receives. */
import type { Dialog, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { identificationOf, identify, maria } from '../harness/diagnostic.ts';
import { passTime, stopClock } from '../harness/page-time.ts';
import { type SiteVisitor, untilFormRuns, type VisitOptions, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();
const endpoint = '**/api/consultoria';
const own = 'Estamos em manutenção.';
const fallback = 'Erro ao enviar dados. Tente novamente.';
const submitButton = (page: Page) => page.locator('form[data-form] [type=submit]');
const leadsOf = (email: string) => site.records('consultoria_leads').filter((lead) => lead['email'] === email);

/** The sign-up with its form filled in, and the alerts it shows. */
async function ready(email: string, options: VisitOptions = {}): Promise<SiteVisitor & { alerts: string[] }> {
  const visitor = await site.visit('/cadastro-consultoria', options);
  const alerts: string[] = [];
  visitor.page.on('dialog', (dialog: Dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  for (const [field, value] of Object.entries({ name: 'Ana Prado', email, phone: '21912345678' }))
    await visitor.driver.type(field, value);
  return { ...visitor, alerts };
}

/** Records every text of the button. */
const watchButton = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    const note = () => texts.push(document.querySelector('form[data-form] [type=submit]')?.textContent ?? '');
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const buttonTexts = async (page: Page): Promise<string[]> => [
  ...new Set(await page.evaluate(() => (window as unknown as { texts: string[] }).texts)),
];

/** Records the duration of each timer: the page's waits, independent of the machine's speed. */
const noteTimers = (page: Page) =>
  page.addInitScript(() => {
    const timers: number[] = [];
    const original = window.setTimeout;
    const noting = (handler: TimerHandler, delay = 0, ...values: unknown[]) => {
      timers.push(delay);
      return original(handler, delay, ...values);
    };
    Object.assign(window, { timers, setTimeout: noting });
  });
const timersBetween = async (page: Page, least: number, most: number): Promise<number[]> =>
  (await page.evaluate(() => (window as unknown as { timers: number[] }).timers)).filter(
    (delay) => delay >= least && delay <= most,
  );

describe('a call that posts', () => {
  test('is retried twice after a 502, 503 or 504, then shows the server’s message', async () => {
    const { page, driver, alerts } = await ready('ocupado@exemplo.com.br', {
      before: (page) => Promise.all([noteTimers(page), stopClock(page)]),
    });
    const calls = watchCalls(page);
    let status = 0;
    await page.route(endpoint, (route) => route.fulfill({ status, json: { message: own } }));
    // Until then the button is drawn again, as it is.
    await untilFormRuns(page);
    await watchButton(page);
    for (const each of [502, 503, 504]) {
      status = each;
      await driver.submit();
      await expect.poll(() => alerts, { message: `${each}` }).toEqual([own]);
      await expect.poll(() => submitButton(page).isEnabled()).toBe(true);
      expect(await timersBetween(page, 500, 750), `${each}`).not.toEqual([]);
      expect(await timersBetween(page, 1200, 1800), `${each}`).not.toEqual([]);
      expect(calls, `${each}`).toHaveLength(3);
      expect(new Set(calls.map(({ key }) => key)).size, `${each}`).toBe(1);
      const texts = ['Processando...', 'Tentando de novo…', 'Quero saber mais'];
      expect(await buttonTexts(page), `${each}`).toEqual(texts);
      for (const seen of [alerts, calls]) seen.length = 0;
      await page.evaluate(() => {
        const { timers, texts } = window as unknown as { timers: number[]; texts: string[] };
        for (const seen of [timers, texts]) seen.length = 0;
      });
    }
  });

  test('is not retried after a 429, 500, 501 or 505', async () => {
    const { page, driver, alerts } = await ready('recusado@exemplo.com.br');
    const calls = watchCalls(page);
    let status = 0;
    await page.route(endpoint, (route) => route.fulfill({ status, json: { message: own } }));
    for (const each of [429, 500, 501, 505]) {
      status = each;
      await driver.submit();
      await expect.poll(() => alerts, { message: `${each}` }).toEqual([own]);
      expect(calls, `${each}`).toHaveLength(1);
      await expect.poll(() => submitButton(page).isEnabled()).toBe(true);
      alerts.length = 0;
      calls.length = 0;
    }
  });

  test('keeps the server’s message when the network is lost afterwards', async () => {
    const { page, driver, alerts } = await ready('palavras@exemplo.com.br', { before: stopClock });
    let seen = 0;
    await page.route(endpoint, (route) => {
      seen += 1;
      return seen === 1 ? route.fulfill({ status: 503, json: { message: own } }) : route.abort('connectionreset');
    });
    await driver.submit();
    await expect.poll(() => alerts).toEqual([own]);
    expect(seen).toBe(3);
  });

  test('does not wait for a retry without a response', async () => {
    const { page, driver, alerts } = await ready('mudo@exemplo.com.br', {
      before: (page) => Promise.all([noteTimers(page), stopClock(page)]),
    });
    let seen = 0;
    await page.route(endpoint, async (route) => {
      seen += 1;
      await passTime(page, seen === 1 ? 1100 : 2900);
      if (seen === 1) await route.fulfill({ status: 503, json: { message: own } });
    });
    await driver.submit();
    await expect.poll(() => alerts).toEqual([own]);
    // The retry is abandoned 4 s after the first attempt began, of which these have passed.
    expect(await timersBetween(page, 1900, 3500)).toEqual([2900]);
    expect(seen).toBe(2);
  });
});

test('a reading call is made once, and its failure is logged with the status and the text of the response', async () => {
  const { page, driver } = await site.visit(identificationOf([10, 5, 10, 0]));
  await identify(driver, { ...maria, email: 'leitura@exemplo.com.br' });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  let seen = 0;
  await page.route('**/api/diagnostico/result**', (route) => {
    seen += 1;
    return route.fulfill({ status: 503, body: 'banco fora do ar' });
  });
  await driver.submit();
  await driver.expectToast('Erro ao carregar resultados', 'Por favor, tente novamente mais tarde.');
  expect(seen).toBe(1);
  await expect.poll(() => logged.join('\n')).toContain('503: banco fora do ar');
});

describe('in a browser that lacks an API', () => {
  test('a page on plain http, without randomUUID and subtle, signs up with a key as in RFC 9562', async () => {
    const email = 'escritorio@exemplo.com.br';
    const { page, driver } = await ready(email, {
      before: (page) =>
        page.addInitScript(() => {
          Object.defineProperty(crypto, 'randomUUID', { value: undefined });
          Object.defineProperty(crypto, 'subtle', { value: undefined });
        }),
    });
    const calls = watchCalls(page);
    await driver.submit();
    await page.waitForURL('**/consultoria?**');
    expect(calls[0]?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(leadsOf(email)).toHaveLength(1);
  });

  test.each(['getRandomValues', 'fetch'])('an exception in %s is the failed state', async (missing) => {
    const email = `excecao-${missing.toLowerCase()}@exemplo.com.br`;
    const { page, driver, alerts } = await ready(email);
    await page.locator('[data-island][data-state]').waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate((name) => {
      const owner = name === 'fetch' ? window : crypto;
      Object.defineProperty(owner, name, {
        configurable: true,
        value: () => {
          throw new Error(`no ${name}`);
        },
      });
    }, missing);
    await driver.submit();
    await expect.poll(() => alerts).toEqual([fallback]);
    await expect.poll(() => submitButton(page).isEnabled()).toBe(true);
  });
});
