import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { viewports } from '../harness/chromium.ts';
import { fieldErrors, fieldValuesIn, fillIn, isRed, openDialog, untilStep } from '../harness/dialogs.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { heldResponses, hold } from '../harness/held-responses.ts';
import { replyAsIntake } from '../harness/intake-reply.ts';
import { serveHosts } from '../harness/outside.ts';
import { type VisitOptions, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

const endpoint = '**/api/leads';
const overlay = (plan: string): string => `inscricao-${plan}`;
const dialogOf = (page: Page, plan: string): Locator => page.locator(`#overlay-${overlay(plan)}`);
const openerOf = (page: Page, plan: string): Locator => page.locator(`#investimento [data-open="${overlay(plan)}"]`);
const submitOf = (dialog: Locator): Locator => dialog.locator('[type=submit]');
const leadsOf = (email: string) => site.records('workshop_leads').filter((lead) => lead['email'] === email);
const fields = (email: string) => ({ name: 'Ana Prado', email, phone: '(21) 91234-5678' });

/** A visitor with the sign-up open, and its flow running. */
async function signUp(plan: string, options: VisitOptions = {}, path = '/workshop') {
  const visitor = await site.visit(path, options);
  await openerOf(visitor.page, plan).click();
  const dialog = dialogOf(visitor.page, plan);
  await untilStep(dialog, 'formulario');
  return { ...visitor, dialog };
}

const platform = serveHosts(['pagamento.perfiletico.com.br'], () => ({
  type: 'text/html',
  body: '<!doctype html><html lang="pt-BR"><title>checkout</title>',
}));

/** Texts with normalized spaces. */
const words = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ');

const figures = (within: Locator) => within.locator('[data-unit]').allTextContents();

describe('the page', () => {
  test('scrolls from the call to action to the contents, below the header, on a phone and on a desktop', async () => {
    const { page } = await site.visit('/workshop');
    const behaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    const top = () => page.locator('#workshop-section').evaluate((it) => it.getBoundingClientRect().top);
    for (const [screen, viewport, expected] of [
      ['a phone', viewports.phone, 'smooth'],
      ['a desktop with reduced motion', viewports.desktop, 'auto'],
    ] as const) {
      await page.setViewportSize(viewport);
      if (expected === 'auto') await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      const header = await page.locator('header').boundingBox();
      await page.locator('#hero a[href="#workshop-section"]').click();
      await expect.poll(async () => Math.abs((await top()) - 80), { message: screen }).toBeLessThan(2);
      expect(header?.height ?? 0, screen).toBeLessThanOrEqual(80);
      expect(await behaviour(), screen).toBe(expected);
    }
  });
});

describe('the bar at the bottom', () => {
  /** Scrolls instantly to a percentage of the page. */
  const scrollTo = (page: Page, percent: number): Promise<void> =>
    page.evaluate((part) => {
      const { scrollHeight } = document.documentElement;
      window.scrollTo({ top: ((scrollHeight - innerHeight) * part) / 100, behavior: 'instant' });
    }, percent);
  const scrolled = (page: Page): Promise<void> =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

  test.each([
    ['a phone', viewports.phone, 10],
    ['a desktop', viewports.desktop, 70],
  ] as const)(
    'on %s appears after its share of the page, and has no accessibility violations',
    async (_, viewport, share) => {
      const { page, complaints } = await site.visit('/workshop', { viewport });
      await page.waitForLoadState('networkidle');
      const bar = page.locator('.sticky');
      await scrollTo(page, share - 3);
      await scrolled(page);
      expect(await bar.isVisible()).toBe(false);
      await scrollTo(page, share + 3);
      await expect.poll(() => bar.isVisible()).toBe(true);
      // It slides in.
      await expect
        .poll(() => bar.evaluate((one) => Math.round(one.getBoundingClientRect().bottom)))
        .toBe(viewport.height);
      // `pages.full.test.ts` checks the page at both widths.
      expect(await violations(page, '.sticky')).toEqual([]);
      expect(await horizontalOverflow(page)).toBe(0);
      await bar.getByRole('link').click();
      expect(await openDialog(page)).toBe(overlay('standard'));
      await page.keyboard.press('Escape');
      // A button was pressed, so the bar is hidden on a phone.
      await expect.poll(() => bar.isVisible()).toBe(viewport === viewports.desktop);
      expect(complaints).toEqual([]);
    },
  );

  test('and the open menu in the header have no accessibility violations', async () => {
    const { page } = await site.visit('/workshop', { viewport: { width: 320, height: 640 } });
    await page.locator('header summary').click();
    expect(await page.locator('header details a:visible').count()).toBe(5);
    expect(await violations(page, 'header')).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  });
});

describe('cases and conversations', () => {
  test('are side by side on a desktop, the fifth conversation apart', async () => {
    const { page } = await site.visit('/workshop', { viewport: viewports.desktop });
    const boxes = (selector: string) =>
      page.locator(selector).evaluateAll((all) =>
        all.map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
    const cases = await boxes('#antes-depois [data-track] > li');
    expect(cases).toHaveLength(3);
    const chats = await boxes('#conversas [data-track] > li');
    expect(chats).toHaveLength(5);
    for (const { left, right } of [...cases, ...chats]) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(1440);
    }
    const grid = chats.slice(0, 4);
    const [fifth] = chats.slice(4);
    expect(new Set(grid.map(({ left }) => Math.round(left))).size).toBeGreaterThan(1);
    const apart = grid.every(
      ({ left, right, bottom }) =>
        (fifth?.left ?? 0) >= right || (fifth?.right ?? 0) <= left || (fifth?.top ?? 0) >= bottom,
    );
    expect(apart).toBe(true);
    expect(await page.locator('#conversas [data-go]:visible').count()).toBe(0);
  });
});

test('a sign-up sends its lead once, and redirects to the address in the response', async () => {
  const email = 'vip@exemplo.com.br';
  const { page, dialog, complaints } = await signUp(
    'vip',
    { before: platform.reach },
    '/workshop?src=bio&utm_source=insta&utm_medium=story&utm_campaign=maio&utm_content=video&utm_term=oab',
  );
  const calls = watchCalls(page);
  const release = await hold(page, endpoint);
  await fillIn(dialog, fields(email));
  await submitOf(dialog).click();
  await expect.poll(() => submitOf(dialog).isDisabled()).toBe(true);
  expect(await submitOf(dialog).textContent()).not.toBe('QUERO ACESSO VIP');
  expect(await submitOf(dialog).locator('[class*=spinner]').isVisible()).toBe(true);
  const dim = dialog.locator('form [aria-disabled=true]');
  expect(Number(await dim.evaluate((it) => getComputedStyle(it).opacity))).toBeLessThan(1);
  expect(await violations(page)).toEqual([]);
  await dialog.locator('[name=phone]').press('Enter');
  release();
  await page.waitForURL('https://pagamento.perfiletico.com.br/**');
  const { pathname, searchParams } = new URL(page.url());
  expect(pathname).toBe('/workshop-vip');
  expect(Object.fromEntries(searchParams)).toEqual({
    src: 'bio',
    utm_source: 'insta',
    utm_medium: 'story',
    utm_campaign: 'maio',
    utm_content: 'video',
    utm_term: 'oab',
  });
  const leads = calls.filter(({ path }) => path === '/api/leads');
  expect(leads.map(({ method, body }) => ({ method, body }))).toEqual([
    { method: 'POST', body: { ...fields(email), planType: 'vip' } },
  ]);
  expect(leadsOf(email)).toEqual([expect.objectContaining({ ...fields(email), planType: 'vip' })]);
  expect(complaints).toEqual([]);
});

describe('a failed sign-up', () => {
  const ways: [name: string, status: number, body: string, text: string][] = [
    ['with a message', 500, '{"message":"As inscrições estão em manutenção."}', 'As inscrições estão em manutenção.'],
    ['without one', 500, '{}', 'Erro ao enviar dados. Tente novamente.'],
    ['in no JSON at all', 500, '<h1>oops</h1>', 'Erro ao enviar dados. Tente novamente.'],
    ['refused', 422, '{"message":"Confira os dados."}', 'Confira os dados.'],
  ];
  test('shows an error in red, centred under the fields, until it is sent again', async () => {
    const email = 'falha@exemplo.com.br';
    const { page, dialog } = await signUp('vip', { before: platform.reach });
    await fillIn(dialog, fields(email));
    const problem = dialog.locator('[data-form] [role=alert]:not([hidden])');
    for (const [way, status, body, text] of ways) {
      await page.route(endpoint, (route) => route.fulfill({ status, contentType: 'application/json', body }));
      const refused = page.waitForResponse(endpoint);
      await submitOf(dialog).click();
      await refused;
      await expect.poll(() => problem.textContent(), { message: way }).toBe(text);
      expect(await isRed(problem, 'color'), way).toBe(true);
      expect(await submitOf(dialog).isEnabled(), way).toBe(true);
      expect(await fieldValuesIn(dialog), way).toEqual(fields(email));
      await page.unroute(endpoint);
    }
    expect(await problem.evaluate((it) => getComputedStyle(it).textAlign)).toBe('center');
    const [under, field, button] = await Promise.all(
      [problem, dialog.locator('[name=phone]'), submitOf(dialog)].map((it) => it.boundingBox()),
    );
    expect(under?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));
    expect(under?.y).toBeLessThan(button?.y ?? 0);
    expect(leadsOf(email)).toEqual([]);
    expect(await violations(page)).toEqual([]);

    const release = await hold(page, endpoint);
    await submitOf(dialog).click();
    await expect.poll(() => submitOf(dialog).isDisabled()).toBe(true);
    expect(await problem.count()).toBe(0);
    release();
    await page.waitForURL('https://pagamento.perfiletico.com.br/**');
    expect(leadsOf(email)).toHaveLength(1);
  });
});

