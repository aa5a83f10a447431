import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compileCondition,
  compileExpression,
  evaluate,
  type Json,
  type Type,
} from '../../../engine/expressions/index.ts';

const absent = { optional: true, absent: 'nobody has answered' } as const;
const number: Type = { kind: 'number' };
const types: Readonly<Record<string, Type>> = {
  n: number,
  x: { ...number, ...absent },
  y: { ...number, ...absent },
  u: { kind: 'string', ...absent },
  plan: { kind: 'string' },
  f: { kind: 'bool', ...absent },
  b: { kind: 'bool' },
  xs: { kind: 'list', of: { ...number, ...absent }, length: 3 },
  r: { kind: 'record', fields: { k: number, g: { ...number, optional: true } }, ...absent },
};

const condition = (text: string) => {
  const compiled = compileCondition(text, types);
  if (!('code' in compiled)) throw new Error(`${text}: ${JSON.stringify(compiled.problems)}`);
  return compiled;
};

type Values = Readonly<Record<string, Json>>;
/** What a part is for some values; null for unknown. */
interface Part {
  readonly text: string;
  of(values: Values): Json;
}

const both = (parts: readonly Part[], of: (...all: never[]) => Json, values: Values): Json => {
  const all = parts.map((part) => part.of(values));
  return all.includes(null) ? null : of(...(all as never[]));
};
const join = (text: string, parts: readonly Part[], of: (...all: never[]) => Json): Part => ({
  text,
  of: (values) => both(parts, of, values),
});
const member = (values: Values, name: string): Json => (values['r'] as Record<string, Json> | null)?.[name] ?? null;
const name = (text: string): Part => ({ text, of: (values) => values[text] as Json });
const total = (values: Values): Json => {
  const items = values['xs'] as (number | null)[];
  return items.includes(null) ? null : (items as number[]).reduce((sum, item) => sum + item, 0);
};

const numbers: fc.Arbitrary<Part> = fc.oneof(
  fc.constantFrom<Part>(
    ...['n', 'x', 'y'].map(name),
    { text: '2', of: () => 2 },
    { text: 'r.k', of: (values) => member(values, 'k') },
    { text: 'r.g', of: (values) => member(values, 'g') },
    { text: 'xs[1]', of: ({ xs }) => (xs as Json[])[1] as Json },
    { text: 'sum(xs)', of: total },
    { text: 'default(x, 3)', of: ({ x }) => x ?? 3 },
  ),
  fc.constantFrom(['x', 'n'], ['x', 'y'], ['y', '2']).map(([a = '', b = '']) => {
    const second = b === '2' ? { text: '2', of: () => 2 } : name(b);
    return join(`(${a} + ${b})`, [name(a), second], (left: number, right: number) => left + right);
  }),
);

const compares: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

const atoms: fc.Arbitrary<Part> = fc.oneof(
  fc
    .tuple(numbers, fc.constantFrom(...Object.keys(compares)), numbers)
    .map(([a, operator, c]) => join(`${a.text} ${operator} ${c.text}`, [a, c], compares[operator] as never)),
  fc.constantFrom<Part>(
    { text: 'x == null', of: ({ x }) => x === null },
    { text: 'x != null', of: ({ x }) => x !== null },
    { text: 'null != y', of: ({ y }) => y !== null },
    { text: 'r != null', of: ({ r }) => r !== null },
    { text: 'has(r.g)', of: (values) => (values['r'] === null ? null : member(values, 'g') !== null) },
    { text: 'default(x, 0) > 2', of: ({ x }) => ((x as number | null) ?? 0) > 2 },
    join("u == 'a'", [name('u')], (u: string) => u === 'a'),
    join("u != 'a'", [name('u')], (u: string) => u !== 'a'),
    join("u in ['a', 'b']", [name('u')], (u: string) => ['a', 'b'].includes(u)),
    join("contains(u, 'a')", [name('u')], (u: string) => u.includes('a')),
    join('plan == u', [name('plan'), name('u')], (plan: string, u: string) => plan === u),
    { text: "plan != 'a'", of: ({ plan }) => plan !== 'a' },
    ...['f', 'b'].map(name),
  ),
);

const not = (value: Json): Json => (value === null ? null : !value);
const and = (a: Json, b: Json): Json => (a === false || b === false ? false : a === null || b === null ? null : true);

