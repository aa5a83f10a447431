/** Screens between questions that only show something. */
import { expect, test } from 'vitest';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { goalWords } from '../../../engine/walks/words.ts';
import { screenOf } from '../../../engine/session/session.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, load } from './fixtures.ts';

const option = (value: number, label: string) => `{ value: ${value}, label: ${label} }`;
const plain = (question: string) => `  - { question: ${question}, options: [${option(0, 'Never')}, ${option(5, 'Daily')}] }\n`;
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
  const there = [on('begin'), next(5), next(0), on('next'), next(5), name, on('next'), submit({ team: 'yes' })] as const;
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
  const events = [on('begin'), next(5), next(0), on('next'), next(0), name, on('back'), name, submit({ team: 'no' })] as const;
  expect((await screensOf(...events)).slice(4)).toEqual([
    ...['questions-name', 'questions-team', 'questions-name', 'questions-team', 'form'],
  ]);
});

test('they are no questions for the progress, and no part of what is sent', () => {
  const { site } = load(baseWith(mixed));
  const { steps } = site?.flows['time'] ?? { steps: {} };
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
  expect(site?.forms['time']?.fields.map(({ name }) => name)).toEqual(['name', 'team', 'mail']);
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
