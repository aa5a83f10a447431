/** The site's main flows, from the first screen to the stored record, in any browser. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerAll, maria } from '../harness/diagnostic.ts';
import type { FunnelDriver } from '../harness/funnel-driver.ts';
import { type HostedSite, hostSite } from '../harness/hosted-site.ts';
import { readRecords } from '../harness/records.ts';
import { driveTab } from '../harness/tabs/drive-tab.ts';
import { patience, type Tab, type TabBrowser, until } from '../harness/tabs/tab.ts';

const within = { timeout: patience, interval: 50 };
const time = 90_000;

interface Visit {
  readonly tab: Tab;
  readonly driver: FunnelDriver;
  /** The stored records with this e-mail address. */
  stored(collection: string, email: string): Record<string, unknown>[];
}

/** Fills in the fields of the page's flow. */
async function fill(driver: FunnelDriver, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await driver.type(name, value);
}

const option = (name: string, value: string): string => `label:has(input[name="${name}"][value="${value}"])`;

/**
 * Runs every main flow in a browser.
 * @param launch starts the browser
 * @param secure whether its pages are secure contexts
 * @param host the site's host name in this browser
 */
export function runFlows(launch: () => Promise<TabBrowser>, secure: boolean, host?: string): void {
  let site: HostedSite;
  let browser: TabBrowser;
  let opened: Tab | undefined;
  beforeAll(async () => {
    [site, browser] = await Promise.all([hostSite(host === undefined ? {} : { host }), launch()]);
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });
  afterAll(async () => {
    await browser?.close();
    await site?.remove();
  });
  const visit = async (path: string): Promise<Visit> => {
    const tab = await browser.open();
    opened = tab;
    await tab.goto(site.url + path);
    expect(await tab.evaluate<boolean>('return isSecureContext;')).toBe(secure);
    return {
      tab,
      driver: driveTab(tab),
      stored: (collection, email) => readRecords(site.dataDir, collection).filter((each) => each['email'] === email),
    };
  };
  const path = async (tab: Tab): Promise<string> => new URL(await tab.url()).pathname;

  // A font that is only used when it arrives in time would miss one of two visits. That does not depend on HTTPS.
  const visits = secure ? [1, 2] : [1];
  test.each(visits)('first visit %i: headings and text use the site’s own fonts', { timeout: time }, async () => {
    const { tab } = await visit('/workshop');
    for (const selector of ['h1', 'main p'])
      await until(`${selector} in its own family`, () =>
        tab.evaluate<boolean>(`
          const element = document.querySelector('${selector}');
          const [family] = getComputedStyle(element).fontFamily.split(',');
          const width = (families) => {
            const probe = element.cloneNode(true);
            Object.assign(probe.style, { position: 'absolute', width: 'max-content', maxWidth: 'none', fontFamily: families });
            element.after(probe);
            const { width } = probe.getBoundingClientRect();
            probe.remove();
            return width;
          };
          return width(family + ', monospace') !== width('monospace');`),
      );
    expect(tab.complaints).toEqual([]);
  });

  describe('the diagnostic', () => {
    test('requires an answer, runs from the questions to the result, and is stored', { timeout: time }, async () => {
      const { tab, driver } = await visit('/diagnostico');
      await driver.press('begin');
      await driver.expectScreen('quiz.perfil');
      await driver.next();
      await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
      await answerAll(driver, [10, 5, 10, 0]);
      await driver.expectScreen('identificacao');
      await fill(driver, maria);
      await driver.submit();
      await driver.expectScreen('resultado');
      const uid = new URL(await tab.url()).searchParams.get('uid');
      const [lead] = readRecords(site.dataDir, 'diagnostico_leads').filter((each) => each['uid'] === uid);
      expect(lead).toMatchObject({ nome: maria.nome, email: maria.email, wa: '(11) 98765-4321' });
      const results = readRecords(site.dataDir, 'diagnostico_results').filter((each) => each['uid'] === uid);
      expect(results).toMatchObject([{ answers: [10, 5, 10, 0], score: 63, focusPillar: 'AUTORIDADE' }]);
      expect(tab.complaints).toEqual([]);
    });
  });

  test('the sign-up shows errors, then stores the lead', { timeout: time }, async () => {
    const { tab, driver, stored } = await visit('/cadastro-consultoria');
    await fill(driver, { name: 'Ana Prado', email: 'ana@exemplo' });
    await driver.submit();
    await driver.expectFieldError('email', 'E-mail inválido');
    await fill(driver, { email: 'cadastro@exemplo.com.br', phone: '21912345678' });
    await driver.submit();
    await expect.poll(() => path(tab), within).toBe('/consultoria');
    expect(stored('consultoria_leads', 'cadastro@exemplo.com.br')).toMatchObject([
      { name: 'Ana Prado', phone: '21912345678' },
    ]);
    expect(tab.complaints).toEqual([]);
  });

  test('the guide is sent, and its lead is stored', { timeout: time }, async () => {
    const { tab, driver, stored } = await visit('/baixar-guia-estrategico');
    await fill(driver, { name: 'Ana Prado', email: 'guia@exemplo.com.br', phone: '21912345678' });
    await driver.submit();
    await expect.poll(() => path(tab), within).toBe('/parabens-guia-enviado');
    expect(stored('guia_leads', 'guia@exemplo.com.br')).toMatchObject([{ name: 'Ana Prado', phone: '21912345678' }]);
    expect(tab.complaints).toEqual([]);
  });

  test('the workshop opens its dialog, and stores the lead', { timeout: time }, async () => {
    const { tab, stored } = await visit('/workshop');
    await tab.click('#investimento [data-open="inscricao-vip"]');
    const dialog = '#overlay-inscricao-vip';
    await until('the dialog', () => tab.evaluate(`return document.querySelector('${dialog}').open;`));
    const email = 'workshop@exemplo.com.br';
    for (const [name, value] of Object.entries({ name: 'Ana Prado', email, phone: '(21) 91234-5678' }))
      await tab.type(`${dialog} [name=${name}]`, value);
    await tab.click(`${dialog} [type=submit]`);
    await expect.poll(() => stored('workshop_leads', email), within).toMatchObject([{ planType: 'vip' }]);
    // The checkout is external and unreachable in tests; leaving the page is enough.
    const left = async () =>
      !(await tab.url()).startsWith(site.url) ||
      tab.evaluate<boolean>(`return !document.querySelector('${dialog}')?.open;`);
    await until('the dialog to close', left);
  });

  test('the application has four steps, each of which is stored', { timeout: time }, async () => {
    const { tab, driver, stored } = await visit('/form-aplicacao');
    const email = 'aplicacao@exemplo.com.br';
    await driver.expectScreen('contato');
    await fill(driver, { nome: 'Ana Prado', whatsapp: '21912345678', email });
    await driver.submit();
    await driver.expectScreen('presenca');
    await driver.type('incomodo_instagram', 'Publico e ninguém que me interessa responde.');
    await driver.type('receio_digital', 'Parecer que estou vendendo a minha profissão.');
    await tab.click(option('autoridade_online', 'parcial'));
    await driver.submit();
    await driver.expectScreen('prioridades');
    await tab.click(option('prioridade', 'autoridade'));
    await tab.click(option('prioridade', 'presenca'));
    await tab.click(option('acredita_metodo', 'talvez'));
    await tab.click(option('disponibilidade', 'ajustar'));
    await driver.submit();
    await driver.expectScreen('motivacao');
    await driver.type('motivacao', 'Quero atender melhor.');
    await tab.click(option('quer_destravar', 'sim'));
    await tab.click(option('contato_preferido', 'email'));
    await driver.submit();
    await expect.poll(() => path(tab), within).toBe('/aplicacao-enviada');
    const rows = stored('aplicacoes', email);
    expect(rows.map(({ etapa }) => etapa)).toEqual([1, 2, 3, 4]);
    expect(rows.at(-1)).toMatchObject({ prioridade: 'autoridade, presenca', contato_preferido: 'email' });
    expect(tab.complaints).toEqual([]);
  });
}