const conditions = fc.letrec<{ tree: Part }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atoms,
    tie('tree').map((part) => ({ text: `!(${part.text})`, of: (values: Values) => not(part.of(values)) })),
    fc.tuple(tie('tree'), tie('tree')).map(([a, c]) => ({
      text: `(${a.text}) && (${c.text})`,
      of: (values: Values) => and(a.of(values), c.of(values)),
    })),
    fc.tuple(tie('tree'), tie('tree')).map(([a, c]) => ({
      text: `(${a.text}) || (${c.text})`,
      of: (values: Values) => not(and(not(a.of(values)), not(c.of(values)))),
    })),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([a, c, d]) => ({
      text: `(${a.text}) ? (${c.text}) : (${d.text})`,
      of: (values: Values) => {
        const test = a.of(values);
        return test === null ? null : (test ? c : d).of(values);
      },
    })),
    fc.tuple(tie('tree'), fc.boolean()).map(([a, fallback]) => ({
      text: `default((${a.text}), ${fallback})`,
      of: (values: Values) => a.of(values) ?? fallback,
    })),
  ),
})).tree;

const maybe = <T extends Json>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2 });
const small = fc.integer({ min: 0, max: 4 });
const inputs: fc.Arbitrary<Values> = fc.record({
  ...{ n: small, x: maybe(small), y: maybe(small), u: maybe(fc.constantFrom('a', 'b', 'ca', '')) },
  ...{ plan: fc.constantFrom('a', 'b'), f: maybe(fc.boolean()), b: fc.boolean() },
  xs: fc.array(maybe(small), { minLength: 3, maxLength: 3 }),
  r: maybe(fc.record({ k: small, g: maybe(small) })),
});

test('a condition holds exactly where it is true in three-valued logic, and never fails', () => {
  const seen = { true: 0, false: 0, null: 0 };
  fc.assert(
    fc.property(conditions, inputs, (part, values) => {
      const expected = part.of(values);
      const { code } = condition(part.text);
      expect(evaluate(code, values), part.text).toBe(expected === true);
      // What it holds for is stated by the code itself, so that its negation is the rest.
      expect(evaluate(condition(`!default((${part.text}), false)`).code, values), part.text).toBe(expected !== true);
      seen[String(expected) as keyof typeof seen]++;
    }),
    { seed: 20261128, numRuns: Number(process.env['CONDITION_RUNS'] ?? 5000) },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});

test('a condition of which the value check accepts every part has the same code', () => {
  for (const text of [
    'n > 2',
    "plan != 'a'",
    'x == null || x > 2',
    'x != null && !(x > n)',
    "u == 'a'",
    "u in ['a', 'b'] && b",
    'default(x, 0) > 2 && !b',
    'x != null ? x > 2 : b',
    'b || n > 3 ? n > 1 : false',
  ]) {
    const value = compileExpression(text, types, { kind: 'bool' });
    expect(condition(text).code, text).toEqual('code' in value ? value.code : value.problems);
  }
});

describe('the guards of a condition', () => {
  test.each([
    ['x > 2', ['&&', ['!=', ['$', 'x'], null], ['>', ['$', 'x'], 2]]],
    ['!(x > 2)', ['&&', ['!=', ['$', 'x'], null], ['!', ['>', ['$', 'x'], 2]]]],
    ["!(u == 'a')", ['&&', ['!=', ['$', 'u'], null], ['!', ['==', ['$', 'u'], 'a']]]],
    ['f', ['&&', ['!=', ['$', 'f'], null], ['$', 'f']]],
    ['x + x > 2', ['&&', ['!=', ['$', 'x'], null], ['>', ['+', ['$', 'x'], ['$', 'x']], 2]]],
    ['default(x > 2, false)', ['&&', ['!=', ['$', 'x'], null], ['>', ['$', 'x'], 2]]],
    ['default(n > 2, false)', ['>', ['$', 'n'], 2]],
  ])('%s', (text, code) => {
    expect(condition(text).code).toEqual(code);
  });
});

describe('a negation that does not hold without a value is named', () => {
  test.each([
    ["u != 'a'", "u != 'a'", 'u', "u != 'a'"],
    ['b && !(x > 2)', '(x > 2)', 'x', '!(x > 2)'],
    ['!f', 'f', 'f', '!f'],
  ])('%s', (text, at, name, test) => {
    const [negation, ...others] = condition(text).negations;
    expect(others).toEqual([]);
    expect(negation).toMatchObject({ name, test });
    expect(text.slice(negation?.offset, (negation?.offset ?? 0) + (negation?.length ?? 0))).toBe(at);
  });

  test.each([
    "u == 'a'",
    'x > 2',
    'x == null || x != 2',
    'x != null && !(x > 2)',
    '!(x != 2)',
    '!default(x > 2, false)',
    "plan != 'a'",
  ])('not in %s', (text) => {
    expect(condition(text).negations).toEqual([]);
  });
});

test('a value still has to be there', () => {
  for (const text of ['x + 1', 'default(x + 1, 0)', 'x > 2'])
    expect(compileExpression(text, types)).toMatchObject({ problems: [{ code: 'expression-maybe-null' }] });
  expect(compileCondition('default(x + 1, 0) > 2', types)).toMatchObject({
    problems: [{ code: 'expression-maybe-null' }],
  });
});
