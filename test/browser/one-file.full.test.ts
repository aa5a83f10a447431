/** Funnels in one file, on a server with an empty data folder. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { shuffled } from '../../engine/values/shuffle.ts';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { cutPage } from '../harness/cut-page.ts';
import { fixtureFolder } from '../harness/fixture-sites.ts';
import { isAwake, untilRun, visitSite } from '../harness/site-visits.ts';

const site = visitSite({ funnels: fixtureFolder('short') });

describe.each([
  ['with', true],
  ['without', false],
] as const)('%s JavaScript', (way, javaScriptEnabled) => {
  test('the form of a funnel in one file is checked, stored and followed by its thanks', async () => {
    const { page, driver, complaints } = await site.visit('/aviso?utm_source=carta', { javaScriptEnabled });
    expect(await page.title()).toContain('Receba um aviso da próxima turma');
    expect(await page.locator('h1').textContent()).toBe('Seja avisado da próxima turma');
    await driver.type('nome', 'Ana Prado');
    await driver.submit();
    await expect.poll(() => page.locator('[name=email]').getAttribute('aria-invalid')).toBe('true');
    await driver.expectFieldError('email', 'Diga o seu e-mail');
    const email = `ana-${way}@exemplo.com.br`;
    await driver.type('email', email);
    await driver.submit();
    await driver.expectScreen('thanks');
    expect(new URL(page.url()).pathname).toBe('/aviso/pronto');
    expect(await page.locator('h1').textContent()).toBe('Você será avisado');
    expect(site.records('aviso_leads').filter((lead) => lead['email'] === email)).toMatchObject([
      { nome: 'Ana Prado', email, utm_source: 'carta' },
    ]);
    expect(complaints).toEqual([]);
  });

  test('the quiz of a funnel in one file leads over its form to the result of its score', async () => {
    const { page, driver, complaints } = await site.visit('/nivel', { javaScriptEnabled });
    await driver.press('begin');
    for (const [index, value] of [10, 5, 0, 5].entries()) {
      await driver.expectScreen(`questions.q${index + 1}`);
      await driver.choose(value);
      await driver.next();
      await page.waitForLoadState();
    }
    await driver.expectScreen('form');
    const email = `bia-${way}@exemplo.com.br`;
    for (const [name, value] of Object.entries({ nome: 'Bia Reis', email, whatsapp: '11987654321' }))
      await driver.type(name, value);
    await driver.submit();
    await driver.expectScreen('result');
    expect(await page.locator('main').textContent()).toContain('Você está no caminho');
    expect(await page.getByRole('link', { name: 'Quero ajuda para começar' }).count()).toBe(0);
    expect(site.records('nivel_leads').filter((lead) => lead['email'] === email)).toMatchObject([
      { nome: 'Bia Reis', email, answers: [10, 5, 0, 5], score: 50, result: 'medio' },
    ]);
    expect(complaints).toEqual([]);
  });

  test('questions of any type are asked one per screen, and only those that are asked are stored', async () => {
    const { page, driver, complaints } = await site.visit('/conversa', { javaScriptEnabled });
    // With a key, because a press of an option goes on by itself.
    const choose = (name: string, value: string) => page.locator(`[name="${name}"][value="${value}"]`).press('Space');
    const ask = async (screen: string, values: Readonly<Record<string, string>>) => {
      await driver.expectScreen(screen);
      for (const [name, value] of Object.entries(values)) {
        const field = page.locator(`[name="${name}"]`);
        const isChosen = ['radio', 'checkbox'].includes((await field.first().getAttribute('type')) ?? '');
        if (isChosen) await choose(name, value);
        else await driver.type(name, value);
      }
      await driver.submit();
      await page.waitForLoadState();
    };
    await driver.press('begin');
    await driver.expectScreen('questions.q1');
    await choose('q1', '10');
    await driver.next();
    await ask('questions-equipe', { equipe: 'yes' });
    await ask('questions-pessoas', { pessoas: '0' });
    await driver.expectFieldError('pessoas', 'Escreva 1 ou mais.');
    await ask('questions-pessoas', { pessoas: '12' });
    if (javaScriptEnabled) {
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await horizontalOverflow(page)).toBe(0);
    }
    // A change of mind: the number of people is no longer asked, and no longer stored.
    await driver.expectScreen('questions-canais');
    await driver.press('back');
    await driver.expectScreen('questions-pessoas');
    await driver.press('back');
    await ask('questions-equipe', { equipe: 'no' });
    await ask('questions-canais', { canais: 'busca' });
    await ask('questions-nota', { nota: '9' });
    const email = `caio-${way}@exemplo.com.br`;
    await ask('questions-nome', { nome: 'Caio Reis', email });
    await driver.expectScreen('result');
    expect(await page.locator('main').textContent()).toContain('O seu escritório já atrai clientes');
    const [lead] = site.records('conversa_leads').filter((each) => each['email'] === email);
    expect(lead).toMatchObject({ equipe: 'no', canais: ['busca'], nota: 9, answers: [10], score: 75, result: 'forte' });
    expect(lead).not.toHaveProperty('pessoas');
    expect(complaints).toEqual([]);
  });
});

/** Waits until keys choose options. */
const whenKeysChoose = (page: Page): Promise<void> => untilRun(page, 'advance');

