/**
 * Random taps at random moments of the first second of a quiz whose questions have a type, with options in a random order: each
 * walk ends where the machine does, and each event is traced once. Some go on to the form behind the questions. `npm run walks` makes a thousand of them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { type SessionEvent, screenOf, startSession } from '../../engine/session/session.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import { formattedAmount } from '../../engine/values/number-format.ts';
import { randomTaps, straightTaps } from '../harness/early-taps.ts';
import { browserForWalks, eventsIn, expectWalks, openSlowly, screenAt, storedTrace } from '../harness/early-walks.ts';
import { startAt } from '../harness/engine-driver.ts';
import { copyFixture } from '../harness/fixture-sites.ts';
import { expectForm } from '../harness/form-outcome.ts';
import { addFormTaps, madeOfForm, randomFormTaps } from '../harness/form-taps.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { madeTaps } from '../harness/page-taps.ts';
import { patience } from '../harness/patience.ts';
import { randomFrom } from '../harness/random-visit.ts';
import { isAwake, visitSite } from '../harness/site-visits.ts';
import { type Done, tapTypedAlone, typedControls, typedEvents, withoutRetyped } from '../harness/typed-taps.ts';

const quiz = `funnel: gosto
title: O que você achou do curso?
questions:
  - name: area
    question: Qual é a sua área?
    type: choice
    required: Escolha a sua área
    shuffle: all
    options:
      - { value: civil, label: Civil, points: 10 }
      - { value: penal, label: Penal }
      - { value: tributario, label: Tributário }
  - { name: equipe, question: Quantas pessoas?, type: number, min: 1, max: 2000 }
  - { name: inicio, question: Quando começa?, type: date, from: 2026-01-01, to: 2030-12-31 }
  - { name: verba, question: Qual é a verba?, type: currency, min: 500, when: 'default(equipe, 0) >= 1000' }
  - { name: horas, question: Quantas horas por semana?, type: slider, max: 40, step: 5, unit: horas }
  - name: nome
    question: Como podemos chamar você?
    type: text
    required: Diga o seu nome
    rules: [{ rule: minLength, length: 2, message: Escreva ao menos 2 letras }, { rule: maxLength, length: 8, message: Escreva menos }]
  - { name: volta, question: Você faria outro curso?, type: yes-no, when: "nome != '1e9'" }
  - { name: estrelas, question: Que nota você dá ao curso?, type: rating, required: true }
  - { name: ritmo, question: Como foi o ritmo?, type: scale, ends: [Lento, Rápido], when: 'default(estrelas, 0) < 3' }
  - name: motivo
    question: O que pesou mais?
    type: choice
    shuffle: except-last
    options:
      - { value: '', label: Nada }
      - { value: preco, label: Preço }
      - { value: prazo, label: Prazo }
      - { value: outro, label: Outro }
  - { name: pais, question: De que país?, type: country, required: Diga o país }
  - { name: fone, question: Qual é o seu telefone?, type: tel }
  - { name: pagina, question: Qual é a sua página?, type: url }
  - { name: relato, question: O que mais você quer contar?, type: textarea }
  - { name: indica, question: Você nos indicaria a um colega?, type: nps, required: true }
fields: { email: email }
results:
  bom: { from: 50, title: Que bom, text: Até o próximo. }
  outro: { title: Obrigado, text: Vamos melhorar. }
`;
/** Several fields on a screen. */
const several = `funnel: turma
title: Como foi a turma?
questions:
  - { name: volta, question: Você faria outro curso?, type: yes-no }
  - question: Como foi para você?
    fields:
      nota: { type: rating, label: Nota, max: 3, required: Escolha a nota }
      cidade:
        type: text
        label: Cidade
        required: Diga a cidade
        rules: [{ rule: minLength, length: 2, message: Escreva ao menos 2 letras }]
      dia:
        type: choice
        label: Dia
        shuffle: all
        options: [{ value: sex, label: Sexta }, { value: sab, label: Sábado }, { value: dom, label: Domingo }]
  - name: aulas
    question: O que achou das aulas?
    type: matrix
    required: Responda a linha
    rows: { ritmo: Ritmo, material: Material }
    options: [{ value: ruim, label: Ruim }, { value: bom, label: Bom }]
  - question: Quem vai com você?
    fields:
      grupo: { type: yes-no, label: Vai com alguém?, required: true }
      quantos: { type: number, label: Quantas pessoas?, min: 1, max: 2000, required: true, when: grupo == 'yes' }
      lider: { type: text, label: Quem coordena?, required: true, when: 'default(quantos, 0) > 1500' }
  - { name: conte, question: O que mais?, type: textarea, when: 'nota == 3 && default(quantos, 0) < 1900' }
  - { name: ferias, question: Quando são as férias?, type: date-range, required: Diga o dia }
  - question: E então?
    fields: { pagina: { type: url, label: Página }, origem: { type: hidden, label: Origem, default: site }, fim: { type: yes-no, label: Podemos ligar?, required: true } }
fields: { email: email }
`;
/** Options that another answer offers. */
const varied = `funnel: plano
title: Que plano?
questions:
  - question: O que você procura?
    fields:
      civil: { type: yes-no, label: Civil?, required: true }
      curso:
        type: choice
        label: Curso
        required: true
        shuffle: all
        options:
          - { value: base, label: Base }
          - { value: contratos, label: Contratos, when: civil == 'yes' }
          - { value: provas, label: Provas, when: civil == 'no' }
      turno:
        type: dropdown
        label: Turno
        options:
          - { value: sabado, label: Sábado, when: curso == 'provas' }
          - { value: manha, label: Manhã }
          - { value: noite, label: Noite, when: curso != 'base' }
  - { name: cedo, question: É cedo?, type: yes-no, when: turno == 'manha' }
  - { name: indica, question: Você nos indicaria a um colega?, type: nps, required: true }
fields: { email: email }
`;
/** Few questions before a form of several fields. */
const short = `funnel: convite
title: Você vem?
questions:
  - { name: vem, question: Você vem?, type: yes-no }
  - { name: leva, question: Leva alguém?, type: yes-no }
fields:
  nome: { type: text, label: Nome, required: Diga o nome }
  email: email
  fone: { type: tel, label: Telefone }
  pais: { type: country, label: País }
  temas: { type: choices, label: Temas, options: [{ value: lei, label: Leis }, { value: caso, label: Casos }] }
  aceite: { type: checkbox, label: Aceito, rules: [{ rule: accepted, message: Aceite }] }
`;
const walks = Number(process.env['STEP_WALKS'] ?? 4);
const first = Number(process.env['STEP_SEED'] ?? 1);
const funnels = copyFixture('fields');
const quizzes = { gosto: quiz, turma: several, convite: short, plano: varied };
for (const [id, text] of Object.entries(quizzes)) {
  mkdirSync(join(funnels, id));
  writeFileSync(join(funnels, `${id}/${id}.funnel.yaml`), text);
}
const site = visitSite({ funnels });
const loaded = await loadFunnels(funnels);
const flows = Object.keys(quizzes).map((id) => compiledFlow(loaded, id));

