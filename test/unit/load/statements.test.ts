/** Screens between questions that only show something. */
import { expect, test } from 'vitest';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { screenOf } from '../../../engine/session/session.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { goalWords } from '../../../engine/walks/words.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, load } from './fixtures.ts';

const option = (value: number, label: string) => `{ value: ${value}, label: ${label} }`;
const plain = (question: string) =>
  `  - { question: ${question}, options: [${option(0, 'Never')}, ${option(5, 'Daily')}] }\n`;
const results = `results:
  high: { from: 50, title: High, text: The text }
  low: { title: Low, text: The text }
`;
const funnel = (questions: string, rest = `fields: { mail: email }\n${results}`) => ({
  'time.funnel.yaml': `funnel: time\ntitle: Time\nquestions:\n${questions}${rest}`,
});
const problemsOf = (files: Readonly<Record<string, string>>) =>
  load(baseWith(files)).problems.map(
    ({ code, message, hint, line, column }) => `${line}:${column} ${code}: ${message} → ${hint}`,
  );

const mixed = funnel(
  `${plain('One?')}${plain('Two?')}  - { statement: Half of it, text: Go on., button: On }
${plain('Three?')}  - { name: name, question: Your name?, type: text, maxLength: 40, required: true }
  - { statement: 'Welcome, {{ name }}', when: "sum(answers) > 5" }
  - { name: team, question: 'A team, {{ name }}?', type: yes-no, required: true, points: 5 }
  - { statement: Almost there, when: team == 'yes', blocks: [{ type: list, items: [{ text: Last }] }] }
`,
);
const compiled = (files = mixed) => compiledFlow(load(baseWith(files)).site as never, 'time');
const visit = (files = mixed) => driveEngine(compiled(files), startAt(), async () => ({ output: {} }));

/** The screens of a visit that sends these events. */
async function screensOf(...events: readonly Parameters<Awaited<ReturnType<typeof visit>>['send']>[0][]) {
  const driver = await visit();
  const screens: string[] = [];
  for (const event of events) {
    expect(await driver.send(event), JSON.stringify([screens, event])).toBe(true);
    screens.push(screenOf(driver.session).id);
  }
  return screens;
}

const on = (name: string) => ({ type: 'on', name }) as const;
const next = (value: number) => ({ type: 'NEXT', value }) as const;
const submit = (values: Readonly<Record<string, string>>) => ({ type: 'SUBMIT', values }) as const;

test('statements are shown between questions, and Back goes through them', async () => {
  expect(problemsOf(mixed)).toEqual([]);
  const name = submit({ name: 'Ana' });
  const there = [
    on('begin'),
    next(5),
    next(0),
    on('next'),
    next(5),
    name,
    on('next'),
    submit({ team: 'yes' }),
  ] as const;
  expect(await screensOf(...there, on('next'))).toEqual([
    ...['questions.q1', 'questions.q2', 'questions-statement', 'questions-2.q3', 'questions-name'],
    ...['questions-statement-2', 'questions-team', 'questions-statement-3', 'form'],
  ]);
  const back = [on('back'), on('back'), on('back'), on('back'), { type: 'PREVIOUS' }, on('back')] as const;
  expect((await screensOf(...there, ...back)).slice(there.length)).toEqual([
    ...['questions-team', 'questions-statement-2', 'questions-name', 'questions-2.q3'],
    ...['questions-statement', 'questions.q2'],
  ]);
});

test('one whose condition does not hold is passed in both directions', async () => {
  const name = submit({ name: 'Ana' });
  const events = [
    on('begin'),
    next(5),
    next(0),
    on('next'),
    next(0),
    name,
    on('back'),
    name,
    submit({ team: 'no' }),
  ] as const;
  expect((await screensOf(...events)).slice(4)).toEqual([
    ...['questions-name', 'questions-team', 'questions-name', 'questions-team', 'form'],
  ]);
});

test('Back over what is not asked leads to the last question without a type', async () => {
  const files =
    funnel(`${plain('One?')}${plain('Two?')}  - { name: team, question: A team?, type: yes-no, required: true, when: sum(answers) > 5 }
  - { name: name, question: Your name?, type: text, maxLength: 40, required: true }
`);
  expect(problemsOf(files)).toEqual([]);
  const driver = await visit(files);
  for (const event of [on('begin'), next(5), next(0), on('back')]) await driver.send(event);
  expect(screenOf(driver.session).id).toBe('questions.q2');
});

test('they are no questions for the progress, and no part of what is sent', () => {
  const { site } = load(baseWith(mixed));
  const steps: Readonly<Record<string, unknown>> = site?.flows['time']?.steps ?? {};
  expect(steps['questions-statement']).toMatchObject({
    show: [
      { type: 'progress', from: 40, to: 40 },
      { type: 'text', title: 'Half of it' },
      { type: 'actions', actions: [{ send: 'back' }, { label: 'On', send: 'next' }] },
    ],
  });
  expect(steps['questions-statement']).not.toHaveProperty('titlePrefix');
  expect(JSON.stringify(steps['questions-statement'])).not.toContain('caption');
  expect(steps['questions-team']).toMatchObject({ show: [{ from: 100, to: 100 }, { type: 'form' }] });
  expect(steps['questions']).toMatchObject({ only: ['q1', 'q2'], show: [{ to: 60 }, {}] });
  expect(Object.keys(site?.intakes['time']?.input ?? {})).toContain('answers');
  expect(site?.forms['time-questions']?.fields.map(({ name }) => name)).toEqual(['name', 'team']);
  expect(site?.intakes['time']?.forms).toEqual(['time-questions', 'time']);
});