test('a press of an option or its key goes on, an arrow key does not', async () => {
  const { page, driver, complaints } = await site.visit('/conversa', { viewport: { width: 1280, height: 800 } });
  await driver.press('begin');
  await driver.expectScreen('questions.q1');
  await whenKeysChoose(page);
  const option = (name: string) => page.getByRole('radio', { name, exact: true });
  // Arrow keys move through the options; the screen is left by the key of an option.
  await option('Nunca').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => option('Toda semana').isChecked()).toBe(true);
  await page.keyboard.press('a');
  await driver.expectScreen('questions-equipe');
  await driver.press('back');
  await driver.expectScreen('questions.q1');
  expect(await option('Nunca').isChecked()).toBe(true);
  // In an option's mark is its letter, which is no part of its name.
  expect(await option('Nunca').evaluate((mark) => getComputedStyle(mark, '::after').content)).toBe('none');
  expect(await option('Toda semana').evaluate((mark) => getComputedStyle(mark, '::after').content)).toContain(
    'counter',
  );
  await page.getByText('Toda semana').click();
  await driver.expectScreen('questions-equipe');
  // The visitor has not moved the focus: it is on the heading of the question.
  await page.keyboard.press('2');
  await driver.expectScreen('questions-canais');
  await page.keyboard.press('a');
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  await driver.expectScreen('questions-nota');
  await page.keyboard.press('9');
  await driver.expectScreen('questions-nome');
  // Typing chooses and leaves nothing.
  await page.locator('[name=nome]').pressSequentially('ab');
  expect(await page.locator('[name=nome]').inputValue()).toBe('ab');
  await page.locator('[name=email]').fill('dora@exemplo.com.br');
  await page.locator('[name=email]').press('Enter');
  await driver.expectScreen('result');
  expect(site.records('conversa_leads').filter((lead) => lead['email'] === 'dora@exemplo.com.br')).toMatchObject([
    { answers: [10], equipe: 'no', canais: ['busca', 'redes'], nota: 9 },
  ]);
  expect(complaints).toEqual([]);
});

/** The values of the shown options of a field or question, in their order. */
const orderOf = (page: Page, name: string): Promise<string[]> =>
  page
    .locator(`[data-island] [name="${name}"]`)
    .evaluateAll((all) =>
      all.flatMap((each) =>
        each instanceof HTMLSelectElement
          ? [...each.options].map(({ value }) => value)
          : (each as HTMLInputElement).value,
      ),
    );

/** A file's options in the order of a page's visit. @param kept those that keep their places */
async function expectOrder(
  page: Page,
  name: string,
  all: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  const id = await page.evaluate(() => window.funnel?.landing.visitId);
  const wanted = shuffled(all, `${id}\n${name}`, (value) => (kept.includes(value) ? null : value));
  expect(
    (await orderOf(page, name))
      .slice(0, all.length + 1)
      .filter(Boolean)
      .slice(0, all.length),
  ).toEqual(wanted);
}

