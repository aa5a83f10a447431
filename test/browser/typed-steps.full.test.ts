/** A quiz of questions with a type is stepped by its transition table, before the rules of its forms are fetched. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { TraceLine } from '../../engine/trace/record.ts';
import { violations } from '../harness/axe.ts';
import { copyFixture } from '../harness/fixture-sites.ts';
import type { FunnelDriver } from '../harness/funnel-driver.ts';
import { heldResponses } from '../harness/held-responses.ts';
import { isAwake, islandCode, visitSite } from '../harness/site-visits.ts';
import { tracesIn } from '../harness/traces.ts';

const quiz = `funnel: gosto
title: O que você achou do curso?
questions:
  - name: area
    question: Qual é a sua área?
    type: choice
    required: Escolha a sua área
    options:
      - { value: civil, label: Civil, image: pesquisa/assets/civil.svg, points: 10 }
      - { value: penal, label: Penal, image: pesquisa/assets/penal.svg }
  - { name: estrelas, question: Que nota você dá ao curso?, type: rating, required: true }
  - { name: volta, question: Você faria outro curso?, type: yes-no, required: true, when: 'default(estrelas, 0) >= 4' }
  - { name: ritmo, question: Como foi o ritmo?, type: scale, ends: [Lento, Rápido], when: 'default(estrelas, 0) < 4' }
  - name: temas
    question: O que você quer estudar?
    type: choices
    required: Escolha um tema
    max: 2
    options:
      - { value: contratos, label: Contratos }
      - { value: familia, label: Família }
      - { value: trabalho, label: Trabalho }
      - { value: nada, label: Nada disso, exclusive: true }
  - name: uf
    question: Em que estado você atua?
    type: dropdown
    required: Escolha o estado
    options: [{ value: pe, label: Pernambuco }, { value: sp, label: São Paulo }]
  - { name: indica, question: Você nos indicaria a um colega?, type: nps, required: true }
fields: { email: email }
results:
  bom: { from: 50, title: Que bom, text: Até o próximo. }
  outro: { title: Obrigado, text: Vamos melhorar. }
`;
const funnels = copyFixture('fields');
mkdirSync(join(funnels, 'gosto'));
writeFileSync(join(funnels, 'gosto/gosto.funnel.yaml'), quiz);
const texts = `funnel: conta
title: Conte o seu caso
questions:
  - name: nome
    question: Como podemos chamar você?
    type: text
    required: Diga o seu nome
    rules: [{ rule: minLength, length: 3, message: Escreva ao menos 3 letras }]
  - { name: aceite, question: Você aceita os termos?, type: checkbox, required: Aceite os termos }
  - { name: pagina, question: Qual é a sua página?, type: url }
  - { name: relato, question: O que aconteceu?, type: textarea, required: Conte o que aconteceu }
  - { name: urgente, question: É urgente?, type: yes-no, when: "pagina == ''" }
  - { name: fim, question: Podemos ligar?, type: yes-no }
fields: { email: email }
`;
mkdirSync(join(funnels, 'conta'));
writeFileSync(join(funnels, 'conta/conta.funnel.yaml'), texts);
const written = `funnel: medida
title: Quanto tempo você tem?
questions:
  - { name: equipe, question: Quantas pessoas?, type: number, min: 1, max: 2000, required: Diga quantas são }
  - { name: horas, question: Quantas horas por semana?, type: slider, max: 40, step: 5, unit: horas }
  - { name: poucas, question: Por que tão poucas?, type: text, when: 'default(horas, 0) < 10' }
  - { name: verba, question: Qual é a verba?, type: currency, min: 500, required: true }
  - { name: inicio, question: Quando começa?, type: date, from: 2026-01-01, to: 2030-12-31, required: true }
  - { name: grande, question: É grande?, type: yes-no, when: 'default(equipe, 0) >= 1000 && default(verba, 0) > 100000' }
  - { name: certo, question: Certo?, type: yes-no }
fields: { email: email }
`;
mkdirSync(join(funnels, 'medida'));
writeFileSync(join(funnels, 'medida/medida.funnel.yaml'), written);
const days = `funnel: datas
title: Que dias?
questions:
  - { name: um, question: Qual é o primeiro dia?, type: date }
  - { name: dois, question: Qual é o segundo dia?, type: date }
  - { name: certo, question: Certo?, type: yes-no }
fields: { email: email }
`;
mkdirSync(join(funnels, 'datas'));
writeFileSync(join(funnels, 'datas/datas.funnel.yaml'), days);
const compared = `funnel: estadia
title: Quando você vem?
questions:
  - { name: estada, question: Quando é a estada?, type: date-range, from: 2026-01-01, to: 2030-12-31, required: Diga o dia }
  - { name: pais, question: De que país?, type: country, required: Diga o país }
  - { name: quarto, question: Que quarto?, type: choice, options: [{ value: '', label: Tanto faz }, { value: mar, label: De frente ao mar }] }
  - { name: certo, question: Certo?, type: yes-no }
fields: { email: email }
`;
mkdirSync(join(funnels, 'estadia'));
writeFileSync(join(funnels, 'estadia/estadia.funnel.yaml'), compared);
const masked = `funnel: contato
title: Como falamos com você?
questions:
  - { name: fone, question: Qual é o seu telefone?, type: tel, required: Diga o seu telefone }
  - { name: cep, question: Qual é o CEP?, type: text, mask: cep, rules: [{ rule: digits, min: 8, message: Escreva o CEP inteiro }] }
  - { name: ligar, question: Podemos ligar?, type: yes-no, when: "fone != ''" }
  - { name: fim, question: Certo?, type: yes-no }
fields: { email: email }
`;
mkdirSync(join(funnels, 'contato'));
writeFileSync(join(funnels, 'contato/contato.funnel.yaml'), masked);
const config = readFileSync(join(funnels, 'site.yaml'), 'utf8');
writeFileSync(join(funnels, 'site.yaml'), config.replace('masks:\n', "masks:\n  cep: { formats: ['#####-###'] }\n"));
const conditional = `funnel: equipe
title: Fale da sua equipe
questions:
  - question: Quem trabalha com você?
    fields:
      equipe: { type: yes-no, label: Você tem equipe?, required: Escolha }
      pessoas: { type: number, label: Quantas pessoas?, min: 1, required: Diga quantas são, when: equipe == 'yes' }
      gerente: { type: text, label: Quem coordena?, required: Diga quem coordena, when: 'default(pessoas, 0) >= 5' }
      areas: { type: choices, label: Quais áreas?, options: [{ value: civil, label: Civil }, { value: outra, label: Outra }] }
      qual: { type: text, label: Qual?, required: Diga qual, when: "'outra' in areas && gerente != 'Ana'" }
  - { name: grande, question: É grande?, type: yes-no, when: 'default(pessoas, 0) >= 5' }
  - { name: fim, question: Certo?, type: yes-no }
fields: { email: email }
`;
mkdirSync(join(funnels, 'equipe'));
writeFileSync(join(funnels, 'equipe/equipe.funnel.yaml'), conditional);
const varied = `funnel: plano
title: Escolha o seu plano
questions:
  - question: O que você procura?
    fields:
      area: { type: choice, label: Área, required: Escolha a área, options: [{ value: civil, label: Civil }, { value: penal, label: Penal }] }
      curso:
        type: choice
        label: Curso
        required: Escolha o curso
        options:
          - { value: base, label: Base }
          - { value: contratos, label: Contratos, when: area == 'civil' }
          - { value: provas, label: Provas, when: area == 'penal' }
      temas:
        type: choices
        label: Temas
        options:
          - { value: lei, label: Leis }
          - { value: caso, label: Casos, when: curso != 'base' }
          - { value: juri, label: Júri, when: area == 'penal' }
      turno:
        type: dropdown
        label: Turno
        options:
          - { value: sabado, label: Sábado, when: area == 'penal' }
          - { value: manha, label: Manhã }
          - { value: noite, label: Noite, when: "'caso' in temas" }
  - { name: grande, question: É grande?, type: yes-no, when: size(temas) == 2 }
  - { name: fim, question: Certo?, type: yes-no }
fields: { email: email }
`;
mkdirSync(join(funnels, 'plano'));
writeFileSync(join(funnels, 'plano/plano.funnel.yaml'), varied);
const searched = `funnel: lista
title: De onde você fala?
questions:
  - name: uf
    question: Em que estado você atua?
    type: dropdown
    search: true
    required: Escolha o estado
    options: [{ value: pe, label: Pernambuco }, { value: pi, label: Piauí }, { value: sp, label: São Paulo }]
  - { name: fim, question: Certo?, type: yes-no }
fields: { email: email }
`;
mkdirSync(join(funnels, 'lista'));
writeFileSync(join(funnels, 'lista/lista.funnel.yaml'), searched);
const many = `funnel: ficha
title: Monte a sua ficha
questions:
  - question: Quem é você?
    fields:
      nome:
        type: text
        label: Nome
        required: Diga o seu nome
        rules: [{ rule: minLength, length: 3, message: Escreva ao menos 3 letras }]
      nota: { type: rating, label: Nota, required: Escolha uma nota }
      temas:
        type: choices
        label: Temas
        required: Escolha um tema
        shuffle: except-last
        options:
          - { value: civil, label: Civil }
          - { value: penal, label: Penal }
          - { value: trabalho, label: Trabalho }
          - { value: familia, label: Família }
          - { value: nada, label: Nada, exclusive: true }
      uf:
        type: dropdown
        label: Estado
        shuffle: all
        options: [{ value: pe, label: Pernambuco }, { value: sp, label: São Paulo }, { value: ba, label: Bahia }, { value: ce, label: Ceará }]
      relato: { type: textarea, label: Relato }
      aceite: { type: checkbox, label: Aceito, required: Aceite os termos }
      origem: { type: hidden, label: Origem, default: site }
  - name: aulas
    question: O que achou das aulas?
    type: matrix
    required: Responda a linha
    rows: { ritmo: Ritmo, material: Material, casos: Casos }
    options: [{ value: ruim, label: Ruim }, { value: bom, label: Bom }]
fields: { email: email, cidade: { type: text, label: Cidade, required: Diga a cidade } }
`;
mkdirSync(join(funnels, 'ficha'));
writeFileSync(join(funnels, 'ficha/ficha.funnel.yaml'), many);
const site = visitSite({ funnels });

const island = (page: Page) => page.locator('[data-island]');
const choose = (page: Page, name: string, value: string) =>
  page.locator(`label:has([name="${name}"][value="${value}"])`).click();
const checked = (page: Page) =>
  island(page)
    .locator(':checked')
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
/** The HTML of the screen. React writes the attribute of a chosen option. */
const drawnIn = async (page: Page): Promise<string> => (await island(page).innerHTML()).replace(' checked=""', '');
/** The error of a group of options, as screen readers find it. */
const errorOf = async (page: Page, name: string): Promise<string | null> => {
  const ids = await page.locator(`fieldset:has([name="${name}"])`).getAttribute('aria-describedby');
  return ids === null ? null : page.locator(`[id="${ids.split(' ').at(-1)}"]`).textContent();
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

/** Lets the island wake. It keeps the page's elements and changes nothing. */
async function takesOver(page: Page, release: () => void): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-island] *')) Object.assign(element, { kept: true });
  });
  const drawn = await drawnIn(page);
  release();
  await expect.poll(() => isAwake(page)).toBe(true);
  await expect.poll(() => drawnIn(page)).toBe(drawn);
  const all = island(page).locator('*');
  expect(await all.evaluateAll((each) => each.every((one) => (one as { kept?: boolean }).kept))).toBe(true);
}

