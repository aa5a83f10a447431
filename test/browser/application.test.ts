import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { stopClock } from '../harness/page-time.ts';
import { type SiteVisitor, type VisitOptions, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

const endpoint = '**/api/form-aplicacao';
const path = '/form-aplicacao';
const rowsOf = (email: string) => site.records('aplicacoes').filter((row) => row['email'] === email);
const option = (page: Page, name: string, value: string) =>
  page.locator(`label:has(input[name="${name}"][value="${value}"])`);
const submitButton = (page: Page) => page.locator('form[data-form] [type=submit]');
const bar = (page: Page) => page.locator('main [role=progressbar]').last();

const texts = {
  incomodo_instagram: 'Publico e ninguém que me interessa responde.',
  receio_digital: 'Parecer que estou vendendo a minha profissão.',
  motivacao: 'Quero atender melhor.',
} as const;
const contact = { nome: 'Ana Prado', whatsapp: '(21) 91234-5678' } as const;
const presence = {
  incomodo_instagram: texts.incomodo_instagram,
  receio_digital: texts.receio_digital,
  autoridade_online: 'parcial',
} as const;
const priorities = { prioridade: 'autoridade, posicionamento', acredita_metodo: 'talvez', disponibilidade: 'ajustar' };
const motivation = { motivacao: texts.motivacao, quer_destravar: 'sim', contato_preferido: 'sem_preferencia' } as const;

interface Applicant extends SiteVisitor {
  readonly alerts: string[];
}

async function apply(address = path, options: VisitOptions = {}): Promise<Applicant> {
  const visitor = await site.visit(address, options);
  const alerts: string[] = [];
  visitor.page.on('dialog', (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.accept();
  });
  return { ...visitor, alerts };
}

async function fillContact({ driver }: SiteVisitor, email: string): Promise<void> {
  await driver.expectScreen('contato');
  await driver.type('nome', contact.nome);
  await driver.type('whatsapp', '21912345678');
  await driver.type('email', email);
}

async function fillPresence({ page, driver }: SiteVisitor): Promise<void> {
  await driver.expectScreen('presenca');
  await driver.type('incomodo_instagram', presence.incomodo_instagram);
  await driver.type('receio_digital', presence.receio_digital);
  await option(page, 'autoridade_online', presence.autoridade_online).click();
}

async function fillPriorities({ page, driver }: SiteVisitor): Promise<void> {
  await driver.expectScreen('prioridades');
  for (const value of priorities.prioridade.split(', ')) await option(page, 'prioridade', value).click();
  await option(page, 'acredita_metodo', priorities.acredita_metodo).click();
  await option(page, 'disponibilidade', priorities.disponibilidade).click();
}

async function fillMotivation({ page, driver }: SiteVisitor): Promise<void> {
  await driver.expectScreen('motivacao');
  await driver.type('motivacao', motivation.motivacao);
  await option(page, 'quer_destravar', motivation.quer_destravar).click();
  await option(page, 'contato_preferido', motivation.contato_preferido).click();
}

/** An applicant at the fourth step, with the form filled in. */
async function atTheEnd(email: string): Promise<Applicant> {
  const applicant = await apply();
  for (const fill of [(one: Applicant) => fillContact(one, email), fillPresence, fillPriorities]) {
    await fill(applicant);
    await applicant.driver.submit();
  }
  await fillMotivation(applicant);
  return applicant;
}

/** The message at a field, or at a group of options. */
const errorOf = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((field) => {
    const one = document.querySelector(`form[data-form] [name="${field}"]`);
    const described =
      one?.closest('fieldset')?.getAttribute('aria-describedby') ?? one?.getAttribute('aria-describedby');
    const all = (described ?? '').split(' ').map((id) => document.getElementById(id));
    return all.find((each) => each?.id.endsWith('-error'))?.textContent || null;
  }, name);

describe('an application', () => {
  test('is saved once per step, with exactly the payload of its step, shows the progress, and ends at its confirmation', async () => {
    const email = 'candidata@exemplo.com.br';
    const applicant = await apply(
      `${path}?utm_source=insta&utm_medium=story&utm_campaign=maio&origem=palestra&src=bio`,
    );
    const { page, driver, alerts, complaints } = applicant;
    const calls = watchCalls(page);
    const from = { utm_source: 'insta', utm_medium: 'story', utm_campaign: 'maio', origem: 'palestra' };

    const fills = [(one: Applicant) => fillContact(one, email), fillPresence, fillPriorities, fillMotivation];
    for (const [index, fill] of fills.entries()) {
      const caption = page
        .locator('main')
        .getByText(`Etapa ${index + 1} de 4`)
        .first();
      await caption.waitFor();
      // Each step begins at the top of the page.
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await fill(applicant);
      expect(await caption.textContent()).toContain(`${(index + 1) * 25}%`);
      expect(await bar(page).getAttribute('aria-valuenow')).toBe(String((index + 1) * 25));
      expect(await bar(page).getAttribute('aria-label')).toBe('Progresso da candidatura');
      await submitButton(page).scrollIntoViewIfNeeded();
      if (index === 3) expect(await submitButton(page).textContent()).toBe('Enviar candidatura com descrição');
      await driver.submit();
    }
    await page.waitForURL(/\/aplicacao-enviada/);

    expect(calls.map(({ method, path: to }) => `${method} ${to}`)).toEqual(Array(4).fill('POST /api/form-aplicacao'));
    const sent = [
      { etapa: 1, email, ...contact, ...from },
      { etapa: 2, email, ...presence },
      { etapa: 3, email, ...priorities },
      { etapa: 4, email, ...contact, ...presence, ...priorities, ...motivation, ...from },
    ];
    expect(calls.map(({ body }) => body)).toEqual(sent);
    // One row per step: no stored row is overwritten.
    expect(rowsOf(email)).toEqual(sent.map((body) => expect.objectContaining(body)));
    expect(alerts).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe('a step', () => {
  test('shows every missing field, and clears an error on edit', async () => {
    const applicant = await apply();
    const { page, driver, complaints } = applicant;
    const calls = watchCalls(page);
    const expectErrors = async (expected: Record<string, string>) => {
      await driver.submit();
      for (const [field, message] of Object.entries(expected))
        await expect.poll(() => errorOf(page, field), { message: field }).toBe(message);
    };
    const expectClear = (field: string) => expect.poll(() => errorOf(page, field), { message: field }).toBeNull();

    await driver.expectScreen('contato');
    const first = {
      nome: 'Nome completo é obrigatório',
      whatsapp: 'Formato: (DDD) 00000-0000',
      email: 'E-mail inválido',
    };
    await expectErrors(first);
    for (const [field, value] of [
      ['nome', 'An'],
      ['whatsapp', '219123'],
      ['email', 'ana@exemplo'],
    ] as const) {
      await driver.type(field, value);
      await expectClear(field);
    }
    await expectErrors(first);
    expect(calls).toEqual([]);
    await fillContact(applicant, 'mensagens@exemplo.com.br');
    await driver.submit();

    await driver.expectScreen('presenca');
    const more = 'Por favor, compartilhe mais detalhes';
    const one = 'Selecione uma opção';
    await expectErrors({ incomodo_instagram: more, receio_digital: more, autoridade_online: one });
    await driver.type('incomodo_instagram', 'nove letr');
    await expectErrors({ incomodo_instagram: more, receio_digital: more });
    await option(page, 'autoridade_online', 'nao').click();
    await expectClear('autoridade_online');
    await fillPresence(applicant);
    await driver.submit();

    await driver.expectScreen('prioridades');
    await expectErrors({ prioridade: 'Selecione ao menos uma opção', acredita_metodo: one, disponibilidade: one });
    await option(page, 'prioridade', 'clientes').click();
    await expectClear('prioridade');
    // Deselected again, it is missing.
    await option(page, 'prioridade', 'clientes').click();
    await expectErrors({ prioridade: 'Selecione ao menos uma opção' });
    await fillPriorities(applicant);
    await driver.submit();

    await driver.expectScreen('motivacao');
    await expectErrors({ motivacao: 'Este campo é obrigatório', quer_destravar: one, contato_preferido: one });
    await driver.type('motivacao', 'sim.');
    await expectErrors({ motivacao: 'Este campo é obrigatório' });
    expect(calls).toHaveLength(3);
    expect(complaints).toEqual([]);
  });

  test('goes back without validation, and the input is still there', async () => {
    const applicant = await apply();
    const { page, driver } = applicant;
    expect(await page.locator('[data-send=back]').count()).toBe(0);
    await fillContact(applicant, 'volta@exemplo.com.br');
    await driver.submit();
    await fillPresence(applicant);
    await driver.submit();
    await driver.expectScreen('prioridades');
    const calls = watchCalls(page);
    await driver.press('back');
    await driver.expectScreen('presenca');
    expect(await page.locator('[name=receio_digital]').inputValue()).toBe(presence.receio_digital);
    expect(await page.locator('[name=autoridade_online][value=parcial]').isChecked()).toBe(true);
    await driver.type('receio_digital', '');
    await driver.press('back');
    await driver.expectScreen('contato');
    expect(await page.locator('[name=nome]').inputValue()).toBe(contact.nome);
    expect(await page.locator('[name=whatsapp]').inputValue()).toBe(contact.whatsapp);
    expect(await page.locator('form[data-form] [id$=-error]:not([hidden])').count()).toBe(0);
    expect(calls).toEqual([]);
  });

  test('keeps personal data in the tab only, and only during the visit', async () => {
    const email = 'recarrega@exemplo.com.br';
    const applicant = await atTheEnd(email);
    const { page, driver } = applicant;
    const calls = watchCalls(page);
    const lasting = await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]));
    expect(lasting).toBe('[{},""]');
    await page.reload();
    await driver.expectScreen('motivacao');
    expect(await page.locator('[name=motivacao]').inputValue()).toBe(motivation.motivacao);
    await driver.submit();
    await page.waitForURL(/\/aplicacao-enviada/);
    // Values from before the reload are sent as well.
    expect(calls.at(-1)?.body).toMatchObject({ email, ...contact, ...presence, ...priorities, ...motivation });
    const left = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    for (const value of [email, contact.nome, '91234', presence.receio_digital]) expect(left).not.toContain(value);
    await driver.back();
    await driver.expectScreen('contato');
    expect(await page.locator('[name=email]').inputValue()).toBe('');
  });
});

describe('a failed save', () => {
  const saving = 'alert: Houve um erro ao salvar seus dados. Por favor, tente novamente.';
  const ending = 'alert: Ocorreu um erro ao enviar sua candidatura. Por favor, tente novamente.';
  const ways: [name: string, status: number, body: string][] = [
    ['with a message', 500, '{"message":"Outra coisa."}'],
    ['without JSON', 500, '<h1>oops</h1>'],
    ['that is no success', 200, '{"success":false}'],
  ];

  test('is an alert; the visitor stays, and the next attempt succeeds', async () => {
    const email = 'salva@exemplo.com.br';
    const applicant = await apply();
    const { page, driver, alerts } = applicant;
    await fillContact(applicant, email);
    let way = ways[0];
    await page.route(endpoint, (route) =>
      way === undefined
        ? route.continue()
        : route.fulfill({ status: way[1], contentType: 'application/json', body: way[2] }),
    );
    for (const each of ways) {
      way = each;
      await driver.submit();
      await expect.poll(() => alerts, { message: each[0] }).toEqual([saving]);
      alerts.length = 0;
      await driver.expectScreen('contato');
      await expect.poll(() => submitButton(page).isEnabled(), { message: each[0] }).toBe(true);
      expect(await page.locator('[name=email]').inputValue()).toBe(email);
    }
    way = undefined;
    await driver.submit();
    await driver.expectScreen('presenca');
    expect(rowsOf(email)).toHaveLength(1);
  });

  test('at the end is reported, and the form can be sent again', async () => {
    const email = 'final@exemplo.com.br';
    const { page, driver, alerts } = await atTheEnd(email);
    let failing = true;
    await page.route(endpoint, (route) => (failing ? route.fulfill({ status: 500, json: {} }) : route.continue()));
    await driver.submit();
    await expect.poll(() => alerts).toEqual([ending]);
    await driver.expectScreen('motivacao');
    await expect.poll(() => submitButton(page).isEnabled()).toBe(true);
    expect(await submitButton(page).textContent()).toBe('Enviar candidatura com descrição');
    expect(await page.locator('[name=motivacao]').inputValue()).toBe(motivation.motivacao);
    failing = false;
    await driver.submit();
    await page.waitForURL(/\/aplicacao-enviada/);
    expect(rowsOf(email).map((row) => row['etapa'])).toEqual([1, 2, 3, 4]);
  });

  test('with a lost response is stored as one row', async () => {
    const email = 'perdida@exemplo.com.br';
    const applicant = await apply(path, { before: stopClock });
    await fillContact(applicant, email);
    let tries = 0;
    await applicant.page.route(endpoint, async (route) => {
      tries += 1;
      if (tries > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await applicant.driver.submit();
    await applicant.driver.expectScreen('presenca');
    expect(tries).toBe(2);
    expect(rowsOf(email)).toHaveLength(1);
  });
});

describe('a stored application', () => {
  test('is append-only: another application under the same e-mail leaves it unchanged and shows nothing of it', async () => {
    const email = 'mesma@exemplo.com.br';
    const first = await apply();
    await fillContact(first, email);
    await first.driver.submit();
    await first.driver.expectScreen('presenca');
    const before = rowsOf(email);
    expect(before).toHaveLength(1);
    const other = await apply();
    const replies: unknown[] = [];
    other.page.on('response', async (response) => {
      if (response.url().includes('/api/form-aplicacao')) replies.push(await response.json());
    });
    await other.driver.type('nome', 'Outra Pessoa');
    await other.driver.type('whatsapp', '11987654321');
    await other.driver.type('email', email);
    await other.driver.submit();
    await other.driver.expectScreen('presenca');
    expect(await other.page.locator('[name=incomodo_instagram]').inputValue()).toBe('');
    await expect.poll(() => replies).toEqual([{ success: true }]);
    const after = rowsOf(email);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length)).toEqual([expect.objectContaining({ etapa: 1, nome: 'Outra Pessoa' })]);
  });
});

describe('the confirmation', () => {
  test('has a video, two steps, and a WhatsApp button that glows after five seconds', async () => {
    const { page, complaints } = await site.visit('/aplicacao-enviada', { reducedMotion: 'no-preference' });
    expect(await page.locator('main [data-behaviour=video]').count()).toBe(1);
    expect(await page.locator('main ol > li').count()).toBe(2);
    const shortcut = page.locator('main a[href^="https://wa.me/"]').first();
    expect(await shortcut.getAttribute('target')).toBe('_blank');
    expect(decodeURIComponent((await shortcut.getAttribute('href')) ?? '')).toContain('?text=Olá! Acabei de enviar');
    const glow = await shortcut.evaluate((link) => {
      const style = getComputedStyle(link);
      return { delay: style.animationDelay, name: style.animationName };
    });
    expect(glow.delay.split(', ')).toContain('5s');
    expect(glow.name).not.toBe('none');
    // It does not under reduced motion.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const style = await shortcut.evaluate((link) => {
      const { animationName, animationDuration } = getComputedStyle(link);
      return { animationName, animationDuration };
    });
    expect(style.animationName === 'none' || Number.parseFloat(style.animationDuration) <= 0.001).toBe(true);
    expect(complaints).toEqual([]);
  });
});