const browser = browserForWalks();

const written = new Set([
  'nome',
  'fone',
  'pagina',
  'relato',
  'equipe',
  'horas',
  'inicio',
  'verba',
  'cidade',
  'conte',
  'ferias',
  'ferias_end',
  'quantos',
  'lider',
]);
/** Events without the texts of visitors, which a trace redacts. */
const withoutTexts = (events: readonly SessionEvent[]): SessionEvent[] =>
  events.map((event) => {
    if (event.type === 'INPUT' && written.has(event.field)) return { ...event, value: null };
    if (event.type !== 'SUBMIT') return event;
    const values = Object.entries(event.values).map(([name, value]) => [name, written.has(name) ? null : value]);
    return { ...event, values: Object.fromEntries(values) };
  });

async function walk(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const flow = flows[seed % flows.length] as CompiledFlow;
  const { flow: id } = flow.flow;
  const taps = id === 'convite' ? straightTaps(random, 2) : randomTaps(random, 6 + Math.floor(random.next() * 24));
  const formTaps = randomFormTaps(random);
  const { page, complaints, leave } = await openSlowly(browser(), random);
  try {
    await tapTypedAlone(page, taps);
    await addFormTaps(page, formTaps, `w${seed}`);
    await page.goto(`${site.server.url}/${id}`, { waitUntil: 'commit' });
    const done = await madeTaps<Done>(page);
    const ofForm = await madeOfForm(page);
    const { session, events } = typedEvents(startSession(flow, startAt()).session, done);
    const what = `seed ${seed}: ${JSON.stringify(done)}, form ${JSON.stringify(ofForm)}`;
    const island = page.locator('[data-island]');
    const { id: screen, form } = screenOf(session);
    if (ofForm.length === 0) await expect.poll(() => screenAt(page), { message: what, timeout: patience }).toBe(screen);
    if (events.length === 0) return;
    await expect.poll(() => isAwake(page), { message: what, timeout: patience }).toBe(true);
    const visitId = await page.evaluate(() => window.funnel?.landing.visitId as string);
    const traced = withoutTexts(withoutRetyped(events));
    const lines = () => storedTrace(site.server.dataDir, visitId);
    if (ofForm.length > 0) {
      const leads = () =>
        site.records(`${id}_leads`).filter(({ email }) => /^w(\d+)/.exec(`${email}`)?.[1] === `${seed}`);
      await vi
        .waitFor(() => expectForm(page, { flow, form: id, done: ofForm, lines: lines(), leads: leads() }), {
          timeout: patience,
          interval: 200,
        })
        .catch((error: Error) => {
          throw new Error(`${error.message} after ${what}, traced ${JSON.stringify(eventsIn(lines()))}`);
        });
      await expect
        .poll(() => withoutTexts(withoutRetyped(eventsIn(lines()))).slice(0, traced.length), {
          message: what,
          timeout: patience,
        })
        .toEqual(traced);
      expect(replayTrace(flow, lines()).divergence, what).toBeNull();
      expect(complaints.join('\n'), what).toBe('');
      return;
    }
    // Its parts are sent as they are recorded.
    await expect
      .poll(() => withoutTexts(withoutRetyped(eventsIn(lines()))), { message: what, timeout: patience })
      .toEqual(traced);
    const replay = replayTrace(flow, lines());
    expect(replay.divergence, what).toBeNull();
    expect(await screenAt(page), what).toBe(screen);
    const shown = await island
      .locator(`[type=radio], ${typedControls}`)
      .evaluateAll((all) =>
        (all as HTMLInputElement[]).map(({ type, name, value, checked }) => [
          name,
          type === 'radio' && !checked ? '' : value,
        ]),
      );
    const fields = form?.definition.fields.filter(({ type }) => type !== 'email') ?? [];
    for (const { name, number } of fields) {
      const text = String(form?.values[name] ?? '');
      const values = shown.flatMap(([own, value]) => (own === name && value !== '' ? [value] : []));
      // An amount that has not the focus is written as the site's language does it.
      const right = [text, number ? formattedAmount(text, number) : text];
      expect(right, `${name} after ${what}`).toContain(values.join());
    }
    const hours = await island.locator('output').allTextContents();
    expect(hours, what).toEqual(fields[0]?.name === 'horas' ? [`${form?.values['horas']}\u00a0horas`] : []);
    expect(complaints.join('\n'), what).toBe('');
  } finally {
    await leave();
  }
}

test(`${walks} walks end where the machine does, and each event is traced once`, {
  timeout: 150_000 + walks * 6_000,
  retry: 0,
}, async () => {
  await expectWalks(walks, first, walk);
});
