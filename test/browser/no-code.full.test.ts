/** A funnel needs no code: as an author would, this test only adds YAML files to the folder of a running server. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { viewports } from '../harness/chromium.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { visitSite, watchCalls } from '../harness/site-visits.ts';

const folder = copyFunnels();
const site = visitSite({ funnels: folder });

/** The author's files in the order of writing: the page comes before what it needs. */
const files: Readonly<Record<string, string>> = {
  'plantao/plantao.page.yaml': `
page: plantao
overlays:
  lembrete:
    flow: plantao-lembrete
    label: Receber um lembrete
blocks:
  - type: header
  - type: stage
  - type: cards
    title: O que acontece no plantão
    items:
      - { icon: clock, title: Uma hora ao vivo, text: Perguntas de quem advoga e respostas sem rodeios. }
      - { icon: shield, title: Sem exposição, text: Ninguém precisa abrir a câmera. }
  - type: actions
    actions:
      - { label: Quero só um lembrete, open: lembrete }
  - { type: part, part: rodape }
`,
  'plantao/plantao.flow.yaml': `
flow: plantao
page: plantao
start: pessoa
steps:
  pessoa:
    path: [/plantao]
    title: Plantão de dúvidas para advogados
    description: 'Uma hora ao vivo de perguntas e respostas sobre presença digital para advogados, sem exposição e sem custo. Inscreva-se em dois passos.'
    form: plantao-pessoa
    show:
      - type: hero
        title: Plantão de dúvidas
        lead: Traga a sua pergunta. Saia com um próximo passo.
      - { type: form, title: Quem é você, submit: Continuar }
    submit:
      calls:
        - post: /api/plantao
          with: { passo: 1 }
      onError: { alert: 'Não foi possível continuar.' }
    next: pergunta
  pergunta:
    form: plantao-pergunta
    show:
      - { type: form, title: A sua pergunta, submit: Inscrever-me, busy: Enviando..., back: Voltar }
    submit:
      calls:
        - post: /api/plantao
          with: { passo: 2, src: visit.src }
      onError: { inline: "{{ default(error.message, 'Não foi possível enviar.') }}" }
    on:
      back: { to: pessoa }
    next: inscrito
  inscrito:
    redirect: { to: /plantao/inscrito }
`,
  'plantao/pessoa.form.yaml': `
form: plantao-pessoa
fields:
  nome:
    type: text
    label: Nome
    pii: name
    rules:
      - { rule: required, message: Diga o seu nome. }
  email:
    type: email
    label: E-mail
    pii: email
    rules:
      - { rule: required, message: Confira o e-mail. }
      - { rule: email, message: Confira o e-mail. }
consent: { purpose: contato, mechanism: notice, text: Ao continuar você aceita receber contato sobre o plantão. }
`,
  'plantao/pergunta.form.yaml': `
form: plantao-pergunta
fields:
  area:
    type: choice
    label: Área
    options:
      - { value: civil, label: Civil }
      - { value: trabalho, label: Trabalho }
    rules:
      - { rule: required, message: Escolha uma área. }
  pergunta:
    type: textarea
    label: Pergunta
    pii: text
    rules:
      - { rule: required, message: Escreva um pouco mais. }
      - { rule: minLength, length: 10, message: Escreva um pouco mais. }
`,
  'plantao/lembrete.form.yaml': `
form: plantao-lembrete
fields:
  email:
    type: email
    label: E-mail
    pii: email
    rules:
      - { rule: required, message: Confira o e-mail. }
      - { rule: email, message: Confira o e-mail. }
`,
  'plantao/lembrete.flow.yaml': `
flow: plantao-lembrete
start: pedido
resume: false
steps:
  pedido:
    form: plantao-lembrete
    show:
      - { type: form, title: Um lembrete na véspera, submit: Lembrar-me, busy: Enviando... }
    submit:
      calls: [{ post: /api/plantao/lembrete }]
      onError: { inline: "{{ default(error.message, 'Não foi possível enviar.') }}" }
    next: fechado
  fechado: { close: true, final: true }
`,
  'plantao/plantao.api.yaml': `
api: plantao
intakes:
  plantao:
    post: /api/plantao
    forms:
      by: passo
      cases: { '1': [plantao-pessoa], '2': [plantao-pessoa, plantao-pergunta] }
    input:
      passo: { type: number, allowed: [1, 2] }
      src: { type: text, maxLength: 200, optional: true }
    records: plantao
    lookupBy: email
    response: { message: "'Até lá.'" }
    errors:
      invalid: Confira os dados.
  lembrete:
    post: /api/plantao/lembrete
    form: plantao-lembrete
    records: plantao_lembretes
    lookupBy: email
    response: { message: "'Anotado.'" }
    errors:
      invalid: Confira o e-mail.
`,
  'plantao/inscrito.page.yaml': `
page: plantao-inscrito
paths: [/plantao/inscrito]
title: Inscrição confirmada
search: hidden
blocks:
  - type: header
  - type: hero
    align: center
    title: Inscrição confirmada
    lead: Enviamos o endereço da sala na véspera.
  - { type: part, part: rodape }
`,
};

const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const logged = (event: string): number => site.server.output().split(`"event":"${event}"`).length - 1;
const answer = async (path: string) => (await fetch(site.server.url + path)).status;
const htmlOf = async (path: string) => (await fetch(site.server.url + path)).text();

