/** The conformance checks of google/cel-spec: where the language agrees with CEL, and where it differs on purpose. */
import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js';
import {
  getConformanceSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { expect, test } from 'vitest';
import type { Node } from '../../../engine/expressions/ast.ts';
import { signatureOf } from '../../../engine/expressions/catalogue.ts';
import { compile } from '../../../engine/expressions/compile.ts';
import { ExpressionError, evaluate, type Json } from '../../../engine/expressions/index.ts';
import { parse } from '../../../engine/expressions/parser.ts';
import { SyntaxProblem } from '../../../engine/expressions/problems.ts';
import { canonicalJson } from '../../../engine/values/canonical-json.ts';

/**
 * The parts of the suite about values that this language has; the others need protobuf messages, types or namespaces.
 */
// biome-ignore format: a list
const parts = [
  'basic', 'comparisons', 'fields', 'fp_math', 'integer_math', 'lists', 'logic', 'macros', 'parse', 'plumbing', 'string', 'string_ext',
];

/** Checks with another result, with the row of engine/expressions/README.md that gives the reason. */
const departures: Record<string, string> = {
  'comparisons/eq_literal/not_eq_double_nan': 'division by zero is an error',
  'comparisons/ne_literal/ne_double_nan': 'division by zero is an error',
  'comparisons/ne_literal/not_ne_double_nan': 'division by zero is an error',
  'fp_math/fp_math/divide_zero': 'division by zero is an error',
  'fp_math/fp_math/fp_overflow_negative': 'overflow is an error',
  'fp_math/fp_math/fp_overflow_positive': 'overflow is an error',
  'fp_math/fp_math/mod_not_support': 'one number type',
  'fields/qualified_identifier_resolution/ident_with_longest_prefix_check': 'a name has no dots',
  'fields/qualified_identifier_resolution/map_field_select': 'a name has no dots',
  'fields/qualified_identifier_resolution/qualified_ident': 'a name has no dots',
  'fields/qualified_identifier_resolution/qualified_identifier_resolution_unchecked': 'a name has no dots',
  'string_ext/join/empty_separator': 'join needs its separator',
  'string_ext/join/empty_string_empty_separator': 'join needs its separator',
  'string_ext/trim/unicode_no_trim': 'the white space of trim',
  'string_ext/trim/unicode_space_chars_1': 'the white space of trim',
};

class NotJson extends Error {}

function jsonOf({ kind }: Value): Json {
  switch (kind.case) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'stringValue':
      return kind.value;
    case 'doubleValue':
    case 'int64Value':
    case 'uint64Value':
      return Number(kind.value);
    case 'listValue':
      return kind.value.values.map(jsonOf);
    case 'mapValue':
      return Object.fromEntries(
        kind.value.entries.map(({ key, value }) => [String(jsonOf(key as Value)), jsonOf(value as Value)]),
      );
    default:
      throw new NotJson(kind.case);
  }
}

const callsIn = (node: unknown): string[] =>
  typeof node !== 'object' || node === null
    ? []
    : [
        ...((node as Partial<Node>).kind === 'call' ? [(node as { name: string }).name] : []),
        ...Object.values(node).flatMap(callsIn),
      ];

/** The tree, or null when the check uses syntax that the language does not have. */
function covered(text: string): Node | null {
  try {
    const node = parse(text);
    return callsIn(node).every((name) => signatureOf(name) !== undefined) ? node : null;
  } catch (error) {
    if (error instanceof SyntaxProblem) return null;
    throw error;
  }
}

function answer(node: Node, values: Record<string, Json>): string {
  try {
    return canonicalJson(evaluate(compile(node).code, values));
  } catch (error) {
    if (error instanceof ExpressionError) return 'error';
    throw error;
  }
}

/** CEL's result of a check: canonical JSON, or `error`. */
function expected({ original }: IncrementalTest): string {
  const { case: kind, value } = original.resultMatcher;
  if (kind === undefined) return 'true';
  if (kind === 'value') return canonicalJson(jsonOf(value));
  if (kind === 'typedResult') return canonicalJson(jsonOf(value.result as Value));
  return 'error';
}

const checksOf = (suite: IncrementalTestSuite, path: string): [string, IncrementalTest][] => [
  ...suite.tests.map((each): [string, IncrementalTest] => [`${path}/${each.original.name || each.name}`, each]),
  ...suite.suites.flatMap((each) => checksOf(each, `${path}/${each.name}`)),
];

test('agrees with google/cel-spec except for the differences in the guide’s table', () => {
  const differing: Record<string, string> = {};
  let agreeing = 0;
  for (const suite of getConformanceSuite().suites.filter(({ name }) => parts.includes(name)))
    for (const [name, check] of checksOf(suite, suite.name)) {
      const node = covered(check.original.expr);
      // A container resolves bare names to longer ones; this language has no namespaces.
      if (node === null || check.original.container !== '') continue;
      try {
        const values = Object.fromEntries(
          Object.entries(check.original.bindings).map(([key, { kind }]) => [key, jsonOf(kind.value as Value)]),
        );
        const [ours, theirs] = [answer(node, values), expected(check)];
        if (ours === theirs) agreeing += 1;
        else differing[name] = `${check.original.expr} gives ${ours}, in CEL ${theirs}`;
      } catch (error) {
        if (!(error instanceof NotJson)) throw error;
      }
    }
  const unexplained = Object.entries(differing).filter(([name]) => !Object.hasOwn(departures, name));
  expect(Object.fromEntries(unexplained)).toEqual({});
  expect(Object.keys(differing).sort()).toEqual(Object.keys(departures).sort());
  // A parser that accepts less would silently skip checks.
  expect(agreeing).toBeGreaterThanOrEqual(350);
});
