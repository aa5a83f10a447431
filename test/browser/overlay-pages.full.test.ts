/** Each dialog is also a page linked from its button: for visitors without script, and for another tab. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { viewports } from '../harness/chromium.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { pauseClock } from '../harness/page-time.ts';
import { untilFormRuns, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();
const older = visitSite({ funnels: copyFunnels([['site.yaml', 'signUp: current', 'signUp: older']]) });
const withoutScript = { javaScriptEnabled: false } as const;
const screens = [
  ['a phone', viewports.phone],
  ['a desktop', viewports.desktop],
] as const;

/**
 * What is wrong with the structure and layout of a page without script, at each width. axe itself runs on a copy with
 * script.
 */
async function faults(page: Page): Promise<string[]> {
  const html = await page.content();
  const { page: copy, leave } = await site.visit('/robots.txt');
  await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await copy.goto(page.url());
  const found: string[] = [];
  for (const [device, viewport] of screens) {
    await copy.setViewportSize(viewport);
    if ((await horizontalOverflow(copy)) > 0) found.push(`overflows on ${device}`);
    found.push(...(await violations(copy)).map((each) => `${device}: ${each}`));
  }
  await leave();
  return found;
}

const main = (page: Page) => page.locator('main');
const submit = (page: Page) => main(page).locator('[data-form] [type=submit]');
const errors = (page: Page) => main(page).locator('[id$=-error]:not([hidden])').allTextContents();
const leads = (collection: string, email: string) => site.records(collection).filter((lead) => lead['email'] === email);

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await main(page).locator(`[name="${name}"]`).fill(value);
}

/** The address of an external redirect; external hosts are unreachable. */
const leavesFor = (page: Page, host: string): Promise<URL> =>
  page
    .waitForRequest((request) => request.url().startsWith(`https://${host}/`))
    .then((request) => new URL(request.url()));

