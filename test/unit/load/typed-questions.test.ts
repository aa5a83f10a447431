/** Questions with a type, one a screen or many: what they are written out as, and what a visitor meets. */
import { expect, test } from 'vitest';
import { compileForm, type FormDefinition, type FormMessages, validateForm } from '../../../engine/forms/index.ts';
import { scopeAt } from '../../../engine/session/session.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { goalWords } from '../../../engine/walks/words.ts';
import { schemas } from '../../../schemas/generated/schemas.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, codesOf, load } from './fixtures.ts';

const flow = `flow: poll
page: frame
start: ask
data:
  answers: { type: list, of: number, length: 2 }
computed:
  level: { classify: 'percent(sum(answers), 20)', ranges: { HIGH: '>= 50', LOW: otherwise } }
questions:
  poll:
    saveAs: answers
    items:
      - { id: first, question: The first?, options: [{ value: 0, label: 'No' }, { value: 10, label: 'Yes' }] }
      - { id: second, question: The second?, options: [{ value: 0, label: 'No' }, { value: 10, label: 'Yes' }] }
      - { name: team, question: Do you have a team?, type: yes-no, required: true }
      - { name: people, question: How many?, hint: With you., type: number, min: 1, required: true, when: team == 'yes' }
      - { name: channels, question: Where?, type: choices, options: [{ value: a, label: A }, { value: b, label: B }] }
      - question: Who are you?
        hint: We write once.
        fields: { name: name, mail: { type: email, label: E-mail, pii: email, required: true, rules: [{ rule: email, message: No address. }] } }
steps:
  ask:
    path: [/poll]
    title: A poll
    titlePrefix: '{{ step }} of {{ steps }}'
    ask: poll
    onEmpty: { toast: Choose }
    onError: { toast: Begin again }
    show:
      - { type: progress, label: Progress, caption: '{{ step }} of {{ steps }}' }
      - { type: question, next: Next, previous: Back, finish: Finish }
    submit: { calls: [{ post: /api/poll }], onError: { toast: Error } }
    branch: [{ when: 'default(people, 0) >= 5', to: big }, { to: small }]
  big: { title: Big, show: [{ type: text, title: 'Big, {{ name }}: {{ default(people, 0) }}' }, { type: actions, actions: [{ label: Again, send: again }] }], on: { again: { to: ask } }, final: true }
  small: { title: Small, show: [{ type: text, title: 'Small: {{ level }}' }], final: true }
`;
const api = `api: poll
intakes:
  poll: { post: /api/poll, form: poll-poll, records: polls, retention: { days: 30 } }
`;
const messages: FormMessages = {
  tooLong: 't',
  wrongType: 'w',
  unknownOption: 'o',
  beyondMask: 'm',
  foreignCode: 'Outro país.',
};
const loaded = () => load(baseWith({ 'poll.flow.yaml': flow, 'poll.api.yaml': api }));
const compiled = () => compiledFlow(loaded().site as never, 'poll');
const visit = () => driveEngine(compiled(), startAt(), async () => ({ output: {} }));

/** The visit after answers: a number is chosen, a record is submitted. */
async function after(...answers: readonly (number | Record<string, unknown>)[]) {
  const driver = await visit();
  for (const answer of answers)
    await driver.send(
      typeof answer === 'number' ? { type: 'NEXT', value: answer } : { type: 'SUBMIT', values: answer as never },
    );
  return driver;
}

const person = { name: 'Ana', mail: 'ana@example.com' };

test('one flow with rules, conditions and typed answers', async () => {
  expect(loaded().problems).toEqual([]);
  const big = await after(10, 0, { team: 'yes' }, { people: '7' }, { channels: ['a'] }, person);
  await big.expectScreen('big');
  const [call] = big.effects.filter((effect) => effect.kind === 'call');
  expect(call?.payload).toEqual({ team: 'yes', people: 7, channels: ['a'], ...person });
  const wrong = await after(10, 0, { team: 'yes' }, { people: '0' });
  await wrong.expectScreen('ask-people');
  expect(wrong.session.snapshot.context.errors).toHaveProperty('people');
});

test('a question that is not asked has no answer, also after a change of mind', async () => {
  const driver = await after(10, 0, { team: 'yes' }, { people: '7' });
  await driver.press('back');
  await driver.expectScreen('ask-people');
  await driver.press('back');
  await driver.send({ type: 'SUBMIT', values: { team: 'no' } });
  await driver.expectScreen('ask-channels');
  await driver.press('back');
  await driver.expectScreen('ask-team');
  for (const values of [{ team: 'no' }, { channels: [] }, person])
    await driver.send({ type: 'SUBMIT', values: values as never });
  await driver.expectScreen('small');
  const [call] = driver.effects.filter((effect) => effect.kind === 'call');
  expect(call?.payload).toEqual({ team: 'no', channels: [], ...person });
});

test('Back leads from the first question with a type to the last one without', async () => {
  const driver = await after(10, 0);
  await driver.expectScreen('ask-team');
  await driver.press('back');
  await driver.expectScreen('ask.second');
});

test('positions count all questions', () => {
  const steps = loaded().site?.flows['poll']?.steps;
  expect(steps?.['ask']).toMatchObject({ show: [{ to: 33 }, { finish: 'Next' }] });
  expect(steps?.['ask-people']).toMatchObject({
    titlePrefix: '4 of 6',
    show: [{ from: 67, to: 67, caption: '4 of 6' }, { submit: 'Next' }],
  });
  expect(steps?.['ask-name']).toMatchObject({ show: [{ to: 100 }, { submit: 'Finish', lead: 'We write once.' }] });
});

