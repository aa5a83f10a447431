import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { type SiteVisitor, visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();

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

async function apply(address = path): Promise<Applicant> {
  const visitor = await site.visit(address);
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
