/** `funnel dev`: pages follow edits with the answers given so far, show mistakes, and have a toolbar. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devPaths } from '../../engine/paths.ts';
import type { DevState } from '../../renderer/dev/contract.ts';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { openVisitor, type Visitor, viewports } from '../harness/chromium.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { type HostedSite, hostSite } from '../harness/hosted-site.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';

const folder = copyFunnels();
let server: HostedSite;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  server = await hostSite({
    funnels: folder,
    env: { NODE_ENV: 'development', DEV_TOOLS: 'on', LOG_LEVEL: 'warn', EDITOR_URL: 'editor://{path}?{line},{column}' },
  });
  browser = await shareChromium('shell');
});
// Of its own for each test, because the tools keep their settings in the tab.
beforeEach(async () => {
  visitor = await openVisitor(browser, { viewport: viewports.desktop });
  page = visitor.page;
});
afterEach(async () => {
  await visitor.leave();
  expect(visitor.complaints.filter((complaint) => !complaint.includes('503 (Service Unavailable)'))).toEqual([]);
});
afterAll(async () => {
  await server?.remove();
  await returnChromium(browser);
});

/** What the open pages were last told of the definitions. */
async function announced(): Promise<DevState> {
  const response = await fetch(server.url + devPaths.events);
  let text = '';
  // Leaving the loop ends the stream.
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.endsWith('\n\n')) break;
  }
  // Another state or a beat may follow the first state at once.
  const states = text.split('\n\n').filter((each) => each.startsWith('data: '));
  return JSON.parse(states.at(-1)?.slice('data: '.length) ?? '') as DevState;
}

/**
 * Edits a file while `act` runs. The undone edit is served at the end, so that a page that is opened afterwards is not
 * reloaded.
 */
async function edited(
  file: string,
  edits: readonly (readonly [string, string])[],
  act: () => Promise<void>,
): Promise<void> {
  const path = join(folder, file);
  const { definition } = await announced();
  const before = readFileSync(path, 'utf8');
  const after = edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new RangeError(`${file} has no ${from}`);
    return text.replace(from, to);
  }, before);
  writeFileSync(path, after);
  try {
    await act();
  } finally {
    const { assets } = await announced();
    writeFileSync(path, before);
    const isServed = async (): Promise<boolean> => {
      const state = await announced();
      return (
        state.definition === definition &&
        state.refusal === null &&
        (!file.includes('assets/') || state.assets > assets)
      );
    };
    await expect.poll(isServed).toBe(true);
  }
}

const flow = 'diagnostico/diagnostico.flow.yaml';
const island = () => page.locator('[data-island]:not([data-instance])');
const ready = () => page.locator('.open[data-state=good]').waitFor();
const open = (path: string) => page.goto(server.url + path);
const toolbar = () => page.getByLabel('Development tools');
/** A page that is loaded again keeps the toolbar open. */
async function openToolbar(): Promise<void> {
  if (!(await toolbar().isVisible())) await page.keyboard.press('Alt+Shift+KeyD');
}
/** Waits until an action has loaded the page again: what is done before is lost. */
async function reloadedBy(act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await act();
  await expect.poll(() => page.evaluate(() => 'isOld' in window)).toBe(false);
  await ready();
}
const goTo = (place: string) => page.getByLabel('Go to').selectOption(place);

