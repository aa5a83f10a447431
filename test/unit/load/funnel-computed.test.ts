/** Values that a funnel in one file computes from its answers. */
import { expect, test } from 'vitest';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { baseWith, load } from './fixtures.ts';

const questions = `questions:
  - { name: hours, question: How many hours a week?, type: number, required: true, min: 0, max: 80 }
  - { name: mail, question: Where?, type: email, required: true }
`;
const computed = "computed: { yearly: { value: 'default(hours, 0) * 52' }, days: { value: 'yearly / 8' } }\n";
const thanks = "thanks: { title: Thanks, lead: 'You need {{ yearly }} hours, or {{ days }} days.' }\n";
const funnel = (rest: string) => ({ 'time.funnel.yaml': `funnel: time\ntitle: Time\n${rest}` });
const problemsOf = (rest: string) =>
  load(baseWith(funnel(rest))).problems.map(
    ({ code, message, line, column }) => `${line}:${column} ${code}: ${message}`,
  );

test('texts read what is computed, and the long definitions compute it too', () => {
  const files = baseWith(funnel(questions + computed + thanks));
  const { site, problems } = load(files);
  expect(problems).toEqual([]);
  expect(Object.keys(site?.flows['time']?.computed ?? {})).toEqual(['yearly', 'days']);
  const { files: long } = expandFunnel(files, 'time');
  expect(load([...baseWith({}), ...long]).site?.flows['time']).toEqual(site?.flows['time']);
});

test('mistakes are placed where they are written', () => {
  expect(problemsOf(`${questions}computed: { yearly: { value: 'hour * 52' } }\n`)[0]).toMatch(
    /^6:31 expression-unknown-name/,
  );
  expect(problemsOf(`fields: { mail: email }\n${computed}`)).toEqual([
    '4:1 funnel-shape: computed: has no effect without questions:.',
  ]);
  const results = 'results: { high: { from: 50, title: High, text: H }, low: { title: Low, text: L } }\n';
  const scored = questions.replace('type: number', 'type: scale, points: 2').replace(', min: 0, max: 80', '');
  expect(problemsOf(`${scored}computed: { score: { value: 'hours' } }\n${results}`)).toEqual([
    '6:13 funnel-shape: The score of the results has this name.',
  ]);
});