/** Opens a page whose island does not come before it is released. */
async function withoutIsland(path: string) {
  const { before, release } = heldResponses(islandCode);
  const visitor = await site.visit(path, { before });
  const { page } = visitor;
  return {
    ...{ ...visitor, release },
    field: (name: string) => page.locator(`[name=${name}]`),
    errorText: (name: string) => page.locator(`p[id$="${name}-error"]`).textContent(),
  };
}

/** Sends the form behind the questions. */
async function sendAddress(driver: FunnelDriver): Promise<void> {
  await driver.expectScreen('form');
  await driver.type('email', 'ana@exemplo.com.br');
  await driver.submit();
}

/** The events in the trace of a visit, until the last of its questions is answered. */
function eventsOf(visitId: string): readonly unknown[] {
  const [{ text } = { text: '' }] = tracesIn(site.server.dataDir, visitId);
  const lines = text.split('\n').filter(Boolean);
  const steps = lines.map((line) => JSON.parse(line) as TraceLine).filter((line) => line.kind === 'step');
  return steps.slice(0, 1 + steps.findIndex(({ state }) => state === 'form.ready')).map(({ event }) => event);
}

test('its questions are answered without the island, which then stands where the page stands', async () => {
  const { page, driver, complaints, release } = await withoutIsland('/gosto');
  const list = page.locator('select[name=uf]');
  await driver.press('begin');
  await driver.expectScreen('questions');

  await driver.submit();
  await expect.poll(() => errorOf(page, 'area')).toBe('Escolha a sua área');
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('area');
  expect(await page.locator('[name=area]').first().getAttribute('aria-invalid')).toBe('true');
  expect(await violations(page)).toEqual([]);
  await choose(page, 'area', 'penal');
  expect(await page.locator('[name=area]').first().getAttribute('aria-invalid')).toBeNull();
  await driver.submit();

  await driver.expectScreen('questions-estrelas');
  expect(await focused(page)).toMatch(/^H[12]$/);
  expect(await page.locator('[role=progressbar]').getAttribute('aria-valuenow')).toBe('29');
  await choose(page, 'estrelas', '2');
  await driver.submit();
  await driver.expectScreen('questions-ritmo');
  expect(await checked(page)).toEqual([]);
  await driver.back();
  await driver.expectScreen('questions-estrelas');
  expect(await checked(page)).toEqual(['2']);
  await choose(page, 'estrelas', '4');
  await driver.submit();
  await driver.expectScreen('questions-volta');
  await choose(page, 'volta', 'yes');
  await driver.press('back');
  await driver.expectScreen('questions-estrelas');
  await driver.submit();
  await driver.expectScreen('questions-volta');
  expect(await checked(page)).toEqual(['yes']);
  await driver.submit();
  await driver.expectScreen('questions-temas');
  await driver.submit();
  await expect.poll(() => errorOf(page, 'temas')).toBe('Escolha um tema');
  for (const each of ['nada', 'contratos', 'familia', 'trabalho']) await choose(page, 'temas', each);
  expect(await checked(page)).toEqual(['contratos', 'familia', 'trabalho']);
  await driver.submit();
  await expect.poll(() => errorOf(page, 'temas')).toBe('Escolha no máximo 2 opções.');
  expect(await violations(page)).toEqual([]);
  await choose(page, 'temas', 'nada');
  expect(await checked(page)).toEqual(['nada']);
  await choose(page, 'temas', 'trabalho');
  await choose(page, 'temas', 'contratos');
  await driver.submit();
  await driver.expectScreen('questions-uf');
  await driver.submit();
  await expect.poll(() => list.getAttribute('aria-invalid')).toBe('true');
  await list.selectOption('sp');
  await driver.back();
  await driver.expectScreen('questions-temas');
  expect(await checked(page)).toEqual(['contratos', 'trabalho']);
  await page.goForward();
  await driver.expectScreen('questions-uf');
  expect(await list.inputValue()).toBe('sp');
  await driver.submit();
  await driver.expectScreen('questions-indica');
  await driver.submit();
  await expect.poll(() => errorOf(page, 'indica')).toBe('Escolha uma opção.');
  await choose(page, 'indica', '10');
  expect(await isAwake(page)).toBe(false);

  await takesOver(page, release);
  expect(await checked(page)).toEqual(['10']);

  await driver.submit();
  await sendAddress(driver);
  await driver.expectScreen('result');
  expect(site.records('gosto_leads')).toMatchObject([
    { area: 'penal', estrelas: 4, volta: 'yes', indica: 10, score: 0, result: 'outro' },
  ]);
  expect(site.records('gosto_leads')).toMatchObject([{ temas: ['contratos', 'trabalho'], uf: 'sp' }]);
  expect(site.records('gosto_leads')[0]).not.toHaveProperty('ritmo');
  const visitId = await page.evaluate(() => window.funnel?.landing.visitId ?? '');
  const submitted = (name: string, value: unknown) => ({ type: 'SUBMIT', values: { [name]: value } });
  const answer = (name: string, value: string) => [{ type: 'INPUT', field: name, value }, submitted(name, value)];
  const themes = (...value: readonly string[]) => ({ type: 'INPUT', field: 'temas', value });
  await expect
    .poll(() => eventsOf(visitId))
    .toEqual([
      ...[null, { type: 'on', name: 'begin' }, { type: 'SUBMIT', values: { area: '' } }],
      ...[...answer('area', 'penal'), ...answer('estrelas', '2'), { type: 'GO', screen: 'questions-estrelas' }],
      ...[...answer('estrelas', '4'), ...answer('volta', 'yes').slice(0, 1), { type: 'on', name: 'back' }],
      ...[...answer('estrelas', '4').slice(1), ...answer('volta', 'yes').slice(1)],
      // A trace keeps the last of several edits.
      ...[submitted('temas', []), themes('contratos', 'familia', 'trabalho')],
      ...[submitted('temas', ['contratos', 'familia', 'trabalho']), themes('contratos', 'trabalho')],
      ...[submitted('temas', ['contratos', 'trabalho']), submitted('uf', ''), ...answer('uf', 'sp').slice(0, 1)],
      ...[
        { type: 'GO', screen: 'questions-temas' },
        { type: 'GO', screen: 'questions-uf' },
      ],
      ...[...answer('uf', 'sp').slice(1), submitted('indica', ''), ...answer('indica', '10')],
    ]);
  expect(complaints).toEqual([]);
});

