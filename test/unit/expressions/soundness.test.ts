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
