/** Operators as other languages write them. */
import { expect, test } from 'vitest';
import { compileExpression } from '../../../engine/expressions/index.ts';

const types = { a: { kind: 'bool' }, b: { kind: 'bool' }, n: { kind: 'number' } } as const;

test.each<readonly [string, string]>([
  ...['a AND b', 'a and b', 'a And b', 'a & b'].map((text) => [text, '&&'] as const),
  ...['a OR b', 'a or b', 'a | | b'].map((text) => [text, '||'] as const),
  ...['NOT a', 'not a', 'Not a', 'a && NOT b', 'NOT (a && b)', 'not(a)', 'a && not(b)'].map(
    (text) => [text, '!'] as const,
  ),
  ...['n = 1', 'n IS 1', 'n is 1', 'n === 1', 'n EQUALS 1', 'a && n = 1'].map((text) => [text, '=='] as const),
  ...['n <> 1', 'n !== 1', 'n ≠ 1', 'n is not 1'].map((text) => [text, '!='] as const),
  ['n ≥ 1', '>='],
  ['n => 1', '>='],
  ['n ≤ 1', '<='],
  ['n =< 1', '<='],
  ['a == True', 'true'],
  ['a == FALSE', 'false'],
  ['n == NULL', 'null'],
  ['n == None', 'null'],
  ['n == nil', 'null'],
])('%s → %s', (text, instead) => {
  const { problems } = compileExpression(text, types);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.hint).toMatch(new RegExp(`(?<![=!<>&|])${instead.replace(/[|]/g, '\\|')}(?![=!<>&|])`));
});