test('walks reach everything, and the long definitions are the same site', () => {
  const { goals, missed, errors } = findFlowPaths(compiled());
  const words = goals.filter(({ status }) => status !== 'reached').map(({ goal }) => goalWords(compiled().flow, goal));
  expect([words, missed, errors]).toEqual([[], [], []]);
  const { files, report } = expandFunnel(baseWith(mixed), 'time');
  expect(report.problems).toEqual([]);
  const long = load([...baseWith({}), ...files]);
  expect(long.problems).toEqual([]);
  expect(long.site?.flows['time']).toEqual(load(baseWith(mixed)).site?.flows['time']);
});

test.each([
  [
    'a condition above all questions',
    `  - { statement: Hm, when: 1 > 0 }\n${plain('One')}`,
    '4:22 question-shape: Nothing is asked above it that its condition could read. → Remove when:, or move it below a question.',
  ],
  [
    'statements only',
    '  - { statement: Hm }\n',
    '4:7 question-shape: Nothing is asked: there are statements only. → Add a question, or write what they say into blocks:.',
  ],
  [
    'a key of a question',
    `  - { statement: Hm, type: text }\n${plain('One')}`,
    '4:22 shape-unknown-key: A statement has no key type. → Allowed keys: statement, text, blocks, button, when.',
  ],
  [
    'a text with an unknown name',
    `  - { statement: 'Hi, {{ nam }}' }\n${plain('One')}`,
    '4:26 expression-unknown-name: There is no value called nam here.',
  ],
])('%s is a mistake at its place', (_, questions, problem) => {
  expect(problemsOf(funnel(questions))[0]).toContain(problem);
});

test('the question that sends the answers is the last', () => {
  const last =
    '  - { name: name, question: Your name?, type: text, maxLength: 9, required: true }\n  - { statement: Hm }\n';
  expect(problemsOf(funnel(last, ''))).toEqual([
    '5:7 question-shape: The last question sends all answers, so nothing is shown between it and what follows. → Move it above the last question, or write it into thanks: or results:.',
  ]);
  expect(problemsOf(funnel(`${plain('One')}  - { statement: Hm }\n`, results))).toEqual([]);
});

const flow = (steps: string) => ({
  'poll.flow.yaml': `flow: poll
page: frame
start: ask
data: { answers: { type: list, of: number, length: 2 } }
questions:
  poll:
    saveAs: answers
    items:
      - { id: one, question: One?, options: [${option(0, 'Never')}, ${option(5, 'Daily')}] }
      - { id: two, question: Two?, options: [${option(0, 'Never')}, ${option(5, 'Daily')}] }
steps:
${steps}  end: { title: 'End, {{ sum(answers) }}', show: [{ type: text, title: End }], final: true }
`,
});
const asks = (id: string, more: string, path = '') =>
  `  ${id}: { ${path}title: Poll, ask: poll, onEmpty: { toast: Choose }, onError: { toast: Again }, show: [{ type: question, next: Next, previous: Back, finish: Done }], ${more} }\n`;
const first = 'path: [/poll], search: hidden, ';

test('a long flow asks some questions of a set in a step, and the others in another', () => {
  const steps =
    asks('ask', 'only: [one], next: more', first) +
    asks('more', 'only: [two], on: { back: { to: ask, last: true } }, next: end');
  expect(problemsOf(flow(steps))).toEqual([]);
  expect(problemsOf(flow(steps.replace('on: { back: { to: ask, last: true } }, ', '')))[0]).toMatch(
    /question-shape: The button Back of its first question, two, leads nowhere/,
  );
  const left = asks('ask', 'only: [one], next: end', first);
  expect(problemsOf(flow(left))[0]).toMatch(/question-shape: No step asks the question two of the set poll/);
  const unknown = asks('ask', 'only: [one, tow], next: end', first);
  expect(problemsOf(flow(unknown)).join()).toContain('question-shape: The set poll has no question tow');
  const other = asks('ask', 'on: { leave: { to: end } }, next: end', first);
  expect(problemsOf(flow(other)).join()).toContain('step-mixed');
});

test('a set of a long flow has statements, too', () => {
  const written = flow(asks('ask', 'next: end', first))['poll.flow.yaml'].replace(
    '      - { id: two',
    '      - { statement: Half of it, text: Go on. }\n      - { id: two',
  );
  const { site, problems } = load(baseWith({ 'poll.flow.yaml': written }));
  expect(problems).toEqual([]);
  expect(Object.keys(site?.flows['poll']?.steps ?? {})).toEqual(['ask', 'ask-statement', 'ask-2', 'end']);
});