describe('the response to a sign-up', () => {
  const answer = (page: Page, redirectUrl?: string) =>
    page.route(endpoint, (route) => replyAsIntake(route, { message: 'ok', ...(redirectUrl && { redirectUrl }) }));

  test('without an address clears the fields and closes the dialog', async () => {
    const { page, dialog, complaints } = await signUp('standard');
    await answer(page);
    await fillIn(dialog, fields('fica@exemplo.com.br'));
    await submitOf(dialog).click();
    await expect.poll(() => openDialog(page)).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/workshop');
    await expect.poll(() => fieldValuesIn(dialog)).toEqual({ name: '', email: '', phone: '' });
    await openerOf(page, 'standard').click();
    await untilStep(dialog, 'formulario');
    expect(await fieldValuesIn(dialog)).toEqual({ name: '', email: '', phone: '' });
    expect(complaints).toEqual([]);
  });

  // `test/unit/renderer/leave.test.ts` has every way to write one.
  const foreign = ['https://golpe.example/pagar', 'javascript:document.body.remove()'];
  test('with an address that the site does not declare is not followed', async () => {
    const { page, dialog } = await signUp('vip');
    const outside: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && !request.url().startsWith(site.server.url)) outside.push(request.url());
    });
    for (const address of foreign) {
      await answer(page, address);
      for (const [name, value] of Object.entries(fields('golpe@exemplo.com.br')))
        await dialog.locator(`[name=${name}]`).fill(value);
      await submitOf(dialog).click();
      await expect.poll(() => openDialog(page), { message: address }).toBeNull();
      expect(new URL(page.url()).origin, address).toBe(site.server.url);
      expect(await page.locator('h1').isVisible(), address).toBe(true);
      await page.unroute(endpoint);
      // It starts anew a moment after it has closed.
      await expect.poll(() => dialog.locator('[data-state]').count()).toBe(0);
      await openerOf(page, 'vip').click();
      await untilStep(dialog, 'formulario');
    }
    expect(outside).toEqual([]);
  });
});

