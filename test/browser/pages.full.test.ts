import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { answerAll, identificationOf, identify } from '../harness/diagnostic.ts';
import { expectDialogOutlines, expectOutline } from '../harness/headings.ts';
import { holdFonts } from '../harness/held-fonts.ts';
import { hold } from '../harness/held-responses.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { pagePaths } from '../harness/page-paths.ts';
import { shiftsOf } from '../harness/painted.ts';
import { type SiteVisitor, visitSite } from '../harness/site-visits.ts';

const site = visitSite();
let definition: SiteDefinition;
beforeAll(async () => {
  definition = await loadFunnels();
});

const unknownUid = '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';
const paths = [...pagePaths(), `/resultado?uid=${unknownUid}`, `/obrigado?uid=${unknownUid}`];

/** Console errors since the last call, other than the one for a page with status 404. */
const beside404 = ({ complaints }: SiteVisitor) => complaints.splice(0).filter((text) => !/status of 404/.test(text));

/** One visitor per width sees every page: it is the pages that differ. What a page stores is removed before the next one. */
const forgetful = (page: Page) =>
  page.addInitScript(() => {
    if (!location.protocol.startsWith('http')) return;
    sessionStorage.clear();
    localStorage.clear();
  });

/** A phone, which is then made as narrow as the smallest, and a desktop. */
describe.each([390, 1440])('at %d px', (width) => {
  test('every page fits, has no layout shift, and has no accessibility violations', async () => {
    const viewport = { width, height: width > 800 ? 900 : 800 };
    const fonts = holdFonts();
    const visitor = await site.visit('/robots.txt', {
      viewport,
      before: async (page) => {
        await forgetful(page);
        await fonts.before(page);
      },
    });
    const { page } = visitor;
    for (const path of paths) {
      const hasHeading = !path.startsWith('/resultado');
      await page.setViewportSize(viewport);
      fonts.again();
      await page.goto(site.server.url + path, { waitUntil: 'commit' });
      if (hasHeading) await fonts.expectStill(page, path);
      else {
        fonts.release();
        await page.evaluate(() => document.fonts.ready);
      }
      // Animations start after the first paint, and must not shift anything else.
      await page.waitForLoadState('networkidle');
      // Letters of another font shift by fractions of a pixel when the font is swapped.
      const shifts = await shiftsOf(page);
      expect
        .soft(
          shifts.reduce((sum, { value }) => sum + value, 0),
          `${path}: ${JSON.stringify(shifts)}`,
        )
        .toBeLessThanOrEqual(0.01);
      expect.soft(await horizontalOverflow(page), path).toBe(0);
      if (width === 390) {
        await page.setViewportSize({ width: 320, height: 640 });
        expect.soft(await horizontalOverflow(page), `${path} at 320 px`).toBe(0);
      }
      expect.soft(await violations(page), path).toEqual([]);
      expect.soft(await page.locator('h1').count(), path).toBe(hasHeading ? 1 : 0);
      if (hasHeading) await expectOutline(page, path);
      if (width === 390) await expectDialogOutlines(page, path);
      expect.soft(beside404(visitor), path).toEqual([]);
    }
  });
});

describe('axe, in states that a visitor causes', () => {
  test('a toast, field errors, and each step of the diagnostic', async () => {
    const { page, driver, complaints } = await site.visit('/quiz');
    await driver.next();
    await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
    expect(await violations(page)).toEqual([]);
    await answerAll(driver, [10, 5, 10]);
    await driver.expectScreen('quiz.autoridade');
    await driver.choose(0);
    expect(await violations(page)).toEqual([]);
    await driver.next();
    await driver.expectScreen('identificacao');
    await driver.submit();
    await driver.expectToast('Aviso', 'Por favor, informe seu nome completo.');
    expect(await violations(page)).toEqual([]);
    await identify(driver);
    // The skeleton is visible until the result arrives; the busy form likewise.
    const start = await hold(page, '**/api/diagnostico/start*');
    const result = await hold(page, '**/api/diagnostico/result*');
    await driver.submit();
    await expect.poll(() => page.locator('form [type=submit]').getAttribute('aria-busy')).toBe('true');
    expect(await violations(page)).toEqual([]);
    start();
    await page.locator('[role=status][aria-busy=true]').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    result();
    await page.locator('[role=meter]').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('the sign-up with every error, at the smallest width', async () => {
    const { page, driver } = await site.visit('/', { viewport: { width: 320, height: 640 } });
    await driver.submit();
    await expect.poll(() => page.locator('form [id$=-error]:not([hidden])').count()).toBe(3);
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  });

  test('the guide with an error, refused by the server, and sent', async () => {
    const { page, driver } = await site.visit('/baixar-guia-estrategico');
    // The next page comes four seconds later, which may be while axe runs.
    await hold(page, '**/parabens-guia-enviado*');
    await driver.submit();
    await page.locator('form[data-form] [id$=-error]:not([hidden])').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana.prado@exemplo.com.br');
    await driver.type('phone', '21912345678');
    await page.route('**/api/ebook-lead', (route) =>
      route.fulfill({ status: 500, json: { success: false } }).catch(() => {}),
    );
    await driver.submit();
    await page.locator('form[data-form] [role=alert]:not([hidden])').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/api/ebook-lead');
    await driver.submit();
    await page.getByText('Guia enviado com sucesso!').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  });

  test('the application: each step, empty and refused', async () => {
    const { page, driver, complaints } = await site.visit('/form-aplicacao');
    const choose = (name: string, value: string) =>
      page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
    const steps: [string, () => Promise<void>][] = [
      [
        'contato',
        async () => {
          await driver.type('nome', 'Ana Prado');
          await driver.type('whatsapp', '21912345678');
          await driver.type('email', 'ana.prado@exemplo.com.br');
        },
      ],
      [
        'presenca',
        async () => {
          await driver.type('incomodo_instagram', 'Ninguém me encontra.');
          await driver.type('receio_digital', 'Parecer comercial.');
          await choose('autoridade_online', 'nao');
        },
      ],
      [
        'prioridades',
        async () => {
          await choose('prioridade', 'clientes');
          await choose('acredita_metodo', 'sim');
          await choose('disponibilidade', 'sim');
        },
      ],
      ['motivacao', async () => {}],
    ];
    for (const [screen, fillIn] of steps) {
      await driver.expectScreen(screen);
      // The first step is the page itself, which is checked above.
      if (screen !== 'contato') expect(await violations(page), screen).toEqual([]);
      await driver.submit();
      await page.locator('form[data-form] [id$=-error]:not([hidden])').first().waitFor();
      expect(await violations(page), `${screen}, refused`).toEqual([]);
      expect(await horizontalOverflow(page)).toBe(0);
      await fillIn();
      if (screen !== 'motivacao') await driver.submit();
    }
    expect(complaints).toEqual([]);
  });

  test.each(['helena', 'rafael'])('the story of %s with its call to action and its bar', async (name) => {
    const { page } = await site.visit(`/historias-de-sucesso-${name}?delay=0`);
    await page.getByRole('link', { name: 'Candidatar-se' }).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await expectOutline(page);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight * 0.9));
    await page.locator('.sticky').waitFor();
    expect(await violations(page, '.sticky')).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  });

  test.each([
    ['/', 4],
    ['/consultoria', 4],
    ['/workshop', 10],
    ['/agendamento-estrategico', 3],
  ] as const)('the questions of %s: one is open at a time, and can be closed again', async (path, count) => {
    const { page } = await site.visit(path);
    const items = page.locator('.faq details');
    expect(await items.count()).toBe(count);
    const open = () => items.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open));
    for (let index = 0; index < count; index += 1) {
      await items.nth(index).locator('summary').click();
      expect(await open()).toEqual(Array.from({ length: count }, (_, at) => at === index));
    }
    expect(await violations(page, '.faq')).toEqual([]);
    await items.last().locator('summary').click();
    expect(await open()).toEqual(new Array(count).fill(false));
  });
});

