/** The layout of pages: lengths, forms, grids, marks, and the first view. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { viewports } from '../harness/chromium.ts';
import { openDialog } from '../harness/dialogs.ts';
import { formsOf, orphans, screensOf } from '../harness/layout.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();
let paths: string[];
beforeAll(async () => {
  const { routes } = await loadFunnels();
  paths = Object.keys(routes).filter((path) => routes[path]?.canonical === path);
});

const tall = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const box = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((it) => {
      const { left, right, top, bottom, width, height } = it.getBoundingClientRect();
      return { left, right, top, bottom, width, height };
    });

/** The lists of bad points of a page, and which of the two strokes of a cross each item has. */
const badPointsOf = (page: Page) =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('h2,h3')]
      .filter((heading) => /contra você|não é para você|nada mudar/i.test(heading.textContent ?? ''))
      .map((heading) => ({
        title: heading.textContent ?? '',
        marks: [...(heading.parentElement?.querySelectorAll('li') ?? [])].map((item) => {
          const drawn = ['::before', '::after'].map((pseudo) => getComputedStyle(item, pseudo).content !== 'none');
          return drawn.join();
        }),
      })),
  );

describe('grids', () => {
  test('of every page end in a full row, their steps have enough width for text, and bad points are crossed out', async () => {
    // What is measured is the layout of the server's HTML: without scripts and pictures a page costs half.
    const { page } = await site.visit('/', {
      viewport: tablet,
      javaScriptEnabled: false,
      before: (page) => page.route(/images|assets|fonts/, (route) => route.abort()),
    });
    expect(paths.length).toBeGreaterThan(15);
    const found: Record<string, string[]> = {};
    const narrow: Record<string, number[]> = {};
    const crossed: string[] = [];
    const moments = ['/workshop?at=workshop.during', '/workshop?at=workshop.after'];
    for (const path of [...paths, ...moments, '/parabens-guia-enviado?nome=Ana', '/nao-existe']) {
      await page.goto(site.server.url + path, { waitUntil: 'domcontentloaded' });
      for (const viewport of [tablet, viewports.desktop]) {
        await page.setViewportSize(viewport);
        const alone = await orphans(page);
        if (alone.length > 0) found[`${path} at ${viewport.width} px`] = alone;
      }
      const widths = await page
        .locator('.steps__item')
        .evaluateAll((all) => all.map((item) => item.getBoundingClientRect().width).filter((width) => width < 200));
      if (widths.length > 0) narrow[path] = widths;
      for (const { title, marks } of await badPointsOf(page)) {
        expect(marks.length, title).toBeGreaterThan(2);
        // A cross has two strokes, a tick has one.
        expect(new Set(marks), `${path}: ${title}`).toEqual(new Set(['true,true']));
        crossed.push(path);
      }
    }
    expect(found).toEqual({});
    expect(narrow).toEqual({});
    expect(crossed).toEqual(expect.arrayContaining(['/consultoria', '/workshop', '/agendamento-estrategico']));
  });

  test('are checked by a measure that finds a single item in a row', async () => {
    const { page } = await site.visit('/workshop', { viewport: viewports.desktop });
    expect(await orphans(page)).toEqual([]);
    await page.evaluate(() => {
      const items = document.querySelector('#proposta ul') as HTMLElement;
      items.style.gridTemplateColumns = '1fr 1fr';
    });
    expect(await orphans(page)).toHaveLength(1);
  });
});