test('its texts are judged without the island, kept on Back, on an error and after a reload, and sent as they were typed', async () => {
  const { page, driver, complaints, release, field, errorText } = await withoutIsland('/conta');
  await driver.press('begin');
  await driver.expectScreen('questions');
  await driver.submit();
  await expect.poll(() => errorText('nome')).toBe('Diga o seu nome');
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('nome');
  await field('nome').pressSequentially(' An ');
  expect(await field('nome').getAttribute('aria-invalid')).toBeNull();
  await page.keyboard.press('Enter');
  await expect.poll(() => errorText('nome')).toBe('Escreva ao menos 3 letras');
  expect(await violations(page)).toEqual([]);
  expect(await field('nome').inputValue()).toBe(' An ');
  await field('nome').fill(' Ana ');
  await page.keyboard.press('Enter');
  await driver.expectScreen('questions-aceite');
  await driver.submit();
  await expect.poll(() => errorText('aceite')).toBe('Aceite os termos');
  await field('aceite').check();
  expect(await field('aceite').getAttribute('aria-invalid')).toBeNull();
  await driver.submit();
  await driver.expectScreen('questions-pagina');
  await field('pagina').fill('exemplo');
  await driver.press('back');
  await driver.expectScreen('questions-aceite');
  expect(await field('aceite').isChecked()).toBe(true);
  await driver.press('back');
  await driver.expectScreen('questions');
  expect(await field('nome').inputValue()).toBe('Ana');
  await driver.submit();
  await driver.expectScreen('questions-aceite');
  await driver.submit();
  await driver.expectScreen('questions-pagina');
  expect(await field('pagina').inputValue()).toBe('exemplo');
  await driver.submit();
  await expect.poll(() => field('pagina').getAttribute('aria-invalid')).toBe('true');
  await field('pagina').fill('');
  await driver.submit();
  await driver.expectScreen('questions-relato');
  await driver.submit();
  await expect.poll(() => errorText('relato')).toBe('Conte o que aconteceu');
  await field('relato').fill('Duas\nlinhas, com "aspas" e 👍');
  expect(await isAwake(page)).toBe(false);

  await page.reload({ waitUntil: 'commit' });
  await driver.expectScreen('questions-relato');
  expect(await isAwake(page)).toBe(false);
  expect(await field('relato').inputValue()).toBe('Duas\nlinhas, com "aspas" e 👍');
  await driver.submit();
  release();
  await driver.expectScreen('questions-urgente');
  await driver.submit();
  await driver.expectScreen('questions-fim');
  await driver.submit();
  await sendAddress(driver);
  await expect
    .poll(() => site.records('conta_leads'))
    .toMatchObject([{ nome: 'Ana', aceite: true, pagina: '', relato: 'Duas\nlinhas, com "aspas" e 👍' }]);
  expect(complaints).toEqual([]);
});

