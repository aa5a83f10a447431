import { type CelResult, celEnv, isCelError, isCelList, isCelMap, parse as parseCel, plan } from '@bufbuild/cel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Code, Json, Scope } from '../../../engine/expressions/code.ts';
import { compile } from '../../../engine/expressions/compile.ts';
import { ExpressionError, evaluate } from '../../../engine/expressions/index.ts';
import { parse } from '../../../engine/expressions/parser.ts';
import { canonicalJson } from '../../../engine/values/canonical-json.ts';
import { inputs, print, trees } from './random-expression.ts';

const CASES = 8000;
const env = celEnv();

function fromCel(value: CelResult): Json {
  if (isCelList(value)) return [...value].map(fromCel);
  if (isCelMap(value)) return Object.fromEntries([...value].map(([key, field]) => [String(key), fromCel(field)]));
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value;
  throw new Error(`CEL gave ${typeof value}`);
}

function celOutcome(text: string, values: Record<string, Json>): string {
  const result = plan(env, parseCel(text))(values as never);
  return isCelError(result) ? 'error' : canonicalJson(fromCel(result));
}

function ourOutcome(code: Code, scope: Scope): string {
  try {
    return canonicalJson(evaluate(code, scope));
  } catch (error) {
    if (error instanceof ExpressionError) return 'error';
    throw error;
  }
}

test(`gives the result of CEL, including errors, for ${CASES} generated expressions`, () => {
  const seen = { error: 0, value: 0 };
  fc.assert(
    fc.property(trees(true), inputs, (tree, values) => {
      const node = parse(print(tree, 'ours'));
      const expected = celOutcome(print(tree, 'cel'), values);
      // Without the type check, so that type errors at run time are compared as well.
      expect(ourOutcome(compile(node).code, values)).toBe(expected);
      expect(ourOutcome(compile(node, { constants: values }).code, {})).toBe(expected);
      seen[expected === 'error' ? 'error' : 'value']++;
    }),
    { seed: 20261120, numRuns: CASES },
  );
  // The comparison is meaningless unless the generator reaches both outcomes.
  expect(seen.value).toBeGreaterThan(CASES / 3);
  expect(seen.error).toBeGreaterThan(CASES / 20);
}, 120_000);
