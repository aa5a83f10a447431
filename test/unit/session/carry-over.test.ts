/** A visit goes on in an edited flow with its answers, at the first screen that they do not satisfy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSiteLoader } from '../../../engine/load/load-site.ts';
import { carryOver, type ReachedVisit } from '../../../engine/session/carry-over.ts';
import { questionIds } from '../../../engine/session/question-ids.ts';
import { screenOf, startSession } from '../../../engine/session/session.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { loadOptions } from '../load/fixtures.ts';

const folder = join(import.meta.dirname, '../../fixtures/sites/http');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
const loader = createSiteLoader();

/** The quiz with passages of its file exchanged. */
function quizWith(...edits: readonly (readonly [from: string, to: string])[]) {
  const edited = files.map((file) => {
    if (file.path !== 'quiz/quiz.flow.yaml') return file;
    const text = edits.reduce((before, [from, to]) => {
      expect(before).toContain(from);
      return before.replace(from, to);
    }, file.text);
    return { path: file.path, text };
  });
  const { site, problems } = loader.load(edited, { ...loadOptions(new Set()), submissions: undefined });
  if (site === null) throw new Error(problems.map(({ message, line }) => `${line}: ${message}`).join('\n'));
  return compiledFlow(site, 'quiz');
}

const before = quizWith();
const input = { query: {}, visit: {}, at: 0, random: 0, ids: {} };
const person = { nome: 'Ana', email: 'ana@x.example', phone: '11987654321', aceite: true };
const reached = (screen: string, values: ReachedVisit['values']): ReachedVisit => ({
  screen,
  values,
  questions: questionIds(before.flow),
});

/** Where the visit goes on, with its answers there. */
function goesOn(edited: ReturnType<typeof quizWith>, visit: ReachedVisit) {
  const { screen, values, query } = carryOver(edited, visit, input);
  const { session } = startSession(edited, { ...input, screen, query, saved: values });
  return { screen: screenOf(session).id, answers: session.snapshot.context.values['answers'] };
}

const options = '[{ value: 0, label: Nada }, { value: 5, label: Algo }]';
const second = '      - id: dois\n';
const added = `      - id: meio\n        question: No meio?\n        options: ${options}\n`;
const longer = ['length: 2', 'length: 3'] as const;
const percent = ['percent(sum(answers), 20)', 'percent(sum(answers), 30)'] as const;

test('an unchanged flow goes on where the visit stands', () => {
  const visit = reached('pessoa', { answers: [10, 0] });
  expect(goesOn(quizWith(['title: Quem é você?', 'title: Quem?']), visit)).toEqual({
    screen: 'pessoa',
    answers: [10, 0],
  });
  expect(goesOn(before, reached('perguntas.dois', { answers: [10, null] })).screen).toBe('perguntas.dois');
  expect(goesOn(before, reached('inicio', {})).screen).toBe('inicio');
});

test('a question that was added is asked first; the answers of the others stay theirs', () => {
  const edited = quizWith([second, added + second], longer, percent);
  expect(goesOn(edited, reached('pessoa', { answers: [10, 0] }))).toEqual({
    screen: 'perguntas.meio',
    answers: [10, null, 0],
  });
  // The visit has not passed it yet.
  expect(goesOn(edited, reached('perguntas.um', { answers: [null, null] })).screen).toBe('perguntas.um');
  expect(goesOn(edited, reached('perguntas.dois', { answers: [10, null] })).screen).toBe('perguntas.meio');
});

test('an option that is gone is asked again, and a renamed question keeps its answer', () => {
  const fewer = quizWith(['          - { value: 10, label: Tudo }\n      - id: dois', '      - id: dois']);
  expect(goesOn(fewer, reached('pessoa', { answers: [10, 0] }))).toEqual({
    screen: 'perguntas.um',
    answers: [null, 0],
  });
  const renamed = quizWith(['      - id: um\n', '      - id: primeira\n        aliases: [um]\n']);
  expect(goesOn(renamed, reached('pessoa', { answers: [10, 0] }))).toEqual({ screen: 'pessoa', answers: [10, 0] });
});

test('a form that every way passes now comes first, unless its values are known', () => {
  const edited = quizWith(
    ['    next: pessoa\n', '    next: habitos\n'],
    [
      '  pessoa:\n',
      '  habitos:\n    title: Dados\n    description: Dados.\n    form: pessoa\n    show: [{ type: form, title: Dados, submit: Enviar }]\n    next: pessoa\n  pessoa:\n',
    ],
  );
  expect(goesOn(edited, reached('pessoa', { answers: [10, 0] })).screen).toBe('habitos');
  expect(goesOn(edited, reached('pessoa', { answers: [10, 0], ...person })).screen).toBe('pessoa');
  expect(goesOn(edited, reached('pessoa', { answers: [10, 0], ...person, email: 'ana' })).screen).toBe('habitos');
});

test('a form that only another branch passes is not asked for', () => {
  const branch =
    '  escolha:\n    branch: [{ when: score > 40, to: pessoa }, { to: habitos }]\n  habitos:\n    title: Dados\n    description: Dados.\n    form: pessoa\n    show: [{ type: form, title: Dados, submit: Enviar }]\n    next: pessoa\n  pessoa:\n';
  const edited = quizWith(['    next: pessoa\n', '    next: escolha\n'], ['  pessoa:\n', branch]);
  expect(goesOn(edited, reached('pessoa', { answers: [10, 0] })).screen).toBe('pessoa');
  expect(goesOn(edited, reached('pessoa', { answers: [0, 0] })).screen).toBe('habitos');
});

test('a step with a new name is found by its former one; a step that is gone leads on along the answers', () => {
  const moves = [
    ['    next: pessoa\n', '    next: dados\n'],
    ['  pessoa:\n', '  dados:\n    aliases: [pessoa]\n'],
  ] as const;
  expect(goesOn(quizWith(...moves), reached('pessoa', { answers: [10, 0] })).screen).toBe('dados');
  const gone = quizWith(moves[0], ['  pessoa:\n', '  dados:\n']);
  // Only the visitor knows that the first step's button was pressed: it has one way.
  expect(goesOn(gone, reached('pessoa', { answers: [10, 0] })).screen).toBe('dados');
  expect(goesOn(gone, reached('pessoa', { answers: [10, null] })).screen).toBe('perguntas.dois');
});

test('answers of a list without the ids of its questions are dropped if they no longer fit', () => {
  const edited = quizWith([second, added + second], longer, percent);
  const visit = { ...reached('pessoa', { answers: [10, 0] }), questions: {} };
  expect(goesOn(edited, visit)).toEqual({ screen: 'perguntas.um', answers: [null, null, null] });
});
