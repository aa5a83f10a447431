/** On a slow or lost network, a message appears within two seconds, and no input or submission is lost. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { untilStep } from '../harness/dialogs.ts';
import { pauseClock } from '../harness/page-time.ts';
import { stallingNetwork } from '../harness/silent-network.ts';
import { isIslandCode, islandCode, type SiteVisitor, untilFormRuns, visitSite } from '../harness/site-visits.ts';

const site = visitSite();
const network = stallingNetwork(() => site.server.url);

const title = 'Ainda sem resposta';
const slow = 'A conexão está lenta ou caiu. O que você preencheu continua aqui.';
const offline = 'Parece que você está sem conexão. O que você preencheu continua aqui; tente de novo em instantes.';

const person = { name: 'Ana Prado', phone: '21912345678' };
const guide = { path: '/baixar-guia-estrategico', collection: 'guia_leads', values: person };
const forms = [
  guide,
  { path: '/', collection: 'consultoria_leads', values: person },
  {
    path: '/identificacao?answers=%5B10%2C5%2C10%2C0%5D',
    collection: 'diagnostico_leads',
    values: { nome: 'Ana Prado', wa: '21912345678' },
  },
] as const;

const toast = (page: Page) => page.locator('#toasts .toast');
const toastTexts = (page: Page) => toast(page).locator('.toast__title, .toast__text').allTextContents();
const submit = (page: Page) => page.locator('[data-form] [type=submit]').first();
const stored = (collection: string, email: string) =>
  site.records(collection).filter((lead) => lead['email'] === email);

/** Disables prefetching, as with data saving. */
const saveData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener: () => {} } });
  });

/** A visitor behind the network, with a form filled in; the code is loaded unless specified otherwise. */
async function ready(
  path: string,
  values: Readonly<Record<string, string>>,
  code: 'fetched' | 'away' = 'fetched',
): Promise<SiteVisitor> {
  const visitor = await site.visit('/healthz', {
    before: async (page) => {
      await page.clock.install();
      if (code === 'away') await saveData(page);
    },
  });
  const { page } = visitor;
  await page.goto(network.url(path));
  if (code === 'away') return visitor;
  await fill(page, values);
  await untilFormRuns(page);
  await pauseClock(page);
  return visitor;
}

async function fill(page: Page, values: Readonly<Record<string, string>>, within = ''): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await page.locator(`${within} [data-form] [name="${name}"]`).first().fill(value);
}

const typed = (page: Page, names: readonly string[]) =>
  Promise.all(names.map((name) => page.locator(`[data-form] [name="${name}"]`).first().inputValue()));

describe.each(forms)('on a network without responses, $path', ({ path, collection, values }) => {
  test('shows a message within two seconds, and the lead arrives once with the network', async () => {
    const email = `lenta${path.length}@exemplo.com.br`;
    const { page } = await ready(path, { ...values, email });
    const names = [...Object.keys(values), 'email'];
    const before = await typed(page, names);
    network.holdBack();
    await submit(page).click();
    await expect.poll(() => submit(page).getAttribute('aria-busy')).toBe('true');
    await page.clock.runFor(1700);
    expect(await toastTexts(page)).toEqual([]);
    await page.clock.runFor(300);
    expect(await toastTexts(page)).toEqual([title, slow]);
    expect(await typed(page, names)).toEqual(before);
    expect(await submit(page).getAttribute('aria-busy')).toBe('true');
    expect(stored(collection, email)).toEqual([]);
    network.deliver();
    await page.clock.resume();
    await expect.poll(() => stored(collection, email).length).toBe(1);
    await expect.poll(() => toast(page).count()).toBe(0);
  });
});

describe('the guide', () => {
  test('that seemed to fail while its lead was in transit is not stored twice', async () => {
    const email = 'a-caminho@exemplo.com.br';
    const { page } = await ready(guide.path, { ...guide.values, email });
    network.holdBack();
    await submit(page).click();
    await expect.poll(() => submit(page).getAttribute('aria-busy')).toBe('true');
    await page.clock.runFor(15_000);
    await page.locator('[data-form] [role=alert]:not([hidden])').waitFor();
    expect(await typed(page, ['name', 'email'])).toEqual(['Ana Prado', email]);
    expect(await toast(page).count()).toBe(0);
    network.deliver();
    await expect.poll(() => stored(guide.collection, email).length).toBe(1);
    await page.clock.resume();
    await submit(page).click();
    await page.getByRole('note').filter({ hasText: 'Guia enviado com sucesso!' }).waitFor();
    expect(stored(guide.collection, email)).toHaveLength(1);
  });

  test('reports a missing network at once', async () => {
    const email = 'sem-rede@exemplo.com.br';
    const { page } = await ready(guide.path, { ...guide.values, email });
    await page.context().setOffline(true);
    await submit(page).click();
    await page.clock.runFor(1);
    await expect.poll(() => toastTexts(page)).toEqual([title, offline]);
    expect(await typed(page, ['name', 'email'])).toEqual(['Ana Prado', email]);
    await page.context().setOffline(false);
    await page.clock.resume();
    await page.getByRole('note').filter({ hasText: 'Guia enviado com sucesso!' }).waitFor();
    expect(stored(guide.collection, email)).toHaveLength(1);
  });
});