describe('/workshop', () => {
  test('is at most twenty screens on a phone, and adjacent sections have different block types', async () => {
    const { page } = await site.visit('/workshop', { viewport: tall });
    expect(await screensOf(page)).toBeLessThanOrEqual(20);
    const forms = await formsOf(page);
    expect(forms.length).toBeGreaterThanOrEqual(12);
    expect(forms.filter((form, index) => form === forms[index - 1])).toEqual([]);
    expect(forms.filter((form) => form === 'cards')).toHaveLength(1);
  });

  test('the purchase button is in the header at every width', async () => {
    const { page } = await site.visit('/workshop', { viewport: tall });
    const call = page.getByRole('banner').getByRole('link', { name: 'Garantir vaga' });
    await page.evaluate(() => scrollTo({ top: 4000, behavior: 'instant' }));
    for (const width of [320, 360, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const [shown, header] = [await call.boundingBox(), await box(page, 'header')];
      expect(header.height, `${width} px`).toBeLessThanOrEqual(80);
      expect(header.top, `${width} px`).toBe(0);
      expect(shown?.height, `${width} px`).toBeGreaterThanOrEqual(44);
      expect(shown?.x, `${width} px`).toBeGreaterThan(0);
      expect((shown?.x ?? 0) + (shown?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width - 16);
      if (width !== 320 && width !== 1440) continue;
      await call.click();
      expect(await openDialog(page), `${width} px`).toBe('inscricao-standard');
      await page.keyboard.press('Escape');
      await expect.poll(() => openDialog(page)).toBeNull();
    }
  });

  test('once the workshop is over, the header links to the waiting list', async () => {
    const { page } = await site.visit('/workshop?at=workshop.after', { viewport: { width: 320, height: 640 } });
    const call = page.locator('header [data-open]');
    expect(await call.textContent()).toBe('Lista de espera');
    const { right } = await box(page, 'header [data-open]');
    expect(right).toBeLessThanOrEqual(304);
  });
});

describe.each(['/baixar-guia-estrategico', '/baixar-ebook'])('%s', (path) => {
  test('on a phone shows its cover first and its first field; on a desktop cover, text and form are side by side', async () => {
    const { page } = await site.visit(path, { viewport: tall });
    const [cover, title, field] = [
      await box(page, 'main img'),
      await box(page, 'h1'),
      await box(page, 'form[data-form] input:not([type=hidden])'),
    ];
    expect(cover.top).toBeLessThan(title.bottom);
    expect(cover.width).toBeLessThan(tall.width * 0.4);
    expect(cover.right).toBeLessThan(title.left);
    expect(field.bottom).toBeLessThanOrEqual(tall.height);

    await page.setViewportSize(viewports.desktop);
    const [wideCover, wideTitle, form] = [
      await box(page, 'main img'),
      await box(page, 'h1'),
      await box(page, 'form[data-form]'),
    ];
    expect(wideCover.right).toBeLessThan(wideTitle.left);
    expect(wideTitle.right).toBeLessThan(form.left);
    expect(form.top).toBeLessThan(viewports.desktop.height / 2);
  });
});

test('the price is the largest text of its offer at every width', async () => {
  const { page } = await site.visit('/consultoria', { viewport: tall });
  for (const viewport of [tall, tablet, viewports.desktop]) {
    await page.setViewportSize(viewport);
    const sizes = await page.locator('#sessao').evaluate((section) =>
      [...section.querySelectorAll('h2,h3,p,li')].map((one) => ({
        text: (one.textContent ?? '').replace(/\s/g, ' '),
        size: Number.parseFloat(getComputedStyle(one).fontSize),
      })),
    );
    const price = sizes.find(({ text }) => text === 'R$ 197');
    expect(price?.size).toBeGreaterThanOrEqual(48);
    for (const { text, size } of sizes) if (text !== 'R$ 197') expect(size, text).toBeLessThan(price?.size ?? 0);
  }
});

describe('/', () => {
  test('has a picture, a portrait with evidence, and a link back to the form below the form', async () => {
    const { page, complaints } = await site.visit('/', { viewport: tall });
    const { bottom } = await box(page, 'form[data-form]');
    const below = await page
      .locator('main img')
      .evaluateAll((all, from) => all.filter((one) => one.getBoundingClientRect().top > from).length, bottom);
    expect(below).toBeGreaterThanOrEqual(2);
    expect(await page.locator('main').textContent()).toMatch(/Mais de 200 advogados/);
    await page.locator('[name=name]').fill('Ana Prado');
    const closing = page.locator('main a[href="#cadastro"]');
    expect(await closing.evaluate((it) => it.closest('.section')?.nextElementSibling)).toBeNull();
    await closing.click();
    await expect.poll(async () => (await box(page, '[name=name]')).top).toBeGreaterThanOrEqual(0);
    await expect.poll(async () => (await box(page, '[name=name]')).bottom).toBeLessThanOrEqual(tall.height);
    expect(await page.locator('[name=name]').inputValue()).toBe('Ana Prado');
    expect(complaints).toEqual([]);
  });
});
