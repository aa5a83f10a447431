import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { viewports } from '../harness/chromium.ts';
import { fieldErrors, fieldValuesIn, fillIn, isRed, openDialog, untilStep, walkFocus } from '../harness/dialogs.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { heldResponses, hold } from '../harness/held-responses.ts';
import { replyAsIntake } from '../harness/intake-reply.ts';
import { serveHosts } from '../harness/outside.ts';
import { type VisitOptions, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

const endpoint = '**/api/leads';
const screens = [
  ['a phone', viewports.phone],
  ['a desktop', viewports.desktop],
] as const;
const variants = {
  standard: { title: 'Garantir Minha Vaga', button: 'GARANTIR MINHA VAGA' },
  vip: { title: 'Acesso VIP', button: 'QUERO ACESSO VIP' },
} as const;

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
  test('shows its thirteen sections in order, with their content, prices, bonuses and guarantees', async () => {
    const { page, complaints } = await site.visit('/workshop');
    const order = [
      'hero',
      'desafio',
      'oportunidade',
      'publico',
      'proposta',
      'depoimentos',
      'mentor',
      'workshop-section',
      'investimento',
      'futuro',
      'objecoes',
      'faq',
      'footer',
    ];
    for (const [screen, viewport] of screens) {
      await page.setViewportSize(viewport);
      const found = await page
        .locator('main .section[id], footer[id]')
        .evaluateAll((all) => all.map((section) => ({ id: section.id, top: section.getBoundingClientRect().top })));
      const sections = found.filter(({ id }) => order.includes(id));
      expect(
        sections.map(({ id }) => id),
        screen,
      ).toEqual(order);
      const tops = sections.map(({ top }) => top);
      expect(tops, screen).toEqual(tops.toSorted((a, b) => a - b));
    }

    const count = (selector: string) => page.locator(selector).count();
    const hero = page.locator('#hero');
    expect(await hero.locator('li').count()).toBe(3);
    expect(await hero.textContent()).toContain('15 advogados por turma');
    const top = await page.locator('main').textContent();
    expect(top).toContain('sábado, 3 de maio de 2025');
    expect(top).toContain('Das 9h às 13h, horário de Brasília');
    expect(await page.locator('#oportunidade').textContent()).toContain('Desbloqueio Seletivo');
    expect(await count('#publico h3')).toBe(3);
    expect(await page.locator('#publico [role=note]').textContent()).toContain('não é indicado para iniciantes');
    expect(await count('#proposta h3')).toBe(3);
    expect(await count('#depoimentos [data-behaviour=video]')).toBe(2);
    expect(await page.locator('#depoimentos dd').allTextContents()).toEqual(['+200', '97%', '+300%']);
    expect(await count('#workshop-section ol:first-of-type > li h3')).toBe(4);
    const contents = (await page.locator('#workshop-section').textContent()) ?? '';
    for (const slot of ['9h – 10h30', '10h30 – 11h', '11h – 13h']) expect(contents).toContain(slot);
    expect(await count('#futuro h3')).toBe(2);
    expect(words(await page.locator('#objecoes').textContent())).toContain('100% do valor e mais R$ 500');

    const plans = page.locator('#investimento ul').first().locator(':scope > li');
    const [standard = '', vip = ''] = (await plans.allTextContents()).map(words);
    expect(await plans.count()).toBe(2);
    expect(standard).toMatch(/^Standard.*R\$ 197.*pagamento único.*7 dias/s);
    expect(standard).not.toContain('RECOMENDADO');
    expect(vip).toMatch(/RECOMENDADO.*VIP.*R\$ 297.*Mentoria individual.*30 dias.*Guia básico de equipamentos/s);
    const bonuses = words(await page.locator('#investimento ol').textContent());
    expect(bonuses).toMatch(/Estúdio no Escritório.*R\$ 649.*Roteiros que Convertem.*R\$ 240/s);
    expect(bonuses).toMatch(/Converta Consulta em Contratos.*R\$ 349/s);
    const all = words(await page.locator('#investimento').textContent());
    expect(all).toContain('R$ 1.238');
    expect(all).toContain('Garantia de resultado');
    expect(all).toContain('Garantia incondicional de 30 dias');

    // The workshop has begun.
    const clock = page.locator('main [role=timer]').first();
    await expect.poll(() => figures(clock)).toEqual(['00', '00', '00', '00']);
    for (const label of ['Dias', 'Horas', 'Min', 'Seg']) expect(await clock.textContent()).toContain(label);
    expect(complaints).toEqual([]);
  });

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

  test('opens the four legal pages in new tabs', async () => {
    const { page } = await site.visit('/workshop');
    const links = page.locator('footer a[href^="/"]');
    expect(
      await links.evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href'), (link as HTMLAnchorElement).target]),
      ),
    ).toEqual([
      ['/termos-de-uso', '_blank'],
      ['/politicas-de-privacidade', '_blank'],
      ['/politicas-de-cookies', '_blank'],
      ['/politica-de-reembolso', '_blank'],
    ]);
    const opened = page.context().waitForEvent('page');
    await links.last().click();
    const tab = await opened;
    await tab.locator('h1').waitFor();
    expect(new URL(tab.url()).pathname).toBe('/politica-de-reembolso');
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
      expect(await bar.textContent()).toContain('15 vagas');
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

  test('are swiped on a phone, their buttons and dots wrap around, and the conversations link to the contents', async () => {
    const { page } = await site.visit('/workshop', { hasTouch: true, isMobile: true });
    for (const [id, count] of [
      ['antes-depois', 3],
      ['conversas', 5],
    ] as const) {
      const section = page.locator(`#${id}`);
      await section.scrollIntoViewIfNeeded();
      const dots = section.locator('[data-dot]');
      await expect.poll(() => dots.first().isVisible()).toBe(true);
      expect(await dots.count()).toBe(count);
      const marked = () =>
        dots.evaluateAll((all) => all.findIndex((dot) => dot.getAttribute('aria-current') === 'true'));
      const inView = () =>
        section.locator('[data-track]').evaluate((track) => {
          const middle = track.getBoundingClientRect().left + track.clientWidth / 2;
          return [...track.children].findIndex((slide) => {
            const { left, right } = slide.getBoundingClientRect();
            return left <= middle && middle <= right;
          });
        });
      const shows = async (index: number) => {
        await expect.poll(inView, { message: id }).toBe(index);
        await expect.poll(marked, { message: id }).toBe(index);
      };
      await shows(0);
      await section.locator('[data-go="-1"]').tap();
      await shows(count - 1);
      await section.locator('[data-go="1"]').tap();
      await shows(0);
      await section.locator('[data-go="1"]').tap();
      await shows(1);
      await dots.nth(2).tap();
      await shows(2);
      await section.locator('[data-track]').evaluate((track) => track.scrollTo({ left: 0, behavior: 'instant' }));
      await shows(0);
    }
    expect(await page.locator('#conversas a').last().getAttribute('href')).toBe('#workshop-section');
  });
});