describe('without JavaScript', () => {
  test('the workshop is bought: validation messages, one lead, and the checkout with the source of the visit', async () => {
    const email = 'oficina@exemplo.com.br';
    const { page } = await site.visit('/workshop?src=insta&utm_source=bio', withoutScript);
    await page.locator('#investimento [data-open="inscricao-vip"]').click();
    await page.waitForURL('**/workshop/inscricao-vip**');
    expect(await page.locator('h1').allTextContents()).toEqual(['Acesso VIP ao workshop']);
    expect(await page.title()).toContain('Acesso VIP ao workshop');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(await main(page).locator('h2').first().textContent()).toBe('Acesso VIP');
    expect(await faults(page)).toEqual([]);
    await fill(page, { name: 'Ana Prado' });
    await submit(page).click();
    await expect.poll(() => errors(page)).toEqual(['E-mail válido é obrigatório', 'WhatsApp é obrigatório']);
    expect(await main(page).locator('[name=name]').inputValue()).toBe('Ana Prado');
    expect(new URL(page.url()).pathname).toBe('/workshop/inscricao-vip');
    expect(await faults(page)).toEqual([]);
    await fill(page, { email, phone: '(21) 91234-5678' });
    const left = leavesFor(page, 'pagamento.perfiletico.com.br');
    await submit(page).click();
    const checkout = await left;
    expect(checkout.pathname).toBe('/workshop-vip');
    expect(Object.fromEntries(checkout.searchParams)).toEqual({ src: 'insta', utm_source: 'bio' });
    expect(leads('workshop_leads', email)).toEqual([
      { name: 'Ana Prado', email, phone: '(21) 91234-5678', planType: 'vip' },
    ]);
  });

  test('the session is booked, and its delay is over when the page is shown', async () => {
    const email = 'sessao@exemplo.com.br';
    const { page } = await site.visit('/consultoria?src=bio', withoutScript);
    await page.locator('#cta [data-open=agendar]').click();
    await page.waitForURL('**/consultoria/agendar**');
    expect(await page.locator('h1').allTextContents()).toEqual(['Agendar Sessão Estratégica']);
    expect(await main(page).textContent()).toContain('Há horários disponíveis');
    expect(await faults(page)).toEqual([]);
    await fill(page, { name: 'A', email: 'ana' });
    await submit(page).click();
    await expect.poll(() => errors(page)).toEqual(['Nome deve ter pelo menos 2 caracteres', 'E-mail inválido']);
    await fill(page, { name: 'Ana Prado', email });
    const left = leavesFor(page, 'pagamento.perfiletico.com.br');
    await submit(page).click();
    const checkout = await left;
    expect(checkout.pathname).toBe('/sessao-estrategica');
    expect(Object.fromEntries(checkout.searchParams)).toMatchObject({ name: 'Ana Prado', email, src: 'bio' });
    expect(leads('consultoria_leads', email)).toEqual([{ name: 'Ana Prado', email, phone: '00000000000', src: 'bio' }]);
  });

  test('there is a link back to the page, and the header links to its sections', async () => {
    const { page } = await site.visit('/workshop/inscricao-standard', withoutScript);
    const links = await page
      .locator('a[href^="/workshop"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toContain('/workshop#investimento');
    expect(await page.locator('a[href^="#"]:not([href="#main"])').count()).toBe(0);
    await page.getByRole('link', { name: 'Voltar à página' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/workshop');
  });

  test('the older sign-up sends nothing, and its notice stays', async () => {
    const { page } = await older.visit('/workshop/inscricao-standard', withoutScript);
    await fill(page, { name: 'Ana', lastName: 'Prado', email: 'antiga@exemplo.com.br', whatsapp: '21912345678' });
    await submit(page).click();
    const notice = main(page).getByRole('note');
    expect(await notice.textContent()).toContain('Este formulário não envia os seus dados.');
    expect(await faults(page)).toEqual([]);
    expect(older.records('workshop_leads')).toEqual([]);
    await page.getByRole('link', { name: 'Voltar à página' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/workshop');
  });

  test('the waiting list is shown once the class is over', async () => {
    const { page } = await site.visit('/workshop/inscricao-standard?at=workshop.after', withoutScript);
    expect(await page.locator('h1').textContent()).toBe('Lista de espera do workshop');
    expect(await submit(page).textContent()).toBe('Entrar na lista de espera');
    expect(await faults(page)).toEqual([]);
  });
});

test('posted twice without JavaScript, a lead is stored once', async () => {
  const email = 'duas-vezes@exemplo.com.br';
  const { page } = await site.visit('/workshop/inscricao-standard', withoutScript);
  const fields = new URLSearchParams({
    _log: await page.locator('[name=_log]').first().inputValue(),
    name: 'Ana Prado',
    email,
    phone: '21912345678',
  });
  const post = () =>
    fetch(`${site.server.url}/workshop/inscricao-standard`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields,
    });
  for (const reply of [await post(), await post()]) {
    expect(reply.status).toBe(303);
    expect(reply.headers.get('location')).toMatch(/^https:\/\/pagamento\.perfiletico\.com\.br\/workshop-standard/);
  }
  expect(leads('workshop_leads', email)).toHaveLength(1);
  // The form in the dialog carries no visit.
  fields.delete('_log');
  fields.set('email', `outra-${email}`);
  await post();
  await post();
  expect(leads('workshop_leads', `outra-${email}`)).toHaveLength(1);
});

describe('with JavaScript', () => {
  test('the button opens the dialog, and a new tab shows the page', async () => {
    const { page, complaints } = await site.visit('/workshop', { viewport: viewports.desktop });
    const opener = page.locator('#investimento [data-open="inscricao-vip"]');
    await opener.click();
    await page.locator('dialog[open]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/workshop');
    await page.keyboard.press('Escape');
    const opened = page.context().waitForEvent('page');
    await opener.click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await tab.waitForURL('**/workshop/inscricao-vip');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test.each(screens)('the page runs in the browser on %s', async (_, viewport) => {
    const email = `script-${viewport.width}@exemplo.com.br`;
    const { page, complaints } = await site.visit('/consultoria/agendar?utm_source=bio', { viewport });
    const calls = watchCalls(page);
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.method());
    });
    await submit(page).click();
    await expect.poll(() => errors(page)).toEqual(['Nome é obrigatório', 'E-mail é obrigatório']);
    await fill(page, { name: 'Ana Prado', email });
    const left = leavesFor(page, 'pagamento.perfiletico.com.br');
    await submit(page).click();
    const checkout = await left;
    expect(Object.fromEntries(checkout.searchParams)).toMatchObject({ name: 'Ana Prado', email, utm_source: 'bio' });
    expect(documents).toEqual(['GET']);
    expect(calls.map(({ path }) => path)).toEqual(['/api/consultoria']);
    expect(leads('consultoria_leads', email)).toHaveLength(1);
    expect(complaints.filter((each) => !each.includes('pagamento.'))).toEqual([]);
  });

  test('a flow that closes returns to its page after its last message', async () => {
    const { page } = await older.visit('/workshop/inscricao-standard', { before: (opened) => opened.clock.install() });
    await fill(page, { name: 'Ana', lastName: 'Prado', email: 'antiga@exemplo.com.br', whatsapp: '21912345678' });
    await untilFormRuns(page);
    // On a busy machine the page could be left before the test looks.
    await pauseClock(page);
    await submit(page).click();
    await page.locator('#toasts .toast', { hasText: 'Cadastro não enviado' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/workshop/inscricao-standard');
    await page.clock.runFor(5000);
    await page.waitForURL('**/workshop');
  });
});