describe('an author without code', () => {
  test('publishes a landing page, a form with two steps, its intake, a dialog and a thank-you page while the site runs', async () => {
    expect(await answer('/plantao')).toBe(404);
    const before = await (await fetch(`${site.server.url}/baixar-ebook`)).text();
    for (const [name, text] of Object.entries(files)) write(name, text);
    await expect.poll(() => answer('/plantao'), { timeout: 60_000, interval: 250 }).toBe(200);
    expect(await answer('/plantao/inscrito')).toBe(200);
    expect(await (await fetch(`${site.server.url}/baixar-ebook`)).text()).toBe(before);
    await expect.poll(() => logged('definitions-swapped')).toBeGreaterThan(0);
  });

  test.each(['phone', 'desktop'] as const)('gets a completed form from a lawyer on a %s', async (device) => {
    const email = `plantao-${device}@exemplo.com.br`;
    const { page, driver, complaints } = await site.visit('/plantao?src=bio', { viewport: viewports[device] });
    const calls = watchCalls(page);
    expect(await page.locator('h1').textContent()).toBe('Plantão de dúvidas');
    await driver.expectScreen('pessoa');
    await driver.submit();
    await expect.poll(() => page.locator('[name=nome]').first().getAttribute('aria-invalid')).toBe('true');
    await driver.expectFieldError('nome', 'Diga o seu nome.');
    await driver.type('nome', 'Ana Prado');
    await driver.type('email', email);
    await driver.submit();

    await driver.expectScreen('pergunta');
    await driver.press('back');
    await driver.expectScreen('pessoa');
    expect(await page.locator('[data-island] [name=nome]').first().inputValue()).toBe('Ana Prado');
    await driver.submit();
    await driver.expectScreen('pergunta');
    await page.locator('label:has(input[value=trabalho])').click();
    await driver.type('pergunta', 'Como começo sem me expor?');
    await driver.submit();
    await page.waitForURL(/\/plantao\/inscrito/);
    expect(await page.locator('h1').textContent()).toBe('Inscrição confirmada');

    const person = { passo: 1, nome: 'Ana Prado', email };
    const lead = { ...person, passo: 2, area: 'trabalho', pergunta: 'Como começo sem me expor?', src: 'bio' };
    const sent = [person, person, lead];
    expect(calls.map(({ path, body }) => ({ path, body }))).toEqual(
      sent.map((body) => ({ path: '/api/plantao', body })),
    );
    const kept = site.records('plantao').filter((one) => one['email'] === email);
    expect(kept.at(-1)).toEqual(expect.objectContaining(lead));
    expect(kept[0]).toEqual(expect.objectContaining(person));
    expect(complaints).toEqual([]);
  });

  test('gets a separate lead from the dialog', async () => {
    const { page, complaints } = await site.visit('/plantao');
    await page.getByRole('link', { name: 'Quero só um lembrete' }).click();
    const dialog = page.locator('dialog[open]');
    expect(await dialog.getAttribute('aria-label')).toBe('Receber um lembrete');
    await dialog.locator('[name=email]').fill('lembrete');
    await dialog.locator('[type=submit]').click();
    await expect
      .poll(() => dialog.locator('[id$=-error]:not([hidden])').allTextContents())
      .toEqual(['Confira o e-mail.']);
    await dialog.locator('[name=email]').fill('lembrete@exemplo.com.br');
    await dialog.locator('[type=submit]').click();
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    expect(site.records('plantao_lembretes')).toEqual([expect.objectContaining({ email: 'lembrete@exemplo.com.br' })]);
    expect(complaints).toEqual([]);
  });
});

describe('a faulty edit', () => {
  const name = 'plantao/plantao.flow.yaml';
  const wrong: [what: string, before: string, after: string, place: string][] = [
    ['a step that is not there', 'next: pergunta', 'next: perguntas', name],
    ['what is no YAML', 'start: pessoa', 'start: [pessoa', name],
    ['a word that does not exist', 'submit: Continuar', 'submeter: Continuar', name],
  ];

  test.each(wrong)(
    '%s is refused with its place, and the site stays as it was',
    async (_what, before, after, place) => {
      const refused = logged('definitions-refused');
      const printed = site.server.output().length;
      const shown = await htmlOf('/plantao');
      expect(shown).toContain('Plantão de dúvidas');
      const text = readFileSync(join(folder, name), 'utf8');
      expect(text).toContain(before);
      write(name, text.replace(before, after));
      await expect.poll(() => logged('definitions-refused'), { timeout: 60_000 }).toBeGreaterThan(refused);
      await expect.poll(() => site.server.output().slice(printed)).toMatch(new RegExp(`${place}:\\d+:\\d+`));
      expect(await htmlOf('/plantao')).toBe(shown);
      expect(await answer('/')).toBe(200);
      write(name, text);
    },
  );

  test('can be corrected, and the next edit is published', async () => {
    const text = readFileSync(join(folder, name), 'utf8');
    write(name, text.replace('title: Plantão de dúvidas\n', 'title: Plantão aberto\n'));
    await expect
      .poll(async () => (await fetch(`${site.server.url}/plantao`)).text(), { timeout: 60_000, interval: 250 })
      .toContain('Plantão aberto');
  });
});
