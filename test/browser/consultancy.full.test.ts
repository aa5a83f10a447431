import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { viewports } from '../harness/chromium.ts';
import {
  fieldErrors,
  fieldValuesIn,
  fillIn,
  isRed,
  openDialog,
  skipWaits,
  untilStep,
  walkFocus,
} from '../harness/dialogs.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { hold } from '../harness/held-responses.ts';
import { serveHosts } from '../harness/outside.ts';
import { pauseClock } from '../harness/page-time.ts';
import { untilRun, type VisitOptions, visitSite, watchCalls } from '../harness/site-visits.ts';

const checkoutHost = 'caixa.exemplo.com.br';
// The payment platform's address has its own source: existing parameters are not replaced.
const checkout = `https://${checkoutHost}/pagar?src=caixa`;
const site = visitSite({
  funnels: copyFunnels([
    ['site.yaml', 'session: https://pagamento.perfiletico.com.br/sessao-estrategica', `session: ${checkout}`],
    ['site.yaml', '  - pagamento.perfiletico.com.br', `  - pagamento.perfiletico.com.br\n  - ${checkoutHost}`],
  ]),
});
const platform = serveHosts([checkoutHost, 'pagamento.perfiletico.com.br'], () => ({
  type: 'text/html',
  body: '<!doctype html><html lang="pt-BR"><title>checkout</title>',
}));

const endpoint = '**/api/consultoria';
const dialogOf = (page: Page): Locator => page.locator('#overlay-agendar');
const submitOf = (dialog: Locator): Locator => dialog.locator('[type=submit]');
const leadsOf = (email: string) => site.records('consultoria_leads').filter((lead) => lead['email'] === email);
const topOf = (page: Page, id: string) => page.locator(`#${id}`).evaluate((it) => it.getBoundingClientRect().top);
/** Scrolls instantly, without the page's smooth scrolling. */
const jumpTo = (page: Page, top: number): Promise<void> =>
  page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);

/** A visitor with the dialog open, after the check of availability. */
async function atForm(options: VisitOptions = {}, path = '/consultoria') {
  const before = async (page: Page) => {
    await (options.before ?? platform.reach)(page);
    await skipWaits(page);
  };
  const visitor = await site.visit(path, { ...options, before });
  await visitor.page.locator('#cta [data-open]').click();
  const dialog = dialogOf(visitor.page);
  await untilStep(dialog, 'dados');
  return { ...visitor, dialog };
}