test('a text that is deleted while the island is fetched stays deleted', async () => {
  const { page, driver, complaints, release } = await withoutIsland('/conta');
  const answers = { nome: 'Ana', pagina: 'a.example', relato: 'Um atraso' };
  await driver.press('begin');
  for (const [name, text] of Object.entries(answers)) {
    await page.locator(`[name=${name}]`).fill(text);
    await driver.submit();
    if (name !== 'nome') continue;
    await page.locator('[name=aceite]').check();
    await driver.submit();
  }
  await driver.expectScreen('questions-fim');
  await driver.submit();
  await driver.expectScreen('form');
  const email = page.locator('[name=email]');
  await email.fill('ana@exemplo.com.br');
  // Its call is the island's.
  await driver.submit();
  expect(await isAwake(page)).toBe(false);
  await email.fill('');
  release();
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  expect(await email.inputValue()).toBe('');
  expect(site.records('conta_leads').filter(({ relato }) => relato === answers.relato)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a question shares the elements of the one before, but not an incomplete day', async () => {
  const { page, driver, complaints } = await withoutIsland('/datas');
  await driver.press('begin');
  await driver.expectScreen('questions');
  const kept = await page.locator('[type=date]').elementHandle();
  await page.locator('[name=um]').focus();
  await page.keyboard.type('12');
  const isIncomplete = (name: string) =>
    page.locator(`[name=${name}]`).evaluate((control: HTMLInputElement) => control.validity.badInput);
  expect(await isIncomplete('um')).toBe(true);
  await driver.submit();
  await driver.expectScreen('questions-dois');
  expect(await kept?.getAttribute('name')).toBe('dois');
  expect(await isIncomplete('dois')).toBe(false);
  await page.locator('[name=dois]').fill('2026-12-01');
  await driver.back();
  await driver.expectScreen('questions');
  expect(await page.locator('[name=um]').inputValue()).toBe('');
  expect(complaints).toEqual([]);
});

test('its masks format the digits without the island, and keep the caret', async () => {
  const { page, driver, complaints, release, field, errorText } = await withoutIsland('/contato');
  /** The text of a field, with a bar at the caret. */
  const shown = (name: string) =>
    field(name).evaluate((element) => {
      const { value, selectionStart: at } = element as HTMLInputElement;
      return `${value.slice(0, at ?? 0)}|${value.slice(at ?? 0)}`;
    });
  const caretAt = (name: string, at: number) =>
    field(name).evaluate((element, place) => (element as HTMLInputElement).setSelectionRange(place, place), at);
  await driver.press('begin');
  await driver.expectScreen('questions');
  await driver.submit();
  await expect.poll(() => errorText('fone')).toBe('Diga o seu telefone');
  await field('fone').pressSequentially('8198765');
  expect(await field('fone').getAttribute('aria-invalid')).toBeNull();
  expect(await shown('fone')).toBe('(81) 9876-5|');
  await page.keyboard.press('Enter');
  await expect.poll(() => field('fone').getAttribute('aria-invalid')).toBe('true');
  expect(await field('fone').inputValue()).toBe('(81) 9876-5');
  await field('fone').pressSequentially('4321');
  expect(await shown('fone')).toBe('(81) 98765-4321|');
  // No digit has room behind the last one.
  await field('fone').press('5');
  expect(await shown('fone')).toBe('(81) 98765-4321|');
  await caretAt('fone', 5);
  // Between the signs of the mask, Backspace deletes the digit before them.
  await field('fone').press('Backspace');
  expect(await shown('fone')).toBe('(8|9) 8765-4321');
  await field('fone').press('1');
  expect(await shown('fone')).toBe('(81|) 98765-4321');
  await caretAt('fone', 10);
  await field('fone').press('Delete');
  expect(await shown('fone')).toBe('(81) 9876-5|321');
  await field('fone').press('4');
  await driver.submit();
  await driver.expectScreen('questions-cep');
  await driver.back();
  await driver.expectScreen('questions');
  expect(await field('fone').inputValue()).toBe('(81) 98765-4321');
  await driver.submit();
  await driver.expectScreen('questions-cep');
  await field('cep').pressSequentially('5001');
  await driver.submit();
  await expect.poll(() => errorText('cep')).toBe('Escreva o CEP inteiro');
  await field('cep').pressSequentially('0-000');
  expect(await field('cep').inputValue()).toBe('50010-000');
  await driver.submit();
  await driver.expectScreen('questions-ligar');
  await driver.back();
  await driver.expectScreen('questions-cep');
  await field('cep').press('End');
  await field('cep').press('Backspace');
  expect(await isAwake(page)).toBe(false);
  expect(
    await page.evaluate(() => 'steps' in (document.querySelector<HTMLElement>('[data-island]')?.dataset ?? {})),
  ).toBe(true);

  await takesOver(page, release);
  expect(await field('cep').inputValue()).toBe('50010-00');
  await field('cep').press('1');
  expect(await field('cep').inputValue()).toBe('50010-001');
  await driver.submit();
  for (const screen of ['questions-ligar', 'questions-fim']) {
    await driver.expectScreen(screen);
    await driver.submit();
  }
  await sendAddress(driver);
  await expect.poll(() => site.records('contato_leads')).toMatchObject([{ fone: '(81) 98765-4321', cep: '50010-001' }]);
  expect(complaints).toEqual([]);
});

test('fields with conditions are shown, judged and emptied without the island', async () => {
  const { page, driver, complaints, release, field, errorText } = await withoutIsland('/equipe');
  const hidden = () =>
    page
      .locator('.field__when')
      .evaluateAll((all) =>
        all.flatMap((each) =>
          (each as HTMLElement).hidden ? [each.querySelector('[name]')?.getAttribute('name')] : [],
        ),
      );
  const isWrong = () =>
    page
      .locator('[aria-invalid=true]')
      .evaluateAll((all) => [...new Set(all.map((each) => (each as HTMLInputElement).name))]);
  await driver.press('begin');
  await driver.expectScreen('questions');
  expect(await hidden()).toEqual(['pessoas', 'gerente', 'qual']);
  await choose(page, 'equipe', 'yes');
  expect(await hidden()).toEqual(['gerente', 'qual']);
  await driver.submit();
  await expect.poll(() => errorText('pessoas')).toBe('Diga quantas são');
  expect(await isWrong()).toEqual(['pessoas']);
  expect(await hidden()).toEqual(['gerente', 'qual']);
  expect(await violations(page)).toEqual([]);
  await field('pessoas').fill('7');
  expect(await hidden()).toEqual(['qual']);
  await choose(page, 'areas', 'outra');
  expect(await hidden()).toEqual([]);
  await driver.submit();
  await expect.poll(isWrong).toEqual(['gerente', 'qual']);
  expect(await hidden()).toEqual([]);
  await field('gerente').fill(' Ana ');
  expect(await hidden()).toEqual(['qual']);
  await driver.submit();
  await driver.expectScreen('questions-grande');
  await driver.back();
  await driver.expectScreen('questions');
  expect(await hidden()).toEqual(['qual']);
  expect([await field('gerente').inputValue(), await isWrong()]).toEqual(['Ana', []]);
  await choose(page, 'equipe', 'no');
  expect(await hidden()).toEqual(['pessoas', 'gerente']);
  await field('qual').fill('Fiscal');
  await driver.submit();
  await driver.expectScreen('questions-fim');
  await driver.press('back');
  await driver.expectScreen('questions');
  expect(await field('pessoas').inputValue()).toBe('');
  await choose(page, 'equipe', 'yes');
  expect(await hidden()).toEqual(['gerente']);
  expect(await isAwake(page)).toBe(false);

  await page.reload({ waitUntil: 'commit' });
  await driver.expectScreen('questions');
  expect(await isAwake(page)).toBe(false);
  expect(await hidden()).toEqual(['gerente']);
  release();
  await expect.poll(() => isAwake(page)).toBe(true);
  expect(await hidden()).toEqual(['gerente']);
  await field('pessoas').fill('2');
  await driver.submit();
  await driver.expectScreen('questions-fim');
  await driver.submit();
  await sendAddress(driver);
  await expect
    .poll(() => site.records('equipe_leads'))
    .toMatchObject([{ equipe: 'yes', pessoas: 2, areas: ['outra'], qual: 'Fiscal' }]);
  expect(site.records('equipe_leads')[0]).not.toHaveProperty('gerente');
  expect(complaints).toEqual([]);
});

test('options with conditions are offered, judged and cleared without the island', async () => {
  const { page, driver, complaints, release, errorText } = await withoutIsland('/plano');
  /** The options that are offered. */
  const offered = () =>
    island(page)
      .locator('input:is([name=curso], [name=temas]), [name=turno] option')
      .evaluateAll((all) =>
        all
          .filter((each) => !each.closest<HTMLElement>('label, option')?.hidden)
          .map((each) => (each as HTMLInputElement).value)
          .filter(Boolean),
      );
  const list = page.locator('[name=turno]');
  await driver.press('begin');
  await driver.expectScreen('questions');
  expect(await offered()).toEqual(['base', 'lei', 'caso', 'manha']);
  await driver.submit();
  await expect.poll(() => errorText('area')).toBe('Escolha a área');
  await expect.poll(() => errorText('curso')).toBe('Escolha o curso');
  expect(await offered()).toEqual(['base', 'lei', 'caso', 'manha']);
  expect(await violations(page)).toEqual([]);
  await choose(page, 'area', 'penal');
  expect(await offered()).toEqual(['base', 'provas', 'lei', 'caso', 'juri', 'sabado', 'manha']);
  await choose(page, 'curso', 'provas');
  for (const each of ['caso', 'juri']) await choose(page, 'temas', each);
  await list.selectOption('noite');
  expect(await offered()).toEqual(['base', 'provas', 'lei', 'caso', 'juri', 'sabado', 'manha', 'noite']);
  await driver.submit();
  await driver.expectScreen('questions-grande');
  await driver.back();
  await driver.expectScreen('questions');
  expect(await checked(page)).toEqual(['penal', 'provas', 'caso', 'juri', 'noite']);
  expect(await offered()).toEqual(['base', 'provas', 'lei', 'caso', 'juri', 'sabado', 'manha', 'noite']);

  // The arrow key passes over an option that is not offered; a choice that another one decides is lost with it.
  await page.locator('[name=area][value=penal]').focus();
  await page.keyboard.press('ArrowUp');
  expect(await checked(page)).toEqual(['civil', 'caso', 'noite']);
  expect(await offered()).toEqual(['base', 'contratos', 'lei', 'caso', 'manha', 'noite']);
  await driver.submit();
  await expect.poll(() => errorText('curso')).toBe('Escolha o curso');
  await page.locator('[name=curso][value=base]').focus();
  await page.keyboard.press('Space');
  expect(await page.locator('[name=curso]').first().getAttribute('aria-invalid')).toBeNull();
  expect(await checked(page)).toEqual(['civil', 'base', '']);
  await page.keyboard.press('ArrowDown');
  expect(await checked(page)).toEqual(['civil', 'contratos', '']);
  await page.keyboard.press('ArrowDown');
  expect(await checked(page)).toEqual(['civil', 'base', '']);
  expect(await isAwake(page)).toBe(false);
  const input = (field: string, value: unknown) => ({ type: 'INPUT', field, value });
  expect(await page.evaluate(() => window.funnel?.stepped?.events.slice(-9).map(({ event }) => event))).toEqual([
    ...[input('area', 'civil'), input('curso', ''), input('temas', ['caso'])],
    { type: 'SUBMIT', values: { area: 'civil', curso: '', temas: ['caso'], turno: 'noite' } },
    ...[input('curso', 'base'), input('temas', []), input('turno', '')],
    ...[input('curso', 'contratos'), input('curso', 'base')],
  ]);

  await page.reload({ waitUntil: 'commit' });
  await driver.expectScreen('questions');
  expect(await isAwake(page)).toBe(false);
  expect(await checked(page)).toEqual(['civil', 'base', '']);
  expect(await offered()).toEqual(['base', 'contratos', 'lei', 'manha']);
  release();
  await expect.poll(() => isAwake(page)).toBe(true);
  await expect.poll(offered).toEqual(['base', 'contratos', 'lei', 'manha']);
  await driver.submit();
  await driver.expectScreen('questions-fim');
  await driver.submit();
  await sendAddress(driver);
  await expect
    .poll(() => site.records('plano_leads'))
    .toMatchObject([{ area: 'civil', curso: 'base', temas: [], turno: '' }]);
  expect(site.records('plano_leads')[0]).not.toHaveProperty('grande');
  expect(complaints).toEqual([]);
});

test('a list whose options have conditions keeps its choice when the island takes over, and when an option before it goes', async () => {
  const { page, driver, complaints, release } = await withoutIsland('/plano');
  const list = page.locator('[name=turno]');
  const offered = () => list.locator('option:not([hidden])').evaluateAll((all) => all.map((each) => each.textContent));
  await driver.press('begin');
  await driver.expectScreen('questions');
  await choose(page, 'area', 'penal');
  await choose(page, 'curso', 'provas');
  await choose(page, 'temas', 'caso');
  await list.selectOption('noite');
  await choose(page, 'area', 'civil');
  expect(await isAwake(page)).toBe(false);
  release();
  await expect.poll(() => isAwake(page)).toBe(true);
  await expect.poll(() => list.locator('option').count()).toBe(3);
  expect(await checked(page)).toEqual(['civil', 'caso', 'noite']);
  await choose(page, 'area', 'penal');
  await expect.poll(() => list.locator('option').count()).toBe(4);
  expect((await offered()).slice(1)).toEqual(['Sábado', 'Manhã', 'Noite']);
  expect(await checked(page)).toEqual(['penal', 'caso', 'noite']);
  await choose(page, 'curso', 'base');
  await expect.poll(() => checked(page)).toEqual(['penal', 'base', '']);
  expect(complaints).toEqual([]);
});

test('a list with a search is answered without the island, which is woken to search', async () => {
  const { page, driver, complaints, release, errorText } = await withoutIsland('/lista');
  const list = page.locator('select[name=uf]');
  await driver.press('begin');
  await driver.expectScreen('questions');
  await driver.submit();
  await expect.poll(() => errorText('uf')).toBe('Escolha o estado');
  expect(await list.getAttribute('aria-invalid')).toBe('true');
  await list.selectOption('sp');
  expect(await list.getAttribute('aria-invalid')).toBeNull();
  await driver.submit();
  await driver.expectScreen('questions-fim');
  await driver.back();
  await driver.expectScreen('questions');
  expect(await list.inputValue()).toBe('sp');
  await page.locator('[type=search]').press('p');
  await page.keyboard.type('iau');
  // The first key itself ends the table, so that it wakes the island.
  expect(await island(page).getAttribute('data-steps')).toBeNull();
  expect(await isAwake(page)).toBe(false);
  release();
  await expect.poll(() => isAwake(page)).toBe(true);
  expect(await list.inputValue()).toBe('sp');
  // What was typed before the code arrived is sought.
  await expect.poll(() => list.locator('option').allTextContents()).toContain('Piauí');
  await expect.poll(() => list.getAttribute('size')).not.toBeNull();
  expect(await page.locator('[type=search]').inputValue()).toBe('piau');
  await page.locator('[type=search]').fill('piaui');
  await page.keyboard.press('Enter');
  expect(await list.inputValue()).toBe('pi');
  await driver.submit();
  await driver.expectScreen('questions-fim');
  await driver.submit();
  await sendAddress(driver);
  await expect.poll(() => site.records('lista_leads')).toMatchObject([{ uf: 'pi' }]);
  expect(complaints).toEqual([]);
});

test('its numbers and dates are shown, judged and read by conditions without the island, as the island does', async () => {
  const { page, driver, complaints, release, field, errorText } = await withoutIsland('/medida');
  const hours = async () => [await page.locator('output').textContent(), await field('horas').inputValue()];
  await driver.press('begin');
  await driver.expectScreen('questions');
  await field('equipe').fill('2.001');
  await page.keyboard.press('Enter');
  await expect.poll(() => errorText('equipe')).toBe('Escreva um número de 1 a 2000.');
  await field('equipe').fill('muitas');
  await driver.submit();
  await expect.poll(() => errorText('equipe')).toBe('Escreva um número inteiro.');
  expect(await violations(page)).toEqual([]);
  await field('equipe').fill(' 1.500 ');
  await driver.submit();

  await driver.expectScreen('questions-horas');
  expect(await hours()).toEqual(['0\u00a0horas', '0']);
  await field('horas').press('ArrowRight');
  expect(await hours()).toEqual(['5\u00a0horas', '5']);
  await driver.submit();
  await driver.expectScreen('questions-poucas');
  await driver.back();
  await driver.expectScreen('questions-horas');
  expect(await hours()).toEqual(['5\u00a0horas', '5']);
  expect(await field('horas').getAttribute('aria-valuetext')).toBe('5\u00a0horas');
  for (const _ of [10, 15]) await field('horas').press('ArrowRight');
  expect(await hours()).toEqual(['15\u00a0horas', '15']);
  await driver.submit();

  await driver.expectScreen('questions-verba');
  await field('verba').fill('499');
  await page.keyboard.press('Enter');
  await expect.poll(() => errorText('verba')).toMatch(/^Escreva R\$\s500,00 ou mais\.$/);
  expect(await field('verba').inputValue()).toBe('499');
  await field('verba').fill('150000,5');
  await field('verba').blur();
  expect(await field('verba').inputValue()).toBe('150.000,50');
  expect(await field('verba').getAttribute('aria-invalid')).toBeNull();
  await field('verba').fill('200000');
  // Its screen is left while it has the focus: browsers then report that it loses it, which is no edit.
  await page.keyboard.press('Enter');
  await driver.expectScreen('questions-inicio');
  await driver.back();
  await driver.expectScreen('questions-verba');
  expect(await page.evaluate(() => window.funnel?.stepped?.events.slice(-2).map(({ event }) => event))).toEqual([
    { type: 'SUBMIT', values: { verba: '200000' } },
    { type: 'GO', screen: 'questions-verba' },
  ]);
  expect(await field('verba').inputValue()).toBe('200.000,00');
  await driver.submit();

  await driver.expectScreen('questions-inicio');
  await field('inicio').fill('2025-12-31');
  await driver.submit();
  await expect.poll(() => errorText('inicio')).toBe('Confira esta data.');
  expect(await field('inicio').inputValue()).toBe('2025-12-31');
  await field('inicio').fill('2026-12-01');
  await driver.press('back');
  await driver.expectScreen('questions-verba');
  await driver.press('back');
  await driver.expectScreen('questions-horas');
  expect(await hours()).toEqual(['15\u00a0horas', '15']);
  expect(await isAwake(page)).toBe(false);

  await takesOver(page, release);
  await field('horas').press('ArrowRight');
  expect(await hours()).toEqual(['20\u00a0horas', '20']);
  await driver.submit();
  await driver.expectScreen('questions-verba');
  expect(await field('verba').inputValue()).toBe('200.000,00');
  await driver.submit();
  await driver.expectScreen('questions-inicio');
  expect(await field('inicio').inputValue()).toBe('2026-12-01');
  await driver.submit();
  await driver.expectScreen('questions-grande');
  await driver.submit();
  await driver.expectScreen('questions-certo');
  await driver.submit();
  await sendAddress(driver);
  await expect
    .poll(() => site.records('medida_leads'))
    .toMatchObject([{ equipe: 1500, horas: 20, verba: 20_000_000, inicio: '2026-12-01' }]);
  expect(complaints).toEqual([]);
});

test('two dates, a list of all countries and an option without a value are judged without the island', async () => {
  const { page, driver, complaints, release, field } = await withoutIsland('/estadia');
  const errors = () => island(page).locator('p[id$="-error"]').allTextContents();
  await driver.press('begin');
  await driver.expectScreen('questions');
  await driver.submit();
  await expect.poll(errors).toEqual(['Diga o dia', 'Diga o dia']);
  await field('estada').fill('2026-12-10');
  await expect.poll(errors).toEqual(['Diga o dia']);
  await field('estada_end').fill('2026-12-09');
  await expect.poll(errors).toEqual([]);
  await driver.submit();
  await expect.poll(errors).toEqual(['O último dia não pode ser antes do primeiro.']);
  expect(await field('estada_end').getAttribute('aria-invalid')).toBe('true');
  expect(await field('estada').getAttribute('aria-invalid')).toBeNull();
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('estada_end');
  // An edit of the other day leaves the error until the next submission.
  await field('estada').fill('2026-12-08');
  expect(await errors()).toEqual(['O último dia não pode ser antes do primeiro.']);
  expect(await violations(page)).toEqual([]);
  await driver.submit();
  await driver.expectScreen('questions-pais');
  await driver.back();
  await driver.expectScreen('questions');
  expect([await field('estada').inputValue(), await field('estada_end').inputValue()]).toEqual([
    '2026-12-08',
    '2026-12-09',
  ]);
  await driver.submit();

  await driver.expectScreen('questions-pais');
  await driver.submit();
  await expect.poll(errors).toEqual(['Diga o país']);
  await page.locator('select').selectOption('PT');
  await expect.poll(errors).toEqual([]);
  await driver.submit();
  await driver.expectScreen('questions-quarto');
  expect(await checked(page)).toEqual(['']);
  await choose(page, 'quarto', 'mar');
  await driver.press('back');
  await driver.expectScreen('questions-pais');
  expect(await page.locator('select').inputValue()).toBe('PT');
  await driver.submit();
  await driver.expectScreen('questions-quarto');
  expect(await checked(page)).toEqual(['mar']);
  await choose(page, 'quarto', '');
  expect(await isAwake(page)).toBe(false);
  await takesOver(page, release);
  expect(await checked(page)).toEqual(['']);
  await driver.submit();
  await driver.expectScreen('questions-certo');
  await driver.submit();
  await sendAddress(driver);
  await expect
    .poll(() => site.records('estadia_leads'))
    .toMatchObject([{ estada: '2026-12-08', estada_end: '2026-12-09', pais: 'PT', quarto: '' }]);
  expect(complaints).toEqual([]);
});

test('several fields of a screen are judged without the island, each with its error', async () => {
  const { page, driver, complaints, release } = await withoutIsland('/ficha');
  const field = (name: string) => page.locator(`[name=${name}]`).first();
  /** The errors of the screen, by the field that has each. */
  const errors = () =>
    island(page)
      .locator('p[id$="-error"]')
      .evaluateAll((all) =>
        Object.fromEntries(all.map(({ id, textContent }) => [/(\w+)-error$/.exec(id)?.[1], textContent])),
      );
  const invalid = () =>
    island(page)
      .locator('[aria-invalid]')
      .evaluateAll((all) => [...new Set(all.map((each) => (each as HTMLInputElement).name))]);
  const focusedName = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
  /** The options in a random order, as they are shown. */
  const orders = () =>
    island(page)
      .locator('[name=temas], [name=uf] > option')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  await driver.press('begin');
  await driver.expectScreen('questions');
  const ownOrder = await orders();
  await driver.submit();
  const all = {
    nome: 'Diga o seu nome',
    nota: 'Escolha uma nota',
    temas: 'Escolha um tema',
    aceite: 'Aceite os termos',
  };
  await expect.poll(errors).toEqual(all);
  expect(await orders()).toEqual(ownOrder);
  expect(await focusedName()).toBe('nome');
  expect(await violations(page)).toEqual([]);

  // An edit removes the error of its field only.
  await choose(page, 'nota', '4');
  const { nota: _, ...others } = all;
  await expect.poll(errors).toEqual(others);
  await field('nome').pressSequentially(' An');
  await page.keyboard.press('Enter');
  await expect.poll(errors).toEqual({ ...others, nome: 'Escreva ao menos 3 letras' });
  expect(await invalid()).toEqual(['nome', 'temas', 'aceite']);
  expect(await orders()).toEqual(ownOrder);
  expect(await violations(page)).toEqual([]);
  await choose(page, 'temas', 'penal');
  await choose(page, 'temas', 'nada');
  await field('relato').fill('Duas\nlinhas');
  await page.locator('select[name=uf]').selectOption('sp');
  expect(await errors()).toEqual({ nome: 'Escreva ao menos 3 letras', aceite: 'Aceite os termos' });
  await field('nome').fill(' Ana ');
  await driver.submit();
  await expect.poll(errors).toEqual({ aceite: 'Aceite os termos' });
  expect(await orders()).toEqual(ownOrder);
  expect(await focusedName()).toBe('aceite');
  expect(await field('nome').inputValue()).toBe(' Ana ');
  expect(await checked(page)).toEqual(['4', 'nada', 'sp']);
  await field('aceite').check();
  await driver.submit();

  await driver.expectScreen('questions-aulas');
  await choose(page, 'aulas_material', 'bom');
  await driver.submit();
  await expect.poll(errors).toEqual({ aulas_ritmo: 'Responda a linha', aulas_casos: 'Responda a linha' });
  expect(await focusedName()).toBe('aulas_ritmo');
  await driver.back();
  await driver.expectScreen('questions');
  expect(await orders()).toEqual(ownOrder);
  expect(await field('nome').inputValue()).toBe('Ana');
  expect(await field('relato').inputValue()).toBe('Duas\nlinhas');
  expect(await field('aceite').isChecked()).toBe(true);
  expect(await checked(page)).toEqual(['4', 'nada', 'sp', 'true']);
  await page.goForward();
  await driver.expectScreen('questions-aulas');
  // A form keeps its errors while another is shown.
  expect(await errors()).toEqual({ aulas_ritmo: 'Responda a linha', aulas_casos: 'Responda a linha' });
  await choose(page, 'aulas_ritmo', 'ruim');
  await expect.poll(errors).toEqual({ aulas_casos: 'Responda a linha' });
  await choose(page, 'aulas_casos', 'bom');
  await driver.submit();

  // The machine judges the form whose submission it has to process.
  await driver.expectScreen('form');
  await field('email').fill('ana@exemplo.com.br');
  await driver.submit();
  expect(await isAwake(page)).toBe(false);
  expect(await errors()).toEqual({});
  release();
  await expect.poll(errors).toEqual({ cidade: 'Diga a cidade' });
  expect(await invalid()).toEqual(['cidade']);
  expect(await field('email').inputValue()).toBe('ana@exemplo.com.br');
  // The island has the same order.
  await driver.back();
  await driver.expectScreen('questions-aulas');
  await driver.back();
  await driver.expectScreen('questions');
  expect(await orders()).toEqual(ownOrder);
  await page.goForward();
  await driver.expectScreen('questions-aulas');
  await page.goForward();
  await driver.expectScreen('form');
  await field('cidade').fill('Recife');
  await driver.submit();
  await expect
    .poll(() => site.records('ficha_leads'))
    .toMatchObject([
      {
        ...{ nome: 'Ana', nota: 4, temas: ['nada'], uf: 'sp', relato: 'Duas\nlinhas', aceite: true, cidade: 'Recife' },
        origem: 'site',
        ...{ aulas_ritmo: 'ruim', aulas_material: 'bom', aulas_casos: 'bom' },
      },
    ]);
  expect(complaints).toEqual([]);
});

test('a reload shows a slider where it was before the island is fetched, and an amount as the site writes it', async () => {
  const { page, driver, complaints, release, field } = await withoutIsland('/medida');
  const saved = () => page.evaluate(() => sessionStorage.getItem('funnel:medida'));
  await driver.press('begin');
  await field('equipe').fill('7');
  await driver.submit();
  await driver.expectScreen('questions-horas');
  for (const _ of [5, 10, 15]) await field('horas').press('ArrowRight');
  await driver.submit();
  await driver.expectScreen('questions-verba');
  await driver.press('back');
  await driver.expectScreen('questions-horas');
  await expect.poll(saved).toContain('"screen":"questions-horas"');
  await page.reload({ waitUntil: 'commit' });
  await driver.expectScreen('questions-horas');
  expect(await field('horas').inputValue()).toBe('15');
  expect(await page.locator('output').textContent()).toBe('15\u00a0horas');
  expect(await isAwake(page)).toBe(false);
  release();
  await expect.poll(() => isAwake(page)).toBe(true);
  await driver.submit();
  await driver.expectScreen('questions-verba');
  await field('verba').fill('1234');
  await field('verba').blur();
  await expect.poll(saved).toContain('1.234,00');
  await page.reload({ waitUntil: 'commit' });
  await driver.expectScreen('questions-verba');
  expect(await field('verba').inputValue()).toBe('1.234,00');
  expect(complaints).toEqual([]);
});

test('an amount that is left before the island is awake is shown as the site writes it, then and after', async () => {
  const { page, driver, complaints, release } = await withoutIsland('/medida');
  const amount = page.locator('[name=verba]');
  await driver.press('begin');
  await page.locator('[name=equipe]').fill('7');
  await driver.submit();
  await driver.expectScreen('questions-horas');
  for (const _ of [5, 10]) await page.locator('[name=horas]').press('ArrowRight');
  await driver.submit();
  await driver.expectScreen('questions-verba');
  await amount.fill('1234');
  await page.keyboard.press('Enter');
  await driver.expectScreen('questions-inicio');
  await driver.back();
  await driver.expectScreen('questions-verba');
  expect(await amount.inputValue()).toBe('1.234,00');
  expect(await isAwake(page)).toBe(false);
  await takesOver(page, release);
  expect(await amount.inputValue()).toBe('1.234,00');
  await amount.fill('5678');
  await page.keyboard.press('Enter');
  await driver.expectScreen('questions-inicio');
  await driver.back();
  await driver.expectScreen('questions-verba');
  expect(await amount.inputValue()).toBe('5.678,00');
  expect(complaints).toEqual([]);
});
