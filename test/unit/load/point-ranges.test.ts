/** Points by ranges of a number. */
import { expect, test } from 'vitest';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, load } from './fixtures.ts';

const funnel = (field: string) => ({
  'time.funnel.yaml': `funnel: time
title: Time
score: points
questions:
  - { name: hours, question: How many?, required: true, ${field} }
fields: { mail: email }
results:
  high: { from: 5, title: High, text: The text }
  low: { title: Low, text: The text }
`,
});
const load_ = (field: string) => load(baseWith(funnel(field)));
const problemsOf = (field: string) =>
  load_(field).problems.map(({ code, message, line, column }) => `${line}:${column} ${code}: ${message}`);
const scoreOf = (field: string) => JSON.stringify(load_(field).site?.flows['time']?.computed?.['score']);

const three = 'points: [{ upTo: 10, points: 0 }, { upTo: 50, points: 5 }, { points: 10 }]';

test.each([
  ['type: number, min: 0', '10'],
  ['type: number, min: 0, max: 100, decimals: 1', '10'],
  ['type: slider, max: 80', '10'],
  ['type: currency', '1000'],
])('%s: an answer has the points of its range, and none without an answer', (type, first) => {
  expect(problemsOf(`${type}, ${three}`)).toEqual([]);
  expect(scoreOf(`${type}, ${three}`)).toContain(`["<=",["default",["$","hours"],0],${first}],0`);
  const { goals, missed, errors } = findFlowPaths(compiledFlow(load_(`${type}, ${three}`).site as never, 'time'));
  expect(goals.filter(({ status }) => status !== 'reached')).toEqual([]);
  expect([missed, errors]).toEqual([[], []]);
});

test.each(['scale', 'rating', 'nps'])('a %s has points of each step, or of ranges up to its highest', (type) => {
  const top = type === 'nps' ? 10 : 5;
  expect(problemsOf(`type: ${type}, points: 2`)).toEqual([]);
  expect(problemsOf(`type: ${type}, points: [{ upTo: 3, points: 0 }, { points: 5 }]`)).toEqual([]);
  expect(problemsOf(`type: ${type}, points: [{ upTo: 3, points: 0 }, { upTo: ${top}, points: 5 }]`)).toEqual([]);
});

test.each([
  [
    'type: number',
    '[{ upTo: 10, points: 0 }, { upTo: 50, points: 5 }]',
    'No range has the numbers above 50. Remove upTo: here, or add a range without it, such as { points: 0 }.',
  ],
  [
    'type: number',
    '[{ upTo: 50, points: 0 }, { upTo: 10, points: 5 }, { points: 9 }]',
    'This range overlaps the one above it, which ends at 50. Write a number above 50, or order the ranges from the lowest.',
  ],
  [
    'type: number',
    '[{ upTo: 10, points: 0 }, { upTo: 10, points: 5 }, { points: 9 }]',
    'This range overlaps the one above it, which ends at 10. Write a number above 10, or order the ranges from the lowest.',
  ],
  [
    'type: number',
    '[{ points: 9 }, { upTo: 10, points: 5 }]',
    'Without upTo this range has all numbers, so the ones below it overlap it. Add upTo: with its highest number, or move it to the end.',
  ],
  [
    'type: number, min: 18',
    '[{ upTo: 10, points: 0 }, { points: 5 }]',
    'No answer is in this range: min is 18. Remove it, or write a number from 18 on.',
  ],
  [
    'type: number, max: 40',
    '[{ upTo: 40, points: 0 }, { points: 5 }]',
    'No answer is in this range: max is 40, and the range above it ends at 40. Remove it, or lower that upTo.',
  ],
  [
    'type: number, max: 40',
    '[{ upTo: 10, points: 0 }, { upTo: 50, points: 5 }]',
    'No answer is above 40 (max). Write upTo: 40, or remove upTo: from the last range.',
  ],
  [
    'type: nps',
    '[{ upTo: 6, points: 0 }, { upTo: 8, points: 5 }]',
    'No range has the numbers above 8. Remove upTo: here, or add a range without it, such as { points: 0 }.',
  ],
  ['type: scale', '[{ upTo: 2.5, points: 0 }, { points: 5 }]', 'The answers are whole numbers. Write upTo: 2.'],
  [
    'type: yes-no',
    '[{ upTo: 2, points: 0 }, { points: 5 }]',
    'Ranges of points are for numbers, and a yes-no is none. Write points: at its options.',
  ],
  [
    'type: number',
    '2',
    'The points of a number are those of its ranges. Write points: [{ upTo: 10, points: 0 }, { points: 2 }].',
  ],
])('%s with %s is a mistake at its place', (type, points, message) => {
  const [problem = '', ...others] = problemsOf(`${type}, points: ${points}`);
  expect(others).toEqual([]);
  expect(problem).toContain(`field-options: ${message}`);
  expect(problem).toMatch(/^5:/);
});

test('a form of its own has the same words and mistakes', () => {
  const form = (points: string) =>
    load(
      baseWith({
        'more.form.yaml': `form: more\nfields:\n  age: { type: number, label: Age, points: ${points} }\n`,
      }),
    ).problems.flatMap(({ code, message, line }) => (code === 'field-options' ? [`${line} ${message}`] : []));
  expect(form('[{ upTo: 10, points: 0 }, { points: 5 }]')).toEqual([]);
  expect(form('[{ upTo: 10, points: 0 }, { upTo: 5, points: 5 }, { points: 7 }]')).toEqual([
    '3 This range overlaps the one above it, which ends at 10. Write a number above 10, or order the ranges from the lowest.',
  ]);
});
