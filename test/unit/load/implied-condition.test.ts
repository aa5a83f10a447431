/** Whether one condition holds only where another one holds. */
import { expect, test } from 'vitest';
import { implies } from '../../../engine/load/check/implication.ts';

test.each([
  ['a == 1', 'a == 1', true],
  ['a  ==  1', 'a == 1', true],
  ['a == 1 && b == 2', 'a == 1', true],
  ['a == 1 && b == 2', 'b == 2', true],
  ['a == 1 && b == 2 && c == 3', 'c == 3 && a == 1', true],
  ['(a == 1 && b == 2) && c == 3', 'a == 1 && c == 3', true],
  ['a == 1', 'a == 1 && b == 2', false],
  ['a == 1 && c == 3', 'a == 1 && b == 2', false],
  ['a == 1 || b == 2', 'a == 1', false],
  ['a == 1', 'a == 1 || b == 2', false],
  ['a == 1', 'b == 2', false],
  ['a ==', 'a ==', true],
  ['a ==', 'b ==', false],
  ['a == 1', 'b ==', false],
  ['a ==', 'b == 1', false],
])('%s implies %s: %s', (condition, other, wanted) => {
  expect(implies(condition, other)).toBe(wanted);
});
