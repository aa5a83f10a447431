/** The values that code can have. */
import { expect, test } from 'vitest';
import { domainsOf } from '../../../engine/decide/domains.ts';
import { outcomesOf } from '../../../engine/decide/outcomes.ts';
import { compileExpression, type Types } from '../../../engine/expressions/index.ts';

const yesNo = { kind: 'enum', values: ['yes', 'no'], optional: true } as const;
const points = { kind: 'some', values: [0, 5, 10] } as const;
const types: Types = {
  ...Object.fromEntries('abcdefghij'.split('').map((name) => [name, yesNo])),
  hours: { kind: 'number', optional: true, accepted: { kind: 'numbers', least: 0 } },
  answers: {
    kind: 'list',
    of: { kind: 'number' },
    length: 3,
    accepted: { kind: 'row', items: [points, points, points] },
  },
  text: { kind: 'string' },
};

const outcomes = (text: string): unknown => {
  const compiled = compileExpression(text, types, undefined, {});
  if (!('code' in compiled)) throw new Error(compiled.problems[0]?.message);
  const found = outcomesOf(compiled.code, domainsOf(types));
  return found === null ? null : [...found].sort((one, other) => (Number(one) || 0) - (Number(other) || 0));
};

const each = (name: string, value: number) => `(default(${name}, '') == 'yes' ? ${value} : 0)`;

test.each([
  [
    'a sum of ten answers',
    'abcdefghij'
      .split('')
      .map((name) => each(name, 1))
      .join(' + '),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  ],
  ['a sum of answers and a number', `${each('a', 3)} + ${each('b', 3)} + 1`, [1, 4, 7]],
  ['an answer that counts twice', `${each('a', 3)} + ${each('a', 2)} + ${each('b', 1)}`, [0, 1, 5, 6]],
  ['ranges of a number without an end', 'hours == null ? 0 : default(hours, 0) <= 5 ? 10 : 3', [0, 3, 10]],
  ['a percentage', 'percent(sum(answers), 30)', [0, 17, 33, 50, 67, 83, 100]],
  ['two answers of a list', 'answers[0] * answers[1]', [0, 25, 50, 100]],
  ['a list and one of its answers', 'sum(answers) > 25 ? answers[0] : -1', [-1, 10]],
  ['a text of three', "text == 'x' ? 1 : text == 'y' ? 2 : 3", [1, 2, 3]],
])('%s', (_, text, wanted) => expect(outcomes(text)).toEqual(wanted));

test.each([
  ['a number without an end', 'default(hours, 0) * 52'],
  ['a list', 'answers'],
  ['a part of a text', 'size(text) + 1'],
])('are not known of %s', (_, text) => expect(outcomes(text)).toBe(null));