describe('an edit', () => {
  test('is on screen at once, with the answers given so far', async () => {
    await open('/quiz');
    await ready();
    await page.locator('[data-question] label').first().click();
    await page.locator('[data-question] [type=submit]').click();
    await page.getByText('Com que frequência').first().waitFor();
    await edited(flow, [['Com que frequência', 'Com quanta frequência']], async () => {
      await page.getByText('Com quanta frequência').first().waitFor();
      await page.locator('[data-question] [data-previous]').click();
      await expect.poll(() => page.locator('[data-question] input:checked').count()).toBe(1);
    });
    await page.getByText('Com que frequência').first().waitFor({ state: 'hidden' });
  });

  test('keeps the visitor on a step without an address, also if the flow behaves differently now', async () => {
    await open('/form-aplicacao');
    await ready();
    await openToolbar();
    await goTo('step aplicacao presenca');
    const field = page.locator('[name="incomodo_instagram"]');
    await field.fill('Não sei o que publicar.');
    await edited(
      'aplicacao/aplicacao.flow.yaml',
      [
        ['progress_percentage: 50', 'progress_percentage: 51'],
        ['Como está a sua presença hoje', 'Como anda a sua presença'],
      ],
      async () => {
        await page.getByText('Como anda a sua presença').waitFor();
        await expect.poll(() => field.inputValue()).toBe('Não sei o que publicar.');
        expect(await island().getAttribute('data-screen')).not.toBeNull();
      },
    );
    await page.getByText('Como está a sua presença hoje').waitFor();
  });

  test('keeps what was typed into a form whose code has not arrived yet', async () => {
    await open('/form-aplicacao');
    await page.evaluate(() => sessionStorage.clear());
    const code = /\/_f\/assets\/flow-/;
    await page.route(code, () => {});
    await page.reload();
    await ready();
    await page.locator('[name="nome"]').fill('Ana Prado');
    await edited(
      'aplicacao/aplicacao.flow.yaml',
      [['Vamos começar pelo essencial', 'Comece pelo essencial']],
      async () => {
        await page.getByText('Comece pelo essencial').waitFor();
        await expect.poll(() => page.locator('[name="nome"]').inputValue()).toBe('Ana Prado');
      },
    );
    await page.getByText('Vamos começar pelo essencial').waitFor();
  });

  test('of an asset or of the theme is on screen, and an open dialog stays filled in', async () => {
    await open('/workshop');
    await ready();
    await openToolbar();
    await page.locator('[data-open="inscricao-vip"]').first().click();
    const name = page.locator('#overlay-inscricao-vip input[name="name"]');
    await name.fill('Ana Prado');
    const marked = () => page.evaluate(() => (window as { isOld?: boolean }).isOld === true);
    await page.evaluate(() => void Object.assign(window, { isOld: true }));
    await edited('workshop/assets/hero.svg', [['<svg', '<svg data-edited=""']], async () => {
      await expect.poll(marked).toBe(false);
      await expect.poll(() => name.inputValue()).toBe('Ana Prado');
    });
    await edited('site.yaml', [["paper: '#FBF8F2'", "paper: '#FFFFFF'"]], async () => {
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await expect.poll(paper).toBe('rgb(255, 255, 255)');
    });
  });
});

describe('a wrong edit', () => {
  test('is explained over the last good page, and the explanation goes with the mistake', async () => {
    await open('/diagnostico');
    await ready();
    await edited(flow, [['next: identificacao', 'next: identificacoa']], async () => {
      const mistakes = page.locator('.mistakes:not([hidden])');
      await mistakes.waitFor();
      const text = await mistakes.textContent();
      for (const part of [
        'There is no step in this flow called identificacoa.',
        'Did you mean identificacao?',
        '^^^^',
        'npx funnel check --fix',
      ])
        expect(text).toContain(part);
      const line =
        readFileSync(join(folder, flow), 'utf8')
          .split('\n')
          .findIndex((each) => each.includes('identificacoa')) + 1;
      expect(await mistakes.getByRole('link').getAttribute('href')).toBe(`editor://${join(folder, flow)}?${line},11`);
      expect(await page.locator('h1').first().textContent()).toContain('O seu perfil mostra');
      expect(await violations(page, 'funnel-dev')).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await horizontalOverflow(page)).toBe(0);
      await page.setViewportSize(viewports.desktop);
      // A page that is opened meanwhile says so too, and can still be used.
      await page.reload();
      await mistakes.getByText('Hide').click();
      await page.getByText('Começar meu diagnóstico').first().click();
      await page.locator('[data-question]').waitFor();
    });
    await ready();
    expect(await page.locator('.mistakes').isHidden()).toBe(true);
  });
});

