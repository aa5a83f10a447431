/** Computed values of a funnel in one file in conditions, jumps and results; the score in the texts of results. */
import { expect, test } from 'vitest';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { goalWords } from '../../../engine/walks/words.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, load } from './fixtures.ts';

const funnel = (text: string) => ({ 'time.funnel.yaml': `funnel: time\ntitle: Time\n${text}` });
const problemsOf = (text: string) =>
  load(baseWith(funnel(text))).problems.map(
    ({ code, message, hint, line, column }) => `${line}:${column} ${code}: ${message} → ${hint}`,
  );
const number = (name: string, more = '') =>
  `  - { name: ${name}, question: ${name}?, type: number, min: 0, max: 90, required: true${more} }\n`;
const yearly =
  "computed: { yearly: { value: 'default(hours, 0) * 52' }, size: { classify: yearly, ranges: { BIG: '>= 500', SMALL: otherwise } }, least: { lowest: { hours: 'default(hours, 0)', people: '5' } } }\n";
const fields = 'fields: { mail: email }\n';
const results = `results:
  big: { when: "size == 'BIG'", title: 'Big, {{ mail }}', text: '{{ yearly }} hours' }
  small: { title: Small, text: 'Only {{ yearly }}' }
`;

test('conditions, jumps and results read computed values of each kind', () => {
  const text = `questions:\n${number('hours', ', next: [{ when: yearly < 52, to: last }]')}${number('people', ", when: size == 'BIG'")}  - { statement: 'So many: {{ yearly }}', when: "least == 'people'" }
${number('last')}${yearly}${fields}${results}`;
  expect(problemsOf(text)).toEqual([]);
  const { site } = load(baseWith(funnel(text)));
  expect(Object.keys(site?.flows['time']?.computed ?? {})).toEqual(['yearly', 'size', 'least', 'result']);
  expect(site?.intakes['time']?.verify?.values).toEqual(['result']);
  const compiled = compiledFlow(site as never, 'time');
  const { goals, missed, errors } = findFlowPaths(compiled);
  expect(goals.filter(({ status }) => status !== 'reached').map(({ goal }) => goalWords(compiled.flow, goal))).toEqual(
    [],
  );
  expect([missed, errors]).toEqual([[], []]);
  const { files, report } = expandFunnel(baseWith(funnel(text)), 'time');
  expect(report.problems).toEqual([]);
  const long = load([...baseWith({}), ...files]);
  expect(long.problems).toEqual([]);
  expect(long.site?.flows['time']).toEqual(site?.flows['time']);
  expect(long.site?.forms).toEqual(site?.forms);
});

test.each([
  [
    'a condition of a question',
    `${number('people', ', when: yearly > 100')}${number('hours')}`,
    '4:93',
    'yearly reads hours, which is asked below, so it has no value yet.',
  ],
  [
    'its own answer',
    number('hours', ', when: yearly > 100'),
    '4:91',
    'yearly reads hours, which is answered here, so it has no value yet.',
  ],
  [
    'a jump',
    `${number('people', ', next: [{ when: yearly > 100, to: end }]')}${number('hours')}`,
    '4:102',
    'yearly reads hours, which is asked below, so it has no value yet.',
  ],
  [
    'a value that reads another',
    `${number('people', ", when: size == 'BIG'")}${number('hours')}`,
    '4:93',
    'size reads hours, which is asked below, so it has no value yet.',
  ],
  [
    'a statement',
    `${number('people')}  - { statement: Hm, when: hours > 5 }\n${number('hours')}`,
    '5:28',
    'hours is asked below, so it has no value yet.',
  ],
  [
    'a text',
    `${number('people')}  - { statement: 'So {{ yearly }}' }\n${number('hours')}`,
    '5:18',
    'yearly reads hours, which is asked below, so it has no value yet.',
  ],
  [
    'the score',
    `${number('hours')}  - { statement: Hm, when: score > 5 }\n${number('people')}`,
    '5:28',
    'score is known only after all questions, so it has no value yet.',
  ],
])('%s that reads a later answer is a mistake at its place', (_, questions, place, reason) => {
  expect(problemsOf(`questions:\n${questions}${yearly}${fields}${results}`)).toEqual([
    `${place} question-shape: ${reason} → Read answers from above, or move this below the question.`,
  ]);
});

test('a list of answers is complete below its last question', () => {
  const plain = (name: string) =>
    `  - { question: ${name}?, options: [{ value: 0, label: Never }, { value: 5, label: Daily }] }\n`;
  const score = 'results:\n  big: { from: 50, title: Big, text: T }\n  small: { title: Small, text: T }\n';
  expect(
    problemsOf(
      `questions:\n${plain('One')}  - { statement: Hm, when: sum(answers) > 3 }\n${plain('Two')}${fields}${score}`,
    ),
  ).toEqual([
    '5:28 question-shape: answers is complete only below the last question without a type, so it has no value yet. → Read answers from above, or move this below the question.',
  ]);
});

test('texts of results read the score and the most that it can be, in both units', () => {
  const text = (
    score: string,
  ) => `${score}questions:\n${number('hours', ', points: [{ upTo: 10, points: 3 }, { points: 8 }]')}${fields}results:
  high: { from: 5, title: 'You have {{ score }}', text: 'Of {{ maxScore }}.' }
  low: { title: Low, text: T }
`;
  for (const [score, most] of [
    ['score: points\n', 8],
    ['', 100],
  ] as const) {
    expect(problemsOf(text(score))).toEqual([]);
    const flow = load(baseWith(funnel(text(score)))).site?.flows['time'];
    expect(flow?.computed?.['maxScore']).toEqual({ value: most });
    expect(flow?.texts).toBeUndefined();
    expect(JSON.stringify(flow?.steps['result'])).toContain('"when":');
  }
});

test('mistakes of results are placed where they are written', () => {
  const questions = `questions:\n${number('hours')}`;
  const last =
    'results:\n  big: { when: hours > 3, title: B, text: T }\n  small: { when: hours > 1, title: S, text: T }\n';
  expect(problemsOf(questions + fields + last)).toContain(
    '8:12 funnel-shape: small is the last result, so it is for all visitors that are left and has no when:. → Remove when: here, or add a result for all others below it.',
  );
  const none = 'results:\n  big: { title: B, text: T }\n  small: { title: S, text: T }\n';
  expect(problemsOf(questions + fields + none)[0]).toMatch(
    /Add from: with its lowest score, or when: with its condition\.$/,
  );
  const unknown = 'results:\n  big: { when: hour > 3, title: B, text: T }\n  small: { title: S, text: T }\n';
  expect(problemsOf(questions + fields + unknown)[0]).toMatch(/^7:10 expression-unknown-name: .*hour/);
  const noPoints = 'results:\n  big: { from: 3, title: B, text: T }\n  small: { title: S, text: T }\n';
  expect(problemsOf(questions + fields + noPoints)[0]).toContain('No answer has points');
});