describe('a cold sign-up', () => {
  test('can be filled in and sent before any of its code has loaded', async () => {
    const email = 'fria@exemplo.com.br';
    const { before, release } = heldResponses('**/_f/assets/*.js');
    platform.reach();
    const { page, complaints } = await site.visit('/workshop', { before });
    await openerOf(page, 'vip').click();
    expect(await openDialog(page)).toBe(overlay('vip'));
    const dialog = dialogOf(page, 'vip');
    expect(await dialog.locator('[data-state]').count()).toBe(0);
    await fillIn(dialog, fields(email));
    await submitOf(dialog).click();
    expect(leadsOf(email)).toEqual([]);
    release();
    await page.waitForURL('https://pagamento.perfiletico.com.br/**');
    expect(leadsOf(email)).toEqual([expect.objectContaining({ planType: 'vip' })]);
    expect(complaints).toEqual([]);
  });
});

describe('with other facts', () => {
  const other = visitSite({
    funnels: copyFunnels([
      ['site.yaml', "start: '2025-05-03T09:00:00-03:00'", "start: '2031-05-03T09:00:00-03:00'"],
      ['site.yaml', "end: '2025-05-03T13:00:00-03:00'", "end: '2031-05-03T13:00:00-03:00'"],
      ['site.yaml', 'signUp: current', 'signUp: older'],
      ['site.yaml', 'total: 123800', 'total: 123900'],
    ]),
  });

  test('the countdown runs to a future workshop, second by second', async () => {
    const { page } = await other.visit('/workshop');
    const clock = page.locator('main [role=timer]').first();
    const shown = async () => (await figures(clock)).join(':');
    await expect.poll(shown).toMatch(/^\d{2,}(:\d{2}){3}$/);
    const before = await shown();
    await expect.poll(shown).not.toBe(before);
    expect(Number((await figures(clock))[0])).toBeGreaterThan(99);
    expect(words(await page.locator('#investimento').textContent())).toContain('R$ 1.239');
  });

  test('the older sign-up asks for a surname, and sends nothing', async () => {
    const { page, complaints } = await other.visit('/workshop');
    await openerOf(page, 'standard').click();
    const dialog = dialogOf(page, 'standard');
    await untilStep(dialog, 'antigo');
    const calls = watchCalls(page);
    expect(Object.keys(await fieldValuesIn(dialog))).toEqual(['name', 'lastName', 'email', 'whatsapp']);
    await submitOf(dialog).click();
    await expect
      .poll(() => fieldErrors(dialog))
      .toEqual({
        name: 'Nome é obrigatório',
        lastName: 'Sobrenome é obrigatório',
        email: 'E-mail válido é obrigatório',
        whatsapp: 'WhatsApp é obrigatório',
      });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await fillIn(dialog, { name: 'Ana', lastName: 'Prado', email: 'ana@exemplo.com.br', whatsapp: '21912345678' });
    await submitOf(dialog).click();
    await expect.poll(() => openDialog(page)).toBeNull();
    expect(calls.filter(({ path }) => path === '/api/leads')).toEqual([]);
    expect(other.records('workshop_leads')).toEqual([]);
    await expect
      .poll(() => logged)
      .toEqual(['inscricao {name: •••, lastName: •••••, email: •••@•••••••.•••.••, whatsapp: •••••••••••}']);
    expect(complaints).toEqual([]);
  });
});