/** Checks the title, the texts and the countdown of an open sign-up. */
async function expectTexts(page: Page, plan: keyof typeof variants): Promise<void> {
  const dialog = dialogOf(page, plan);
  expect(await openDialog(page)).toBe(overlay(plan));
  expect(await dialog.getByRole('heading').textContent()).toBe(variants[plan].title);
  expect(await submitOf(dialog).textContent()).toBe(variants[plan].button);
  await expect.poll(() => figures(dialog)).toEqual(['00', '00', '00', '00']);
  expect(await dialog.locator('[name=phone]').getAttribute('placeholder')).toBe('(00) 00000-0000');
  expect(await dialog.locator('[data-form]').textContent()).toContain(
    'Ao se cadastrar você concorda com nossas políticas de privacidade',
  );
  await expect.poll(() => dialog.locator('iframe#marketing-automation').count()).toBe(1);
}

/** Checks an open sign-up, and the form's accessibility. The variants differ only in texts. */
async function expectSignUp(page: Page, plan: keyof typeof variants): Promise<void> {
  await expectTexts(page, plan);
  expect(await violations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBe(0);
}

const missing = {
  name: 'Nome completo é obrigatório',
  email: 'E-mail válido é obrigatório',
  phone: 'WhatsApp é obrigatório',
};

describe('the sign-up', () => {
  test('on a desktop has its texts, keeps the focus inside, and returns it however it is closed', async () => {
    const { page, dialog, complaints } = await signUp('vip', { viewport: viewports.desktop });
    await expectSignUp(page, 'vip');
    expect(await walkFocus(page, 'Tab', 12)).not.toContainEqual(expect.stringContaining('outside'));
    expect(await walkFocus(page, 'Shift+Tab', 12)).toContain('dialog');
    const closings = [() => page.keyboard.press('Escape'), () => dialog.locator('.overlay__close').click()];
    for (const close of closings) {
      await close();
      await expect.poll(() => openDialog(page)).toBeNull();
      const opener = openerOf(page, 'vip');
      await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
      await expect.poll(() => page.locator('iframe#marketing-automation').count()).toBe(0);
      await opener.click();
      await untilStep(dialog, 'formulario');
    }
    await page.keyboard.press('Escape');
    await openerOf(page, 'standard').click();
    await untilStep(dialogOf(page, 'standard'), 'formulario');
    await expectTexts(page, 'standard');
    await submitOf(dialogOf(page, 'standard')).click();
    await expect.poll(() => fieldErrors(dialogOf(page, 'standard'))).toEqual(missing);
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('on a phone has its texts, shows the error under each field, and an edit clears its own', async () => {
    const { page, dialog, complaints } = await signUp('standard');
    await expectSignUp(page, 'standard');
    const calls = watchCalls(page);
    expect(await isRed(dialog.locator('[name=name]'))).toBe(false);
    const rounds = [
      { name: '', email: '', phone: '' },
      { name: '   ', email: 'ana@exem plo.com', phone: '  ' },
    ];
    for (const round of rounds) {
      await fillIn(dialog, round);
      await submitOf(dialog).click();
      await expect.poll(() => fieldErrors(dialog)).toEqual(missing);
      for (const name of Object.keys(round))
        await expect.poll(() => isRed(dialog.locator(`[name=${name}]`))).toBe(true);
    }
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await dialog.locator('[name=email]').pressSequentially('a');
    const { name, phone } = missing;
    await expect.poll(() => fieldErrors(dialog)).toEqual({ name, phone });
    await expect.poll(() => isRed(dialog.locator('[name=email]'))).toBe(false);
    expect(await isRed(dialog.locator('[name=phone]'))).toBe(true);
    expect(calls.filter(({ path }) => path === '/api/leads')).toEqual([]);
    expect(await openDialog(page)).toBe(overlay('standard'));
    expect(complaints).toEqual([]);
  });
});

describe.each(screens)('the sign-up on %s', (_, viewport) => {
  // One plan on each device: what is sent does not depend on the device.
  const plan = viewport === viewports.phone ? 'vip' : 'standard';
  test(`sends a ${plan} lead once, and redirects to the address in the response`, async () => {
    const email = `${plan}-${viewport.width}@exemplo.com.br`;
    const { page, dialog, complaints } = await signUp(
      plan,
      { viewport, before: platform.reach },
      '/workshop?src=bio&utm_source=insta&utm_medium=story&utm_campaign=maio&utm_content=video&utm_term=oab',
    );
    const calls = watchCalls(page);
    const release = await hold(page, endpoint);
    await fillIn(dialog, fields(email));
    await submitOf(dialog).click();
    await expect.poll(() => submitOf(dialog).isDisabled()).toBe(true);
    expect(await submitOf(dialog).textContent()).not.toBe(variants[plan].button);
    expect(await submitOf(dialog).locator('[class*=spinner]').isVisible()).toBe(true);
    const dim = dialog.locator('form [aria-disabled=true]');
    expect(Number(await dim.evaluate((it) => getComputedStyle(it).opacity))).toBeLessThan(1);
    expect(await violations(page)).toEqual([]);
    await dialog.locator('[name=phone]').press('Enter');
    release();
    await page.waitForURL('https://pagamento.perfiletico.com.br/**');
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toBe(`/workshop-${plan}`);
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
      { method: 'POST', body: { ...fields(email), planType: plan } },
    ]);
    expect(leadsOf(email)).toEqual([expect.objectContaining({ ...fields(email), planType: plan })]);
    expect(complaints).toEqual([]);
  });
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

describe('a sign-up that is closed', () => {
  test('begins anew when it is opened again', async () => {
    const { page, dialog } = await signUp('vip');
    await submitOf(dialog).click();
    await expect.poll(async () => Object.keys(await fieldErrors(dialog))).toHaveLength(3);
    await fillIn(dialog, { name: 'Ana Prado' });
    await page.keyboard.press('Escape');
    await expect.poll(() => fieldValuesIn(dialog)).toEqual({ name: '', email: '', phone: '' });
    await openerOf(page, 'vip').click();
    await untilStep(dialog, 'formulario');
    expect(await fieldValuesIn(dialog)).toEqual({ name: '', email: '', phone: '' });
    expect(await fieldErrors(dialog)).toEqual({});
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