describe('the legal pages', () => {
  test('from a partly filled form: the input is still there', async () => {
    const { page, driver } = await site.visit(identificationOf([0, 0, 0, 0]));
    await driver.type('nome', 'Maria');
    const opened = page.context().waitForEvent('page');
    await page.locator('form a').first().click();
    await (await opened).waitForURL('**/politicas-de-privacidade');
    expect(await page.locator('[name=nome]').inputValue()).toBe('Maria');
  });
});

test('an unknown path shows the not-found page with status 404', async () => {
  const { page } = await site.visit('/nao-existe', { javaScriptEnabled: false });
  expect((await fetch(page.url())).status).toBe(404);
  expect(await page.locator('main a[href="/"]').isVisible()).toBe(true);
  expect(await page.title()).toContain('Página não encontrada');
});

/** The links of a page, and whether they are in its footer or a form. */
const linksOf = (page: Page) =>
  page.locator('a[href]').evaluateAll((all) =>
    (all as HTMLAnchorElement[]).map((link) => ({
      href: link.getAttribute('href') ?? '',
      target: link.target,
      isAside: link.matches('footer a, form a'),
      isBroken: link.hash.length > 1 && link.hash !== '#top' && document.getElementById(link.hash.slice(1)) === null,
    })),
  );

describe('without JavaScript', () => {
  test('every page is readable; its links lead to existing pages, those outside and the legal ones in a new tab', async () => {
    const { page } = await site.visit('/', {
      javaScriptEnabled: false,
      before: (page) => page.route(/images|assets|fonts/, (route) => route.abort()),
    });
    const own = new Set<string>();
    for (const path of [...paths, identificationOf([0, 0, 0, 0])]) {
      await page.goto(site.server.url + path);
      if (!path.startsWith('/resultado')) {
        expect(await page.locator('h1').isVisible(), path).toBe(true);
        const words = ((await page.locator('main').textContent()) ?? '').split(/\s+/).length;
        expect(words, path).toBeGreaterThan(30);
      }
      const links = await linksOf(page);
      expect(links.filter(({ href, isAside }) => isAside && href.startsWith('/')).length, path).toBeGreaterThanOrEqual(
        4,
      );
      for (const { href, target, isAside, isBroken } of links) {
        if (/^https?:/.test(href)) expect(target, href).toBe('_blank');
        else if (href.startsWith('/')) {
          if (isAside)
            expect([Object.hasOwn(definition.routes, href), target], `${path}: ${href}`).toEqual([true, '_blank']);
          own.add(href.split('#')[0] as string);
        } else if (href.startsWith('#')) expect(isBroken, `${path}${href}`).toBe(false);
        else expect(href).toMatch(/^(mailto:|tel:)/);
      }
    }
    expect(own.size).toBeGreaterThan(5);
    for (const path of own) expect((await fetch(site.server.url + path)).status, path).toBe(200);
  });

  test('answers to questions can be opened', async () => {
    const { page } = await site.visit('/consultoria', { javaScriptEnabled: false });
    for (const details of await page.locator('details').all()) {
      await details.locator('summary').click();
      expect(await details.getAttribute('open')).not.toBeNull();
    }
  });
});
