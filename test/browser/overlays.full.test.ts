import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { viewports } from '../harness/chromium.ts';
import { heldResponses } from '../harness/held-responses.ts';
import { fillLead } from '../harness/landing.ts';
import { servePixel } from '../harness/outside.ts';
import { settled, untilStill } from '../harness/painted.ts';
import { islandCode, type VisitOptions, visitSite } from '../harness/site-visits.ts';

const running = visitSite({ funnels: 'test/fixtures/sites/landing', env: { TRACES: 'off' } });
const pixel = servePixel();
const site = {
  records: running.records,
  visit: (path: string, { before, ...options }: VisitOptions = {}) =>
    running.visit(path, {
      ...options,
      before: async (page) => {
        pixel.reach();
        await before?.(page);
      },
    }),
};

const vip = (page: Page) => page.locator('#overlay-vip');
const open = (page: Page, name = 'Acesso VIP') => page.locator('main').getByRole('link', { name }).click();
const isOpen = (page: Page) => page.evaluate(() => document.querySelector('dialog[open]')?.id ?? null);
const isAwake = (page: Page, id: string) =>
  expect.poll(() => page.locator(`#overlay-${id} [data-island]`).getAttribute('data-state')).toBe('dados.ready');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? null);

const fill = (page: Page, id: string) => fillLead(page, `#overlay-${id}`);

/** Shows a notice, as an island does. */
const tell = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { funnel: { toast(toast: object): void } }).funnel.toast({
      title: 'Aviso',
      text: 'Sem conexão.',
    }),
  );

/** Blocks every script of the build, like a network without responses. */
const withoutCode = (page: Page) => page.route(islandCode, () => {});