describe('the page', () => {
  test('has a menu; a choice scrolls to 80 px below the top and closes it', async () => {
    const { page } = await site.visit('/consultoria');
    const menu = page.locator('header details[data-menu]');
    await untilRun(page, 'behaviours');
    await menu.locator('summary').click();
    for (const [screen, viewport, ids] of [
      ['a phone', viewports.phone, ['programa', 'beneficios', 'metodo']],
      ['a desktop', viewports.desktop, ['programa', 'beneficios']],
    ] as const) {
      await page.setViewportSize(viewport);
      if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
      // `pages.full.test.ts` checks the page at both widths.
      expect(await violations(page, 'header'), screen).toEqual([]);
      expect(await horizontalOverflow(page), screen).toBe(0);
      for (const [index, id] of ids.entries()) {
        // Smooth scrolling is drawn for most of a second; once shows that it arrives.
        if (index === 1) await page.emulateMedia({ reducedMotion: 'reduce' });
        if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
        await menu.locator(`a[href="#${id}"]`).click();
        await expect.poll(() => menu.getAttribute('open')).toBeNull();
        await expect.poll(async () => Math.abs((await topOf(page, id)) - 80), { message: screen }).toBeLessThan(2);
        // The header stays, and marks the current section.
        expect(await page.locator('header').evaluate((it) => it.getBoundingClientRect().top)).toBe(0);
        await expect
          .poll(() =>
            page.locator('header a[aria-current]').evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
          )
          .toEqual([`#${id}`]);
      }
    }
    await menu.locator('summary').click();
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.getAttribute('open')).toBeNull();
    expect(await menu.locator('summary').evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

describe('dynamic elements', () => {
  test('on a desktop: shortcuts in the header, and a link to the top; no bar at the bottom', async () => {
    const { page } = await site.visit('/consultoria', { viewport: viewports.desktop });
    const shortcuts = page.locator('header nav a:visible');
    expect(await shortcuts.allTextContents()).toEqual(['Sessão Estratégica', 'Resultados']);
    const up = page.getByRole('link', { name: 'Voltar ao topo' });
    expect(await up.isVisible()).toBe(false);
    await jumpTo(page, 3000);
    await expect.poll(() => up.isVisible()).toBe(true);
    expect(await violations(page, 'nav[aria-label="Voltar ao topo"]')).toEqual([]);
    expect(await page.locator('.sticky').isVisible()).toBe(false);
    await up.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect.poll(() => up.isVisible()).toBe(false);
  });
});

describe('galleries', () => {
  const slides = [
    ['resultados', 3],
    ['depoimentos', 5],
  ] as const;

  test('show five conversations on a phone, and four on wider screens; on a desktop they are grids', async () => {
    const { page } = await site.visit('/consultoria');
    const shownIn = (id: string) =>
      page
        .locator(`#${id} [data-track] > li`)
        .evaluateAll((all) =>
          all.map((slide) => slide.getBoundingClientRect()).map(({ width, right }) => [width, right] as const),
        );
    for (const [width, count] of [
      [390, 5],
      [768, 4],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const shown = (await shownIn('depoimentos')).map(([wide]) => wide > 0);
      expect(shown, `${width} px`).toEqual([true, true, true, true, count === 5]);
    }
    for (const [id, count] of slides) {
      const all = await shownIn(id);
      expect(all, id).toHaveLength(count);
      for (const [, right] of all) expect(right, id).toBeLessThanOrEqual(viewports.desktop.width);
      expect(await page.locator(`#${id} [data-go]:visible`).count(), id).toBe(0);
    }
  });
});

describe('the check of availability', () => {
  test('takes 3.5 to 4.5 s, with four dots 400 ms apart; the dialog is reset 300 ms after it closes', async () => {
    const { page, complaints } = await site.visit('/consultoria', { before: (page) => page.clock.install() });
    await page.waitForLoadState('networkidle');
    await pauseClock(page);
    await page.locator('#cta [data-open]').click();
    const dialog = dialogOf(page);
    const state = async () => (await dialog.locator('[data-island]').getAttribute('data-state')) ?? '';
    const step = 50;
    await expect
      .poll(async () => {
        await page.clock.runFor(step);
        return state();
      })
      .toMatch(/^verificando/);
    expect(await dialog.locator('[data-form]').count()).toBe(0);
    const dots = await dialog.evaluate((it) =>
      it
        .getAnimations({ subtree: true })
        .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
        .map(({ effect }) => effect?.getComputedTiming())
        .map((timing) => [timing?.delay, timing?.duration]),
    );
    expect(dots.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [0, 1600],
      [400, 1600],
      [800, 1600],
      [1200, 1600],
    ]);
    let took = 3300;
    await page.clock.runFor(took);
    expect(await state()).toMatch(/^verificando/);
    while (/^verificando/.test(await state()) && took < 6000) {
      await page.clock.runFor(step);
      took += step;
    }
    // It may have begun within the previous step and ended within the last one; rendering follows shortly after.
    expect(took).toBeGreaterThanOrEqual(3500 - 2 * step);
    expect(took).toBeLessThanOrEqual(4500 + 2 * step);
    await untilStep(dialog, 'dados');
    await dialog.locator('[name=name]').fill('Ana');

    await page.keyboard.press('Escape');
    await expect.poll(() => openDialog(page)).toBeNull();
    await page.clock.runFor(280);
    expect(await fieldValuesIn(dialog)).toMatchObject({ name: 'Ana' });
    await page.clock.runFor(40);
    await expect.poll(() => dialog.locator('[data-form]').count()).toBe(0);
    expect(await dialog.locator('[data-state]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('has no accessibility violations, and does not move under reduced motion', async () => {
    const { page } = await site.visit('/consultoria', { reducedMotion: 'reduce' });
    await page.locator('#cta [data-open]').click();
    expect(await violations(page)).toEqual([]);
    expect(await dialogOf(page).evaluate((it) => it.getAnimations({ subtree: true }).length)).toBe(0);
  });
});

const unfilled = { name: 'Nome é obrigatório', email: 'E-mail é obrigatório' };

describe('the session dialog', () => {
  test('on a phone shows errors under the fields, keeps the focus inside, and has no accessibility violations', async () => {
    const { page, dialog, complaints } = await atForm();
    const calls = watchCalls(page);
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await submitOf(dialog).click();
    await expect.poll(() => fieldErrors(dialog)).toEqual(unfilled);
    await expect.poll(() => isRed(dialog.locator('[name=email]'))).toBe(true);
    await fillIn(dialog, { name: ' A ', email: 'ana@exemplo' });
    expect(await fieldErrors(dialog)).toEqual({});
    await submitOf(dialog).click();
    await expect
      .poll(() => fieldErrors(dialog))
      .toEqual({ name: 'Nome deve ter pelo menos 2 caracteres', email: 'E-mail inválido' });
    expect(await violations(page)).toEqual([]);
    const focus = [...(await walkFocus(page, 'Tab', 10)), ...(await walkFocus(page, 'Shift+Tab', 10))];
    expect(focus).not.toContainEqual(expect.stringContaining('outside'));
    expect(focus).toContain('dialog');
    expect(calls.filter(({ path }) => path === '/api/consultoria')).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test('the dialog sends a lead with its number as digits, and redirects to the checkout', async () => {
  const email = 'sessao@exemplo.com.br';
  const { page, dialog, complaints } = await atForm(
    {},
    '/consultoria?src=bio&utm_source=insta&utm_medium=story&utm_campaign=maio&utm_content=video&utm_term=oab',
  );
  const calls = watchCalls(page);
  const release = await hold(page, endpoint);
  await fillIn(dialog, { name: 'Ana Prado', email, phone: '21912345678' });
  await submitOf(dialog).click();
  await expect.poll(() => submitOf(dialog).textContent()).toBe('Processando...');
  expect(await submitOf(dialog).isDisabled()).toBe(true);
  release();
  await page.waitForURL(`https://${checkoutHost}/**`);
  const address = new URL(page.url());
  expect(address.pathname).toBe('/pagar');
  expect([...address.searchParams]).toEqual([
    ['src', 'caixa'],
    ['name', 'Ana Prado'],
    ['email', email],
    ['utm_source', 'insta'],
    ['utm_medium', 'story'],
    ['utm_campaign', 'maio'],
    ['utm_content', 'video'],
    ['utm_term', 'oab'],
  ]);
  expect(platform.requested).toContain(address.pathname + address.search);
  const lead = {
    name: 'Ana Prado',
    email,
    phone: '21912345678',
    src: 'bio',
    utm_source: 'insta',
    utm_medium: 'story',
    utm_campaign: 'maio',
  };
  const sent = calls.filter(({ path }) => path === '/api/consultoria');
  expect(sent.map(({ method, body }) => ({ method, body }))).toEqual([{ method: 'POST', body: lead }]);
  expect(leadsOf(email)).toEqual([expect.objectContaining(lead)]);
  expect(complaints).toEqual([]);
});

describe('a pasted number', () => {
  test('is refused at its field without truncation or a request, or accepted, however it is written', async () => {
    const email = 'colada@exemplo.com.br';
    const { page, dialog } = await atForm();
    const calls = watchCalls(page);
    const field = dialog.locator('[name=phone]');
    await fillIn(dialog, { name: 'Ana Prado', email });
    const refused = [
      ['119876', '(11) 9876', 'WhatsApp deve ter pelo menos 10 dígitos'],
      ['11 98765-43212', '(11) 98765-43212', 'Confira este número: há dígitos a mais.'],
      ['+351 912 345 678', '+351 912 345 678', 'Confira este número: este código de país não é aceito.'],
      ['+1 (212) 555-0123', '+1 (212) 555-0123', 'Confira este número: este código de país não é aceito.'],
      ['11 98765-4321 / 11 3265-4321', '(11) 98765-43211132654321', 'Este texto é longo demais.'],
    ] as const;
    for (const [pasted, shown, text] of refused) {
      await field.fill(pasted);
      await submitOf(dialog).click();
      await expect.poll(() => fieldErrors(dialog)).toEqual({ phone: text });
      expect(await field.inputValue()).toBe(shown);
      await expect.poll(() => isRed(field)).toBe(true);
    }
    expect(calls.filter(({ path }) => path === '/api/consultoria')).toEqual([]);
    const accepted = [
      ['011987654321', '(11) 98765-4321'],
      ['+55 11 98765-4321', '(11) 98765-4321'],
      ['+55 (011) 3265-4321', '(11) 3265-4321'],
    ] as const;
    for (const [pasted, shown] of accepted) {
      await field.fill(pasted);
      expect(await field.inputValue(), pasted).toBe(shown);
    }
    await submitOf(dialog).click();
    await page.waitForURL(`https://${checkoutHost}/**`);
    expect(leadsOf(email)).toEqual([expect.objectContaining({ phone: '1132654321' })]);
  });
});