describe.each(['/baixar-guia-estrategico', '/baixar-ebook'])('before the code of %s has loaded', (path) => {
  const phone = path.endsWith('ebook') ? 'whatsapp' : 'phone';
  const values = { name: 'Ana Prado', [phone]: '21912345678', email: `cedo${path.length}@exemplo.com.br` };
  const isDone = async (page: Page, alerts: readonly string[]): Promise<void> => {
    if (path.endsWith('ebook')) await expect.poll(() => alerts.length).toBe(1);
    else await expect.poll(() => stored(guide.collection, values.email).length).toBe(1);
    await expect.poll(() => toast(page).count()).toBe(0);
  };
  const pressed = async () => {
    const { page } = await ready(path, {}, 'away');
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.accept();
    });
    return { page, alerts };
  };

  test('a network without responses is reported within two seconds, and the press is handled later', async () => {
    const { page, alerts } = await pressed();
    await pauseClock(page);
    network.holdBack();
    await fill(page, values);
    await submit(page).click();
    await page.clock.runFor(1700);
    expect(await toastTexts(page)).toEqual([]);
    await page.clock.runFor(300);
    expect(await toastTexts(page)).toEqual([title, slow]);
    network.deliver();
    await page.clock.resume();
    await isDone(page, alerts);
  });

  test('a missing network is reported at once, and the press is handled when it returns', async () => {
    const { page, alerts } = await pressed();
    await page.context().setOffline(true);
    await fill(page, values);
    await submit(page).click();
    await expect.poll(() => toastTexts(page)).toEqual([title, offline]);
    await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0);
    expect(await typed(page, Object.keys(values))).toEqual(Object.values(values));
    await page.context().setOffline(false);
    await isDone(page, alerts);
  });
});

describe('a dialog', () => {
  test('opened without a network shows a message, and runs when it returns, also if its first request fails', async () => {
    const { page } = await ready('/consultoria', {}, 'away');
    let isBack = false;
    let requests = 0;
    await page.route(islandCode, (route) => {
      if (isBack) requests += 1;
      // A request that continued without a network might be sent once it has returned.
      return requests > 1 ? route.continue() : route.abort('internetdisconnected');
    });
    await page.context().setOffline(true);
    const lost = page.waitForEvent('requestfailed', isIslandCode);
    await page.locator('#cta [data-open=agendar]').click();
    const dialog = page.locator('dialog[open]');
    await expect.poll(() => dialog.locator('.toast__title').textContent()).toBe(title);
    // The message may come before the request.
    await lost;
    isBack = true;
    await page.context().setOffline(false);
    await expect.poll(() => dialog.locator('[data-island]').getAttribute('data-state')).toBe('verificando.run');
    expect(requests).toBeGreaterThan(1);
    await page.clock.runFor(5000);
    await untilStep(dialog, 'dados');
  });

  test('shows a message above itself while its lead gets no response, and none when it is opened again', async () => {
    const email = 'dialogo@exemplo.com.br';
    const { page } = await ready('/workshop', {}, 'away');
    const opener = page.locator('#investimento [data-open="inscricao-vip"]');
    await opener.click();
    const dialog = page.locator('dialog[open]');
    await untilStep(dialog, 'formulario');
    await page.keyboard.press('Escape');
    await opener.click();
    await untilStep(dialog, 'formulario');
    await page.clock.runFor(2000);
    expect(await toastTexts(page)).toEqual([]);
    await fill(page, { ...person, email }, 'dialog[open]');
    await untilFormRuns(page);
    await pauseClock(page);
    network.holdBack();
    await dialog.locator('[type=submit]').click();
    // The call may begin after the first time the clock is moved.
    await expect
      .poll(async () => {
        await page.clock.runFor(2000);
        return dialog.locator('.toast__text').allTextContents();
      })
      .toEqual([slow]);
    network.deliver();
    await page.clock.resume();
    await expect.poll(() => stored('workshop_leads', email).length).toBe(1);
  });
});

describe('an exception in the page', () => {
  test('is reported, and the visit continues', async () => {
    const email = 'excecao@exemplo.com.br';
    const { page } = await ready(guide.path, { ...guide.values, email });
    await page.clock.resume();
    await page.evaluate(() => {
      const own = String.prototype.trim;
      Object.assign(window, { mend: () => Object.assign(String.prototype, { trim: own }) });
      Object.assign(String.prototype, {
        trim: () => {
          throw new TypeError('broken on purpose');
        },
      });
    });
    await submit(page).click();
    await expect
      .poll(() => toastTexts(page))
      .toEqual(['Erro', 'Algo deu errado. O que você preencheu continua aqui; tente de novo em instantes.']);
    expect(await typed(page, ['name', 'email'])).toEqual(['Ana Prado', email]);
    await page.evaluate(() => (window as unknown as { mend(): void }).mend());
    await submit(page).click();
    await expect.poll(() => stored(guide.collection, email).length).toBe(1);
  });
});