describe('the toolbar', () => {
  test('is used by keyboard, and closed by Escape', async () => {
    await open('/workshop');
    await ready();
    const panel = toolbar();
    expect(await panel.isVisible()).toBe(false);
    await page.keyboard.press('Alt+Shift+KeyD');
    expect(
      await page
        .getByLabel('Go to')
        .evaluate((control) => (control.getRootNode() as ShadowRoot).activeElement === control),
    ).toBe(true);
    expect(await violations(page, 'funnel-dev')).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await panel.isVisible()).toBe(false);
  });

  test('jumps to any step with plausible values, without storing anything', async () => {
    await open('/diagnostico');
    await ready();
    await openToolbar();
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/')) posts.push(request.url());
    });
    for (const [step, address, text] of [
      ['resultado', /\/resultado\?uid=/, 'Sua experiência existe, mas o perfil não a mostra'],
      ['identificacao', /\/identificacao\?answers=/, 'Seu resultado está pronto'],
      ['obrigado', /\/obrigado\?uid=/, 'Obrigado, '],
      ['quiz', /\/quiz$/, 'Quando alguém abre'],
    ] as const) {
      await goTo(`step diagnostico ${step}`);
      await page.waitForURL(address);
      await page.getByText(text).first().waitFor();
    }
    await goTo('step aplicacao motivacao');
    await page.getByText('Para terminar, a sua motivação').waitFor();
    await goTo('page /termos-de-uso');
    await page.waitForURL(/\/termos-de-uso$/);
    expect(posts).toEqual([]);
  });

  test('jumps to a step of a flow in a dialog, which stays there over an edit', async () => {
    await open('/diagnostico');
    await ready();
    await openToolbar();
    // Its first step is a pause of more than three seconds, which the jump leaves out.
    await goTo('step agendar dados');
    await page.waitForURL(/\/consultoria$/);
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Há horários disponíveis').waitFor();
    const field = dialog.locator('[name="name"]');
    await field.fill('Bia Prado');
    await ready();
    const agendar = 'consultoria/agendar.flow.yaml';
    await edited(agendar, [['title: Há horários disponíveis', 'title: Há vagas nesta semana']], async () => {
      await dialog.getByText('Há vagas nesta semana').waitFor();
      await expect.poll(() => field.inputValue()).toBe('Bia Prado');
      expect(await dialog.getByText('Verificando a disponibilidade').count()).toBe(0);
    });
    await dialog.getByText('Há horários disponíveis').waitFor();
    // The tools can be used although everything outside of the dialog is inert.
    await edited(agendar, [['next: dados', 'next: dodos']], async () => {
      await page.locator('.mistakes:not([hidden])').getByText('Hide').click();
      await expect.poll(() => page.locator('.mistakes').isHidden()).toBe(true);
    });
    await ready();
    await goTo('step inscricao formulario');
    await page.waitForURL(/\/workshop$/);
    await page.locator('dialog[open] [name="phone"]').waitFor();
  });

  test('tries out widths, dates and networks', async () => {
    await open('/workshop');
    await ready();
    await openToolbar();
    await page.getByLabel('Date').selectOption('workshop.after');
    await page.getByText('Entrar na lista de espera').first().waitFor();
    await open('/form-aplicacao');
    await reloadedBy(() => page.getByText('Begin a new visit').click());
    await page.getByText('Vamos começar pelo essencial').waitFor();
    await page.getByLabel('Width').selectOption('390');
    const frame = page.frameLocator('iframe[title="The page"]');
    await frame.getByText('Vamos começar pelo essencial').waitFor();
    expect(await frame.locator('html').evaluate(() => innerWidth)).toBe(390);
    await reloadedBy(() => page.getByLabel('Width').selectOption(''));
    await reloadedBy(() => page.getByLabel('Date').selectOption(''));
    await reloadedBy(() => page.getByLabel('Network').selectOption('down'));
    await page.locator('[name="nome"]').fill('Ana Prado');
    await page.locator('[name="whatsapp"]').fill('11987654321');
    await page.locator('[name="email"]').fill('ana@example.com');
    let said = '';
    page.once('dialog', (dialog) => {
      said = dialog.message();
      void dialog.accept();
    });
    await page.getByRole('button', { name: 'Avançar' }).click();
    await expect.poll(() => said).toContain('Houve um erro ao salvar');
    await page.getByLabel('Network').selectOption('');
    await ready();
  });
});
