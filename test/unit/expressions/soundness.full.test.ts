import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compileExpression,
  ExpressionError,
  evaluate,
  isAssignable,
  typeOf,
} from '../../../engine/expressions/index.ts';
import { inputs, print, trees, types } from './random-expression.ts';

test('an expression that passes the check never meets a wrong type, a null or an unknown name', () => {
  let accepted = 0;
  let valued = 0;
  fc.assert(
    fc.property(trees(false), inputs, (tree, values) => {
      const compiled = compileExpression(print(tree, 'ours'), types);
      if (!('code' in compiled)) return;
      accepted++;
      try {
        const value = evaluate(compiled.code, values);
        valued++;
        expect(
          isAssignable(typeOf(value), compiled.type),
          `${JSON.stringify(value)} is not ${JSON.stringify(compiled.type)}`,
        ).toBe(true);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        // Errors that depend on the values: the length of a list, the keys of a map, a divisor, a fraction as index.
        const allowed = ['divide-by-zero', 'index-out-of-range', 'missing-key'];
        if (error.message !== 'an index must be a whole number') expect(allowed, error.message).toContain(error.code);
      }
    }),
    { seed: 20261120, numRuns: 6000 },
  );
  expect(accepted).toBeGreaterThan(1500);
  expect(valued).toBeGreaterThan(1000);
}, 120_000);

const divisors = [
  'n',
  'n - m',
  'n + 1',
  'n * m',
  'max(n, 1)',
  'max(n, m)',
  'min(n, 2)',
  'default(o, 0)',
  'default(o, 1)',
  'floor(n)',
  '-n',
  'l',
  'l * n',
  'o',
];
const tests = [
  'n != 0',
  'n > m',
  'n == m',
  'n + 1 > 0',
  'n * m >= 1',
  'default(o, 0) > 0',
  'default(o, 1) > 0',
  'o != null',
  'n >= 1',
  'm >= 0',
  'n < 0',
  'o == 0',
  'floor(n) > 0',
];

test('a division that passes the check is never by 0', () => {
  const names = { n: { kind: 'number' }, m: { kind: 'number' }, l: { kind: 'number', least: 1 } } as const;
  const known = { ...names, o: { kind: 'number', optional: true } } as const;
  const condition = fc
    .tuple(fc.constantFrom(...tests), fc.constantFrom(' && ', ' || '), fc.constantFrom(...tests), fc.boolean())
    .map(([a, operator, b, isNegated]) => (isNegated ? `!(${a}${operator}${b})` : `${a}${operator}${b}`));
  const number = fc.constantFrom(-2, -1, -0.5, 0, 0.5, 1, 2, 3, 1e-300);
  let accepted = 0;
  fc.assert(
    fc.property(
      ...[condition, fc.constantFrom(...divisors), fc.constantFrom(...divisors)],
      ...[number, number, fc.constantFrom(1, 1.5, 7), fc.option(number)],
      (test: string, a: string, b: string, n: number, m: number, l: number, o: number | null) => {
        const compiled = compileExpression(`${test} ? 1 / (${a}) : percent(1, ${b})`, known, undefined, {
          total: true,
        });
        if (!('code' in compiled)) return;
        accepted++;
        evaluate(compiled.code, { n, m, l, o });
      },
    ),
    { seed: 20261127, numRuns: Number(process.env['DIVISION_RUNS'] ?? 5000) },
  );
  expect(accepted).toBeGreaterThan(100);
});

test('any text gives code or problems within the text, and never throws', () => {
  const piece = fc.constantFrom(
    ...'()[]{}.,:?|&!=<>+-*/%\'"\\ ',
    'a',
    'n',
    '1',
    '1.5',
    'in',
    'has',
    '&&',
    '||',
    '==',
    'xs',
    'r',
    'size',
    'null',
    'é',
    '😀',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
        fc.string(),
      ),
      (text) => {
        const compiled = compileExpression(text, types);
        if ('code' in compiled) return;
        expect(compiled.problems.length).toBeGreaterThan(0);
        for (const { offset, length } of compiled.problems) {
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(offset + length).toBeLessThanOrEqual(text.length);
        }
      },
    ),
    { seed: 7, numRuns: 3000 },
  );
});