const reasons = ['preco', 'prazo', 'fama', 'perto', 'outro'];

/** Keeps the orders in which all frames that are painted show the first field. */
const watchFrames = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: string[] = [];
    (window as unknown as { seen: string[] }).seen = seen;
    const look = (): void => {
      const order = [...document.querySelectorAll<HTMLInputElement>('[name=motivo]')]
        .flatMap((each) => (each.checkVisibility({ visibilityProperty: true }) ? each.value : []))
        .join();
      if (order !== '' && seen.at(-1) !== order) seen.push(order);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

test('options in a random order have one order from the first paint on, and after hydration and a reload', async () => {
  const { page, driver, complaints } = await site.visit('/pesquisa', { before: watchFrames });
  const check = async (): Promise<void> => {
    await expectOrder(page, 'motivo', reasons, ['outro']);
    await expectOrder(page, 'canais', ['busca', 'redes', 'amigo', 'nenhum'], ['nenhum']);
    await expectOrder(page, 'cidade', ['recife', 'olinda', 'natal', 'outra'], ['outra']);
    await expectOrder(page, 'ordem', ['preco', 'prazo', 'qualidade']);
    // A label chooses its own option.
    await page.getByText('Reputação').click();
    expect(await page.getByRole('radio', { name: 'Reputação' }).isChecked()).toBe(true);
  };
  const frames = (): Promise<string[]> => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await check();
  await expect.poll(() => isAwake(page)).toBe(true);
  await check();
  await page.getByRole('checkbox', { name: 'Em nenhum destes' }).check();
  await page.locator('[name=cidade]').selectOption('natal');
  expect(new Set(await frames()).size).toBe(1);
  await page.reload();
  await check();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Em nenhum destes' }).isChecked()).toBe(true);
  expect(await page.locator('[name=cidade]').inputValue()).toBe('natal');
  expect(new Set(await frames()).size).toBe(1);
  await driver.type('email', 'eva@exemplo.com.br');
  await page.getByText('Outro motivo').click();
  await driver.type('motivo_other', 'Uma palestra');
  const places = page.locator('[name=ordem]');
  for (const [index, value] of ['qualidade', 'preco', 'prazo'].entries()) await places.nth(index).selectOption(value);
  await driver.submit();
  await driver.expectScreen('thanks');
  expect(site.records('pesquisa_leads').filter((lead) => lead['email'] === 'eva@exemplo.com.br')).toMatchObject([
    {
      motivo: 'outro',
      motivo_other: 'Uma palestra',
      canais: ['nenhum'],
      cidade: 'natal',
      ordem: ['qualidade', 'preco', 'prazo'],
    },
  ]);
  expect(complaints).toEqual([]);
});

test('options that a frame would show before the script that orders them are hidden until it runs, or for three seconds', async () => {
  const cut = await cutPage(site.server.url, '/pesquisa', '</form>');
  const { page } = await site.visit('/healthz', {
    before: async (page) => {
      await watchFrames(page);
      // The three seconds do not pass by themselves.
      await page.addInitScript(() => {
        const pause = (): void => {
          for (const each of document.getAnimations()) each.pause();
          requestAnimationFrame(pause);
        };
        requestAnimationFrame(pause);
      });
    },
    reducedMotion: 'reduce',
  });
  const option = page.getByText('Reputação');
  await page.goto(cut.url, { waitUntil: 'commit' });
  await page.locator('h1').waitFor();
  await option.waitFor({ state: 'attached' });
  expect(await option.isVisible()).toBe(false);
  // The script does not arrive in time.
  await page.locator('form').evaluate((form) => form.getAnimations().forEach((each) => void each.finish()));
  expect(await option.isVisible()).toBe(true);
  cut.release();
  await expect.poll(() => page.locator('[data-order]').count()).toBe(1);
  await expectOrder(page, 'motivo', reasons, ['outro']);
  cut.close();
});

test('questions that a page steps through by itself have the order of the visit, and keys follow it', async () => {
  const { page, driver, complaints } = await site.visit('/sorteio', { viewport: { width: 1280, height: 800 } });
  await driver.press('begin');
  await driver.expectScreen('questions.q1');
  await whenKeysChoose(page);
  await expectOrder(page, 'q1', ['0', '4', '6', '8', '10'], ['10']);
  const [first = '', , third = ''] = await orderOf(page, 'q1');
  await page.keyboard.press('c');
  await expect.poll(() => page.locator(`[name=q1][value="${third}"]`).isChecked()).toBe(true);
  await page.keyboard.press('a');
  await page.locator('[type=submit]').click();
  await driver.expectScreen('questions.q2');
  await expectOrder(page, 'q2', ['0', '5', '10']);
  await driver.choose(10);
  await driver.next();
  await driver.expectScreen('questions-tema');
  await expectOrder(page, 'tema', ['metas', 'tempo', 'gente', 'vendas']);
  await page.goBack();
  await driver.expectScreen('questions.q2');
  await expectOrder(page, 'q2', ['0', '5', '10']);
  await page.reload();
  await driver.expectScreen('questions.q2');
  await expectOrder(page, 'q2', ['0', '5', '10']);
  expect(await page.locator('[name=q2][value="10"]').isChecked()).toBe(true);
  await page.goBack();
  await driver.expectScreen('questions.q1');
  await expectOrder(page, 'q1', ['0', '4', '6', '8', '10'], ['10']);
  expect(await page.locator(`[name=q1][value="${first}"]`).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

test('without JavaScript, options are in the order of the file', async () => {
  const { page, driver } = await site.visit('/pesquisa', { javaScriptEnabled: false });
  const order = () => orderOf(page, 'motivo');
  expect(await order()).toEqual(reasons);
  expect(await page.getByText('Reputação').isVisible()).toBe(true);
  await driver.submit();
  await driver.expectFieldError('email', 'Preencha este campo.');
  expect(await order()).toEqual(reasons);
});

describe.each([
  ['with', true],
  ['without', false],
] as const)('%s JavaScript', (way, javaScriptEnabled) => {
  test('two flows ask by the steps of a third one, each for its own answers', async () => {
    const { page, driver, complaints } = await site.visit('/convite', { javaScriptEnabled });
    const heading = () => page.locator('h1').textContent();
    await page.locator('[name=tema][value=impostos]').check();
    await driver.submit();
    await driver.expectScreen('quem');
    expect(await heading()).toBe('Como falamos com você sobre impostos?');
    await driver.submit();
    await driver.expectFieldError('email', 'Preencha este campo.');
    const email = `davi-${way}@exemplo.com.br`;
    await driver.type('nome', 'Davi');
    await driver.type('email', email);
    await driver.submit();
    await driver.expectScreen('quem-aviso');
    expect(await heading()).toBe('Ligamos hoje, Davi');
    if (javaScriptEnabled) {
      // The answers of the called flow are those of the visit.
      await page.goBack();
      await driver.expectScreen('quem');
      await page.reload();
      await driver.expectScreen('quem');
      await expect.poll(() => page.locator('[name=nome]').inputValue()).toBe('Davi');
      await driver.submit();
      await driver.expectScreen('quem-aviso');
    }
    await driver.press('ok');
    await driver.expectScreen('envio');
    expect(await heading()).toBe('Quer deixar um recado, Davi?');
    await driver.submit();
    await driver.expectScreen('fim');
    expect(await heading()).toBe('Até breve, Davi');
    expect(site.records('convites').filter((each) => each['email'] === email)).toMatchObject([
      { nome: 'Davi', email, tema: 'impostos', convidado: 'Davi' },
    ]);
    await page.goto(`${site.server.url}/palestra`);
    expect(await heading()).toBe('Como falamos com você sobre a palestra?');
    expect(await page.locator('[name=nome]').inputValue()).toBe('');
    expect(complaints).toEqual([]);
  });
});
