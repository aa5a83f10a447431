/** Jumps of questions as the conditions of the questions that they skip. */
import { expect, test } from 'vitest';
import { type PlacedAsked, withJumps } from '../../../engine/load/short/jumps.ts';
import { textOf } from '../../../engine/load/source/origins.ts';

type Asked = Readonly<Record<string, unknown>>;

/** The conditions of questions, by name. */
function conditionsOf(questions: readonly Asked[]): Record<string, string> {
  const placed = questions.map((question, index) => ({ question, path: ['questions', index] }));
  const entries = withJumps(placed as unknown as readonly PlacedAsked[]).map(({ question }) => {
    expect(question).not.toHaveProperty('next');
    return [question.name, question.when === undefined ? '' : textOf(question.when)];
  });
  return Object.fromEntries(entries);
}

test.for<readonly [what: string, questions: readonly Asked[], conditions: Record<string, string>]>([
  ['none', [{ name: 'a' }, { name: 'b', when: 'x' }], { a: '', b: 'x' }],
  ['to the next question', [{ name: 'a', next: [{ when: 'x', to: 'b' }] }, { name: 'b' }], { a: '', b: '' }],
  [
    'over a question',
    [{ name: 'a', next: [{ when: 'x', to: 'c' }] }, { name: 'b' }, { name: 'c' }],
    { a: '', b: '(!default((x), false))', c: '' },
  ],
  [
    'over a question with a condition',
    [{ name: 'a', next: [{ when: 'x', to: 'c' }] }, { name: 'b', when: 'y' }, { name: 'c' }],
    { a: '', b: '(y) && (!default((x), false))', c: '' },
  ],
  [
    'from a question with a condition',
    [{ name: 'a', when: 'y', next: [{ when: 'x', to: 'c' }] }, { name: 'b' }, { name: 'c' }],
    { a: 'y', b: '(!default((y) && (x), false))', c: '' },
  ],
  [
    'in any case',
    [{ name: 'a', next: [{ to: 'c' }] }, { name: 'b' }, { name: 'c' }],
    { a: '', b: '(!default((true), false))', c: '' },
  ],
  [
    'by the second way',
    [{ name: 'a', next: [{ when: 'x', to: 'b' }, { to: 'c' }] }, { name: 'b' }, { name: 'c' }],
    { a: '', b: '(!default((!default(x, false)) && (true), false))', c: '' },
  ],
  [
    'by a way after one without a condition',
    [{ name: 'a', next: [{ to: 'b' }, { when: 'x', to: 'c' }] }, { name: 'b' }, { name: 'c' }],
    { a: '', b: '(!default((!default(true, false)) && (x), false))', c: '' },
  ],
  [
    'to the end',
    [{ name: 'a', next: [{ when: 'x', to: 'end' }] }, { name: 'b' }, { name: 'c' }],
    { a: '', b: '(!default((x), false))', c: '(!default((x), false))' },
  ],
  ['to an unknown question', [{ name: 'a', next: [{ when: 'x', to: 'z' }] }, { name: 'b' }], { a: '', b: '' }],
  [
    'from a question that may be skipped',
    [
      { name: 'a', next: [{ when: 'x', to: 'c' }] },
      { name: 'b', next: [{ when: 'y', to: 'd' }] },
      { name: 'c' },
      { name: 'd' },
    ],
    { a: '', b: '(!default((x), false))', c: '(!default((!default((x), false)) && (y), false))', d: '' },
  ],
])('%s', ([, questions, conditions]) => {
  expect(conditionsOf(questions)).toEqual(conditions);
});

test('to a question of which only the fields have names', () => {
  const questions = [{ name: 'a', next: [{ when: 'x', to: 'c' }] }, { name: 'b' }, { fields: { c: {}, d: {} } }];
  expect(conditionsOf(questions)).toMatchObject({ b: '(!default((x), false))' });
});
