/**
 * Random questions of every type, one or several on a screen: what a screen refuses is what the server refuses of all answers together,
 * what is skipped is what the server hides, and what is sent is what it stores. Visitors change their minds on the way.
 * `GENERATED_QUESTIONS=10000` makes that many sets.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { compileForm, type FormDefinition, validateForm } from '../../../engine/forms/index.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import type { Effect } from '../../../engine/session/effects.ts';
import { postedEvent } from '../../../engine/session/posted.ts';
import { type Session, type SessionEvent, screenOf, sendEvent, startSession } from '../../../engine/session/session.ts';
import { createRecorder } from '../../../engine/trace/record.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import { prepareAcceptance } from '../../../server/intakes/accept.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { asQuestions, type Random, type RandomForm, randomForm, seeded } from '../../harness/random-form.ts';
import { loadOptions } from '../load/fixtures.ts';

const sets = Number(process.env['GENERATED_QUESTIONS'] ?? 150);
const perSite = 25;
const visits = 4;
const most = 200;
const stamp = { at: Date.UTC(2026, 10, 20, 12), random: 0.5 };

const folder = fixtureFolder('fields');
const frame = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((path) => ({
    path,
    text: readFileSync(join(folder, path), 'utf8').replace('[pesquisa](/pesquisa)', 'pesquisa'),
  }));

/** One visit through the questions. @returns how often a screen was refused, and how often the visitor went back */
function visitOf(
  site: SiteDefinition,
  { id, file, fill }: RandomForm,
  random: Random,
): { refused: number; back: number } {
  const compiled = compiledFlow(site, id);
  const texts = formMessages(site.site);
  const whole = compileForm(site.forms[id] as FormDefinition, texts);
  const recorder = createRecorder(compiled, startAt());
  const counts = { refused: 0, back: 0 };
  let session: Session = startSession(compiled, startAt()).session;
  let calls: Extract<Effect, { kind: 'call' }>[] = [];
  const send = (event: SessionEvent): void => {
    recorder.record(event, stamp);
    const step = sendEvent(session, event, stamp);
    session = step.session;
    calls = [...calls, ...step.effects.filter((effect) => effect.kind === 'call')];
  };
  send({ type: 'on', name: 'begin' });
  for (let turn = 0; calls.length === 0; turn += 1) {
    const screen = screenOf(session);
    const what = `${file.text}\nat ${screen.id}: ${JSON.stringify(session.snapshot.context.values)}`;
    expect(turn, what).toBeLessThan(most);
    const { form } = screen;
    if (form === null) throw new Error(`${screen.id} has no form.\n${what}`);
    if (random() < 0.15 && screen.id !== 'questions') {
      send({ type: 'on', name: 'back' });
      counts.back += 1;
      continue;
    }
    const names = form.definition.fields.map(({ name }) => name);
    const posted = new URLSearchParams(
      fill(random).flatMap(([name, value]) => (names.includes(name) ? [[name, value]] : [])),
    );
    const event = postedEvent(screen, posted) as Extract<SessionEvent, { type: 'SUBMIT' }>;
    const verdict = validateForm(whole, { ...session.snapshot.context.values, ...event.values });
    const wrong = verdict.ok ? [] : verdict.errors.filter(({ field }) => names.includes(field));
    send(event);
    const { errors } = screenOf(session).form ?? { errors: {} };
    // Another screen has no errors yet.
    const isRefused = screenOf(session).id === screen.id && calls.length === 0;
    expect(isRefused ? errors : {}, what).toEqual(
      Object.fromEntries(wrong.map(({ field, message }) => [field, message])),
    );
    if (isRefused) counts.refused += 1;
  }
  const [call] = calls;
  const intake = Object.values(site.intakes).find(({ path }) => path === `/api/${id}`) as IntakeDefinition;
  const accepted = prepareAcceptance(site, intake, texts, messagesFor(site.site)).accept(call?.payload ?? {});
  const { values } = session.snapshot.context;
  const verdict = validateForm(whole, values);
  const what = `${file.text}\nsent: ${JSON.stringify(call?.payload)}`;
  expect(accepted.ok ? {} : accepted.errors, what).toEqual({});
  // What is not asked is empty, so that everything that reads answers agrees with the server.
  expect(verdict.ok ? verdict.values : verdict, what).toEqual(
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (whole.fields.has(name) ? [[name, value ?? '']] : [])),
    ),
  );
  const isGiven = (value: unknown) => ![null, '', false].includes(value as null) && JSON.stringify(value) !== '[]';
  const answers = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(record).filter(([name, value]) => /^f\d+(_\w+)?$/.test(name) && isGiven(value)));
  expect(accepted.ok ? answers(accepted.sent) : {}, what).toEqual(answers(call?.payload ?? {}));
  const replay = replayTrace(compiled, recorder.lines());
  expect([replay.divergence, replay.strayedAt], what).toEqual([null, null]);
  // The redacted session has taken the visitor's way.
  expect(
    recorder.lines().filter((line) => 'real' in line),
    what,
  ).toEqual([]);
  return counts;
}

test.each(Array.from({ length: Math.ceil(sets / perSite) }, (_, index) => index))('of site %i', (index) => {
  const random = seeded(index + 1000);
  const made = Array.from({ length: perSite }, (_, form) =>
    asQuestions(randomForm(`q${index}x${form}`, random), random),
  ).filter(({ file }) => !file.text.includes('"questions":[]'));
  const { site, problems } = loadSite([...frame, ...made.map(({ file }) => file)], loadOptions(new Set()));
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, message, frame: lines }) => `${code}: ${message}\n${lines}`)).toEqual([]);
  // Labels that are made from a question contain its text.
  expect(JSON.stringify(site?.forms)).not.toContain('[object Object]');
  const all = { refused: 0, back: 0 };
  for (const form of made)
    for (let visit = 0; visit < visits; visit += 1) {
      const { refused, back } = visitOf(site as SiteDefinition, form, random);
      all.refused += refused;
      all.back += back;
    }
  expect(Math.min(all.refused, all.back)).toBeGreaterThan(10);
});