test('walks reach everything', () => {
  const { goals, missed, errors, unfilled, unbroken } = findFlowPaths(compiled());
  const words = goals.filter(({ status }) => status !== 'reached').map(({ goal }) => goalWords(compiled().flow, goal));
  expect(words).toEqual([]);
  expect([missed, errors, unfilled, unbroken]).toEqual([[], [], [], []]);
});

test('the form of all questions refuses what a screen refuses, and drops what was not asked', () => {
  const form = compileForm(loaded().site?.forms['poll-poll'] as FormDefinition, messages);
  expect(validateForm(form, { team: 'no', people: '7', ...person })).toMatchObject({
    ok: true,
    values: { people: '' },
  });
  expect(validateForm(form, { team: 'yes', people: '0', ...person })).toMatchObject({
    ok: false,
    errors: [{ field: 'people' }],
  });
});

test('mistakes are reported where they are written, once', () => {
  /** The codes of the mistakes, each with the text that it points at. */
  const found = (from: string, to: string) => {
    if (!flow.includes(from)) throw new RangeError(from);
    const text = flow.replace(from, to);
    const { problems } = load(baseWith({ 'poll.flow.yaml': text, 'poll.api.yaml': api }));
    const line = (number: number) => text.split('\n')[number - 1] ?? '';
    return problems.map(({ code, line: at, column, length = 0 }) => [
      code,
      line(at).slice(column - 1, column - 1 + length),
    ]);
  };
  expect(found("when: team == 'yes'", "when: tema == 'yes'")).toEqual([['expression-unknown-name', 'tema']]);
  expect(found('type: number, min: 1', 'type: number, step: 1')).toEqual([['field-options', 'step']]);
  // An e-mail address is personal data without saying it.
  expect(found('pii: email, ', '')).toEqual([]);
  expect(found('name: channels, ', '')).toContainEqual(['question-shape', 'type']);
  expect(found('type: choices, options', 'options')).toContainEqual(['question-shape', 'name']);
  expect(
    found('question: Who are you?', "question: Who are you?, when: team == 'yes'".replace(', when', '\n        when')),
  ).toEqual([['question-shape', 'when']]);
  expect(found('hint: We write once.', 'min: 1')).toEqual([['question-shape', 'min']]);
  expect(found("required: true, when: team == 'yes'", 'rules: []')).toEqual([]);
  const late = "{ id: late, question: Late?, options: [{ value: 0, label: 'No' }, { value: 10, label: 'Yes' }] }";
  expect(found('- { name: channels', `- ${late}\n      - { name: channels`)).toContainEqual([
    'question-shape',
    'question',
  ]);
});

const scored = `flow: score
page: frame
start: ask
computed:
  total: { points: [team, channels, grade, often] }
  score: { points: [team, channels, grade, often], percent: true }
  level: { classify: score, ranges: { HIGH: '>= 50', LOW: otherwise } }
questions:
  all:
    items:
      - { name: team, question: A team?, type: yes-no, points: 10 }
      - { name: channels, question: Where?, type: choices, max: 2, options: [{ value: a, label: A, points: 1 }, { value: b, label: B, points: 2 }, { value: c, label: C, points: 4 }] }
      - { name: grade, question: How good?, type: rating, points: 2 }
      - { name: often, question: How often?, type: choice, options: [{ value: never, label: Never }, { value: "it's daily", label: Daily, points: 4 }] }
steps:
  ask:
    path: [/score]
    title: A score
    ask: all
    show: [{ type: question, next: Next, previous: Back, finish: Finish }]
    next: result
  result: { show: [{ type: text, title: '{{ total }} points, {{ score }} %, {{ level }}' }], final: true }
`;

test('points of answers of any type add up, and an unanswered question has none', async () => {
  const { site, problems } = load(baseWith({ 'score.flow.yaml': scored }));
  expect(codesOf(problems)).toEqual([]);
  const score = compiledFlow(site as never, 'score');
  const totalAfter = async (...answers: readonly Record<string, unknown>[]) => {
    const driver = await driveEngine(score, startAt(), async () => ({ output: {} }));
    for (const values of answers) await driver.send({ type: 'SUBMIT', values: values as never });
    await driver.expectScreen('result');
    const lookup = scopeAt(driver.session);
    return ['total', 'score', 'level'].map(lookup);
  };
  const best = [{ team: 'yes' }, { channels: ['b', 'c'] }, { grade: '5' }, { often: "it's daily" }];
  expect(await totalAfter(...best)).toEqual([30, 100, 'HIGH']);
  expect(await totalAfter({ team: 'no' }, { channels: ['a'] }, { grade: '3' }, { often: 'never' })).toEqual([
    7,
    23,
    'LOW',
  ]);
  expect(await totalAfter({}, {}, {}, {})).toEqual([0, 0, 'LOW']);
  expect(JSON.stringify(site?.forms['score-all'])).not.toContain('points');
});

test('bands over points are checked like those over answers', () => {
  const unreachable = scored
    .replace('LOW: otherwise', "NONE: '>= 101', LOW: otherwise")
    .replace("HIGH: '>= 50', NONE: '>= 101'", "NONE: '> 100', HIGH: '>= 50'");
  expect(codesOf(load(baseWith({ 'score.flow.yaml': unreachable })).problems)).toEqual(['band-unreachable']);
});

test('a question has every key of a field that asks something', () => {
  const keysOf = (file: string, definition: string): string[] => {
    const { definitions } = schemas[file] as { definitions: Record<string, { properties: object }> };
    return Object.keys(definitions[definition]?.properties ?? {});
  };
  const own = new Set(keysOf('flow.schema.json', 'askedQuestion'));
  // Those of a computed field, which nobody fills in, and of a group that repeats.
  const others = ['value', 'visible', 'item', 'add', 'remove'];
  expect(keysOf('form.schema.json', 'field').filter((key) => !own.has(key) && !others.includes(key))).toEqual([]);
});
