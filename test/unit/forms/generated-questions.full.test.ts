/**
 * Random quizzes: questions of every type and without one, one or several on a screen, rounds, jumps, shuffled options, called flows.
 * What a screen refuses is what the server refuses of all answers together, what is skipped is what the server hides, and what is
 * sent is what it stores; a model that shares no code with the engine says the same. Visitors change their minds on the way.
 * `GENERATED_QUESTIONS=10000` makes that many sets.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { validateForm } from '../../../engine/forms/index.ts';
import { prepareAcceptance } from '../../../engine/intakes/accept.ts';
import { verifiedValues } from '../../../engine/intakes/scope.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { QuizVisit } from '../../harness/quiz-visit.ts';
import { type Random, seeded } from '../../harness/random-form.ts';
import { type RandomQuiz, randomQuiz } from '../../harness/random-quiz.ts';
import { loadOptions } from '../load/fixtures.ts';

const sets = Number(process.env['GENERATED_QUESTIONS'] ?? 50);
const perSite = 25;
// The more sets, the fewer visits of each.
const visits = sets > 1000 ? 1 : 4;
const most = 200;

const folder = fixtureFolder('fields');
const frame = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((path) => ({
    path,
    text: readFileSync(join(folder, path), 'utf8').replace('[pesquisa](/pesquisa)', 'pesquisa'),
  }));

const isGiven = (value: unknown): boolean =>
  ![null, undefined, '', false].includes(value as null) && JSON.stringify(value) !== '[]';
/** The answers of a record, by name. */
const answersIn = (record: Readonly<Record<string, unknown>>, has: (name: string) => boolean = () => true) =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => /^f\d+(_\w+)?$/.test(name) && isGiven(value) && has(name)),
  );

/** One visit through the questions. */
function visitOf(site: SiteDefinition, quiz: RandomQuiz, random: Random): QuizVisit {
  const texts = formMessages(site.site);
  const { id, model } = quiz;
  const visit = new QuizVisit(site, quiz, random);
  for (let turn = 0; visit.calls.length === 0; turn += 1) {
    expect(turn, visit.what).toBeLessThan(most);
    visit.turn(turn > most / 2);
  }
  const [call] = visit.calls;
  const { payload = {} } = call ?? {};
  const intake = Object.values(site.intakes).find(({ path }) => path === `/api/${id}`) as IntakeDefinition;
  const accepted = prepareAcceptance(site, intake, texts, messagesFor(site.site)).accept(payload);
  const { values } = visit.session.snapshot.context;
  const { whole } = visit;
  const verdict = validateForm(whole, values);
  const what = `${visit.what}\nsent: ${JSON.stringify(payload)}`;
  expect(accepted.ok ? {} : accepted.errors, what).toEqual({});
  // What is not asked is empty, so that everything that reads answers agrees with the server.
  expect(verdict.ok ? verdict.values : verdict, what).toEqual(
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (whole.fields.has(name) ? [[name, value ?? '']] : [])),
    ),
  );
  expect(accepted.ok ? answersIn(accepted.sent) : {}, what).toEqual(answersIn(payload));
  const expected = visit.expected();
  expect(answersIn(payload, model.knows), what).toEqual(answersIn(expected.values));
  const besides = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys(expected.sent).map((name) => [name, record[name] ?? null]));
  expect(besides(payload), what).toEqual(expected.sent);
  expect(besides(accepted.ok ? accepted.values : {}), what).toEqual(expected.sent);
  // The score and the result, which the server computes again.
  expect(accepted.ok ? verifiedValues(site, intake, accepted.sent) : null, what).toMatchObject(
    Object.fromEntries(Object.entries(expected.sent).filter(([name]) => intake.verify?.values.includes(name))),
  );
  const lines = visit.recorder.lines();
  const replay = replayTrace(visit.session.compiled, lines);
  expect([replay.divergence, replay.strayedAt], what).toEqual([null, null]);
  // The redacted session has taken the visitor's way.
  expect(
    lines.filter((line) => 'real' in line),
    what,
  ).toEqual([]);
  return visit;
}

test.each(Array.from({ length: Math.ceil(sets / perSite) }, (_, index) => index))('of site %i', (index) => {
  const random = seeded(index + 1000);
  const made = Array.from({ length: perSite }, (_, form) => randomQuiz(`q${index}x${form}`, random));
  const { site, problems } = loadSite([...frame, ...made.flatMap(({ files }) => files)], loadOptions(new Set()));
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, message, frame: lines }) => `${code}: ${message}\n${lines}`)).toEqual([]);
  // Labels that are made from a question contain its text.
  expect(JSON.stringify(site?.forms)).not.toContain('[object Object]');
  const all = { refused: 0, back: 0, reordered: 0 };
  for (const quiz of made)
    for (let count = 0; count < visits; count += 1) {
      const visit = visitOf(site as SiteDefinition, quiz, random);
      all.refused += visit.refused;
      all.back += visit.back;
      all.reordered += visit.isReordered ? 1 : 0;
    }
  expect(Math.min(...Object.values(all)), JSON.stringify(all)).toBeGreaterThan(visits);
});