describe('an overlay', () => {
  test('opens before any framework code is loaded, with its first screen rendered', async () => {
    const { page, complaints } = await site.visit('/', { before: withoutCode });
    await open(page);
    expect(await isOpen(page)).toBe('overlay-vip');
    expect(await vip(page).getByRole('heading').first().textContent()).toBe('Acesso VIP');
    expect(await page.locator('#overlay-padrao h2').first().textContent()).toBe('Garantir minha vaga');
    expect(await vip(page).locator('[name=email]').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('closes on its button, on Escape and on the backdrop, and returns the focus to its opener', async () => {
    const { page } = await site.visit('/', { viewport: viewports.desktop });
    for (const close of [
      // The region of toasts may be in the dialog, too.
      () => vip(page).locator('.overlay__close').click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(20, 20),
    ]) {
      await open(page);
      expect(await isOpen(page)).toBe('overlay-vip');
      await untilStill(page);
      await close();
      await expect.poll(() => isOpen(page)).toBeNull();
      await expect.poll(() => focused(page)).toBe('Acesso VIP');
    }
  });

  test('stays open after a press that began inside and ended outside', async () => {
    const { page } = await site.visit('/', { viewport: viewports.desktop });
    await open(page);
    await untilStill(page);
    const box = await vip(page).locator('h2').first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move(20, 20);
    await page.mouse.up();
    expect(await isOpen(page)).toBe('overlay-vip');
  });

  test('disappears within 0.2 s, and at once under reduced motion', async () => {
    const { page } = await site.visit('/');
    const durations = async (reducedMotion: 'reduce' | 'no-preference') => {
      await page.emulateMedia({ reducedMotion });
      return vip(page).evaluate((dialog) => getComputedStyle(dialog).transitionDuration);
    };
    expect(await durations('no-preference')).toMatch(/^0\.2s(, 0\.2s)*$/);
    expect(await durations('reduce')).toMatch(/^0s(, 0s)*$/);
  });

  test('begins its session when it opens, and keeps input from before its code has loaded', async () => {
    const { before, release } = heldResponses(islandCode);
    const { page, complaints } = await site.visit('/', { before });
    expect(await page.locator('[data-state]').count()).toBe(0);
    await open(page);
    await fill(page, 'vip');
    await vip(page).locator('[type=submit]').click();
    const sent = page.waitForRequest('**/api/leads');
    release();
    expect((await sent).postDataJSON()).toEqual({
      name: 'Ana Lima',
      email: 'ana@exemplo.com.br',
      phone: '11987654321',
      planType: 'vip',
    });
    await expect.poll(() => isOpen(page)).toBeNull();
    expect(complaints).toEqual([]);
  });

  test('is closed by its flow after the submission, and starts anew', async () => {
    const before = site.records('leads').length;
    const { page, complaints } = await site.visit('/');
    await open(page, 'Garantir vaga');
    await isAwake(page, 'padrao');
    await fill(page, 'padrao');
    await page.locator('#overlay-padrao [type=submit]').click();
    await expect.poll(() => isOpen(page)).toBeNull();
    expect(site.records('leads').slice(before)).toMatchObject([{ name: 'Ana Lima', planType: 'standard' }]);
    await expect.poll(() => page.locator('#overlay-padrao [data-state]').count()).toBe(0);
    await open(page, 'Garantir vaga');
    await isAwake(page, 'padrao');
    expect(await page.locator('#overlay-padrao [name=name]').inputValue()).toBe('');
    await fill(page, 'padrao');
    await page.locator('#overlay-padrao [name=phone]').fill('11912345678');
    await page.locator('#overlay-padrao [type=submit]').click();
    await expect.poll(() => site.records('leads').length).toBe(before + 2);
    expect(complaints).toEqual([]);
  });

  test('keeps the input when it is closed by mistake; with a reset it starts anew after its time', async () => {
    const { page, complaints } = await site.visit('/?nome=Bia');
    await open(page, 'Garantir vaga');
    await isAwake(page, 'padrao');
    // The address filled in the form, and its personal value is hidden from the pixel.
    expect(await page.locator('#overlay-padrao [name=name]').inputValue()).toBe('Bia');
    await expect.poll(() => page.url()).toBe(`${running.server.url}/`);
    await fill(page, 'padrao');
    await page.keyboard.press('Escape');
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    await settled(page);
    await open(page, 'Garantir vaga');
    expect(await page.locator('#overlay-padrao [name=name]').inputValue()).toBe('Ana Lima');
    await page.keyboard.press('Escape');

    await open(page);
    await isAwake(page, 'vip');
    await fill(page, 'vip');
    // Reopened within 300 ms, it is unchanged.
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('#overlay-vip [data-close]')?.click();
      await new Promise((done) => setTimeout(done, 50));
      document.querySelector<HTMLElement>('main [data-open=vip]')?.click();
      await new Promise((done) => setTimeout(done, 300));
    });
    await settled(page);
    expect(await vip(page).locator('[name=name]').inputValue()).toBe('Ana Lima');
    await page.keyboard.press('Escape');
    await expect.poll(() => vip(page).locator('[data-state]').count()).toBe(0);
    await open(page);
    await isAwake(page, 'vip');
    expect(await vip(page).locator('[name=name]').inputValue()).toBe('Bia');
    expect(complaints).toEqual([]);
  });

  test('goes through its screens with the focus, and begins again at the next opening', async () => {
    const { page, complaints } = await site.visit('/');
    const heading = () => page.locator('#overlay-espera h2').textContent();
    for (let round = 0; round < 2; round += 1) {
      // It stays for 600 ms.
      expect(await heading()).toBe('Um momento');
      await open(page, 'Esperar');
      await expect.poll(heading).toBe('Pronto');
      await expect.poll(() => focused(page)).toBe('Pronto');
      await page.getByRole('button', { name: 'Concluir' }).click();
      await expect.poll(() => isOpen(page)).toBeNull();
      await expect.poll(() => focused(page)).toBe('Esperar');
      await expect.poll(() => page.locator('#overlay-espera [data-state]').count()).toBe(0);
    }
    expect(page.url()).toBe(`${running.server.url}/`);
    expect(complaints).toEqual([]);
  });

  test('a notice shown meanwhile is above it, can be closed there, and returns to the page with it', async () => {
    const { page } = await site.visit('/');
    await open(page);
    await isAwake(page, 'vip');
    await tell(page);
    const notice = page.locator('#toasts .toast');
    expect(await notice.evaluate((toast) => toast.closest('dialog')?.id)).toBe('overlay-vip');
    await notice.evaluate((toast) => Promise.all(toast.getAnimations().map(({ finished }) => finished)));
    const box = await notice.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    await notice.getByRole('button').focus();
    await page.keyboard.press('Escape');
    expect(await notice.count()).toBe(0);
    expect(await isOpen(page)).toBe('overlay-vip');
    await tell(page);
    await notice.locator('.toast__text').click();
    expect(await isOpen(page)).toBe('overlay-vip');
    await notice.getByRole('button').click();
    expect(await isOpen(page)).toBe('overlay-vip');
    await page.keyboard.press('Escape');
    await expect.poll(() => isOpen(page)).toBeNull();
    expect(await page.locator('#toasts').evaluate((region) => region.closest('dialog'))).toBeNull();
  });

  test('removes the page’s notice when it opens, and its own when it closes', async () => {
    const { page } = await site.visit('/');
    const notice = page.locator('#toasts .toast');
    await tell(page);
    expect(await notice.count()).toBe(1);
    await open(page);
    expect(await notice.count()).toBe(0);
    await tell(page);
    expect(await notice.count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => isOpen(page)).toBeNull();
    await expect.poll(() => notice.count()).toBe(0);
  });

  test('shares no ids with another one of the same flow, and changes neither address nor title', async () => {
    const { page } = await site.visit('/');
    const twice = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return ids.filter((id, index) => ids.indexOf(id) !== index);
    });
    expect(twice).toEqual([]);
    await open(page);
    await isAwake(page, 'vip');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.title()).toBe('Casa | Casa de Teste');
    await vip(page).locator('[name=name]').fill('Ana');
    const saved = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('funnel:inscricao') ?? 'null'));
    await expect.poll(saved).toMatchObject({ screen: 'dados', values: { planType: 'vip' } });
  });

  test('hands a lead to the automation in the page: with named fields, without logging or sending personal data', async () => {
    const { page } = await site.visit('/');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await open(page, 'Garantir vaga');
    await expect.poll(() => page.locator('dialog[open] iframe#automacao').count()).toBe(1);
    await isAwake(page, 'padrao');
    await fill(page, 'padrao');
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.locator('#overlay-padrao [type=submit]').click();
    await expect.poll(() => page.locator('#overlay-padrao[data-handed-off]').count()).toBe(1);
    expect(await page.locator('iframe#automacao').count()).toBe(0);
    expect(logged).toContain(
      'lead handed off {name: ••• ••••, email: •••@•••••••.•••.••, phone: •••••••••••, planType: standard}',
    );
    expect(logged.join('\n')).not.toMatch(/Ana|exemplo|98765/);
    // Events of the page are sent once it is idle, which may be after the press.
    await expect.poll(() => paths.includes('/api/meta/event')).toBe(true);
    const others = paths.filter((path) => path.startsWith('/api/') && path !== '/api/meta/event');
    expect(others).toEqual(['/api/leads']);
  });

  test('adds no entry to the history; a flow that spans paths does', async () => {
    const added = async (path: string, act: (page: Page) => Promise<unknown>): Promise<number> => {
      const { page } = await site.visit(path);
      const before = await page.evaluate(() => history.length);
      await act(page);
      return (await page.evaluate(() => history.length)) - before;
    };
    expect(
      await added('/', async (page) => {
        await open(page, 'Garantir vaga');
        await isAwake(page, 'padrao');
        await fill(page, 'padrao');
        await page.locator('#overlay-padrao [type=submit]').click();
        await expect.poll(() => page.locator('#overlay-padrao[data-handed-off]').count()).toBe(1);
      }),
    ).toBe(0);
    expect(
      await added('/passos', async (page) => {
        await page.getByRole('button', { name: 'Seguir' }).click();
        await expect.poll(() => page.url()).toContain('/passos/dois');
      }),
    ).toBe(1);
  });

  test('is visible in the first frame after a tap', async () => {
    const { page } = await site.visit('/', { hasTouch: true, isMobile: true });
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const dialog = document.getElementById('overlay-vip') as HTMLDialogElement;
      const { dataset } = document.body;
      document.addEventListener(
        'click',
        () => {
          const frame = (count: number): void => {
            if (dialog.open) dataset['frames'] = String(count);
            else requestAnimationFrame(() => frame(count + 1));
          };
          requestAnimationFrame(() => frame(1));
        },
        { capture: true },
      );
    });
    await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).tap();
    await expect.poll(() => page.evaluate(() => document.body.dataset['frames'])).toBe('1');
  });
});
