/** Conditions of questions over the list of answers to questions without a type: in the flow, and in its intake. */
import { describe, expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { prepareAcceptance } from '../../../engine/intakes/accept.ts';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import { findFlowPaths, unreachedOf } from '../../../engine/walks/paths.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { base, baseWith, load } from './fixtures.ts';

const options = "options: [{ value: 0, label: 'No' }, { value: 10, label: 'Yes' }]";
const questions = `
  - { question: The first?, ${options} }
  - { question: The second?, ${options} }
  - { name: help, question: Who helps?, type: text, maxLength: 50, required: true, when: sum(answers) < 10 }
  - { name: tool, question: Which tool?, type: text, maxLength: 50, required: true, when: 'answers[1] == 10' }
  - { name: pace, question: How often?, type: number, min: 1, required: true, next: [{ when: 10 in answers, to: end }] }
  - { name: why, question: Why not?, type: text, maxLength: 50, required: true }`;
const funnel = `funnel: level
title: The level of your profile, in a few questions
questions:${questions}
fields: { mail: email }
results:
  high: { from: 50, title: High, text: Go on. }
  low: { title: Low, text: Begin. }
`;
const flow = `flow: poll
page: frame
start: ask
data: { answers: { type: list, of: number, length: 2 } }
questions:
  poll:
    saveAs: answers
    items:${questions.replaceAll('\n', '\n    ').replace('{ question', '{ id: a, question').replace('{ question', '{ id: b, question')}
steps:
  ask:
    path: [/poll]
    title: A poll
    ask: poll
    onEmpty: { toast: Choose }
    onError: { toast: Again }
    show: [{ type: question, next: Next, previous: Back, finish: Finish }]
    next: send
  send: { form: last, submit: { calls: [{ post: /api/poll }], onError: { toast: Error } }, show: [{ type: form, submit: Send }], next: end }
  end: { title: The end, show: [{ type: text, title: The end }], final: true }
`;
const api = (input: string) => `api: poll
intakes:
  poll: { post: /api/poll, form: poll-poll, ${input} records: polls, retention: { days: 30 } }
`;
const last = 'form: last\nfields: { mail: { type: text, label: Note, maxLength: 50 } }\n';
const list = 'input: { answers: { type: list, of: number, length: 2 } },';
const long = (input = list) =>
  load(baseWith({ 'poll.flow.yaml': flow, 'poll.api.yaml': api(input), 'last.form.yaml': last }));
const short = () => load(baseWith({ 'level.funnel.yaml': funnel }));

/** The call after answers: a number is chosen, a record is submitted. */
async function visit(site: SiteDefinition, id: string, answers: readonly (number | Record<string, string>)[]) {
  const driver = await driveEngine(compiledFlow(site, id), startAt(), async () => ({ output: {} }));
  await driver.send({ type: 'on', name: 'begin' });
  for (const answer of answers)
    expect(
      await driver.send(
        typeof answer === 'number' ? { type: 'NEXT', value: answer } : { type: 'SUBMIT', values: answer as never },
      ),
      JSON.stringify(answer),
    ).toBe(true);
  const [call] = driver.effects.filter((effect) => effect.kind === 'call');
  return { payload: call?.payload as Record<string, unknown>, lines: driver.trace() };
}

const acceptOf = (site: SiteDefinition, path: string) => {
  const intake = Object.values(site.intakes).find((each) => each.path === path) as IntakeDefinition;
  return prepareAcceptance(site, intake, formMessages(site.site), messagesFor(site.site)).accept;
};

const help = { help: 'Bia' };
const tool = { tool: 'Pen' };
const pace = { pace: '3' };
const why = { why: 'Time' };
const mail = { mail: 'ana@x.example' };
const visits = [
  [[0, 0, help, pace, why, mail], { ...help, pace: 3, ...why }],
  [[10, 0, pace, mail], { pace: 3 }],
  [[0, 10, tool, pace, mail], { ...tool, pace: 3 }],
] as const;

describe.each([
  ['of a funnel in one file', short, 'level', '/api/level'],
  ['of a flow', long, 'poll', '/api/poll'],
] as const)('a list of answers %s', (_, loaded, id, path) => {
  const { site, problems } = loaded();

  test('can be read by conditions', () => expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]));

  test.each(visits)('leads a visitor after %j, and the intake decides the same', async (answers, sent) => {
    const { payload, lines } = await visit(site as SiteDefinition, id, answers);
    const given = answers.filter((answer) => typeof answer === 'number');
    expect(payload).toMatchObject({ answers: given, ...sent });
    const accept = acceptOf(site as SiteDefinition, path);
    const accepted = accept(payload);
    expect(accepted).toMatchObject({ ok: true });
    const values = accepted.ok ? accepted.values : {};
    for (const name of ['help', 'tool', 'why'])
      expect(Object.hasOwn(values, name), name).toBe(Object.hasOwn(sent, name));
    const replay = replayTrace(compiledFlow(site as SiteDefinition, id), lines);
    expect([replay.divergence, replay.strayedAt]).toEqual([null, null]);
  });

  test('decides what the intake demands, drops and refuses', async () => {
    const { payload } = await visit(site as SiteDefinition, id, visits[0][0]);
    const accept = acceptOf(site as SiteDefinition, path);
    const { help: _, ...without } = payload;
    expect(accept(without)).toMatchObject({ ok: false, errors: { help: expect.any(String) } });
    const other = accept({ ...payload, answers: [10, 0] });
    expect(other.ok && Object.keys(other.values)).not.toContain('help');
    for (const answers of [undefined, [0], ['0', '0'], 'x'])
      expect(accept({ ...payload, answers })).toMatchObject({ ok: false, errors: { answers: expect.any(String) } });
  });

  test('leaves every screen reachable', () => {
    expect(unreachedOf(findFlowPaths(compiledFlow(site as SiteDefinition, id))).map(({ id: goal }) => goal)).toEqual(
      [],
    );
  });
});

test('a funnel expands to the same forms', () => {
  const { files, report } = expandFunnel([...base, { path: 'level.funnel.yaml', text: funnel }], 'level');
  expect(report.problems).toEqual([]);
  const { site, problems } = load(baseWith(Object.fromEntries(files.map(({ path, text }) => [path, text]))));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(site?.forms['level']).toEqual(short().site?.forms['level']);
});

describe('the check', () => {
  test.each(['', 'input: { answers: { type: list, of: number, length: 3 } },', 'input: { answers: { type: json } },'])(
    'asks for the list among what the intake accepts: %j',
    (input) => {
      const [problem] = long(input).problems.filter(({ code }) => code === 'condition-omitted');
      expect(problem).toMatchObject({ file: 'poll.api.yaml', line: 3 });
      expect(problem?.hint).toContain('answers: { type: list, of: number, length: 2 }');
    },
  );

  test('refuses it where a page has no list: beside other fields', () => {
    const beside = funnel.replace(
      'mail: email',
      'mail: email, note: { type: text, label: Note, maxLength: 9, when: sum(answers) > 0 }',
    );
    const { problems } = load(baseWith({ 'level.funnel.yaml': beside }));
    expect(problems.map(({ code }) => code)).toContain('expression-unknown-name');
  });
});
