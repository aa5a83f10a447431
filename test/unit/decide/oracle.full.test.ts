/** Compares what is decided about random conditions with Z3. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type Arith, type Bool, type Context, init, type Seq } from 'z3-solver';
import { domainsOf, sumsOf } from '../../../engine/decide/domains.ts';
import { possibility } from '../../../engine/decide/possibility.ts';
import type { Code, Json } from '../../../engine/expressions/code.ts';
import type { Domain } from '../../../engine/expressions/domain.ts';
import { compileCondition, type Type, type Types } from '../../../engine/expressions/index.ts';

const runs = Number(process.env['CONDITION_RUNS'] ?? 400);
const seed = Number(process.env['CONDITION_SEED'] ?? 41);

const { Context: createContext, em } = await init();
const z3 = createContext('main') as Context<'main'>;
// Otherwise its threads keep the process alive.
afterAll(() => em.PThread.terminateAllThreads());

const absent = { optional: true, absent: 'nobody has answered' } as const;

interface Random {
  readonly types: Types;
  readonly text: string;
}

const labels = ['a', 'b', 'c', 'd'];
const quarter = (least: number, most: number) =>
  fc.integer({ min: least * 4, max: most * 4 }).map((value) => value / 4);

const optionally = (type: Type): fc.Arbitrary<Type> =>
  fc.boolean().map((isMissing) => (isMissing ? { ...type, ...absent } : type));

const numberType: fc.Arbitrary<Type> = fc
  .record({
    least: fc.integer({ min: -6, max: 6 }),
    size: fc.integer({ min: 0, max: 3_000 }),
    step: fc.constantFrom(undefined, 1, 2, 0.5),
    ends: fc.constantFrom('both', 'least', 'most', 'none'),
  })
  .map(
    ({ least, size, step, ends }): Type => ({
      kind: 'number',
      accepted: {
        kind: 'numbers',
        ...(ends === 'both' || ends === 'least' ? { least } : {}),
        ...(ends === 'both' || ends === 'most' ? { most: least + size } : {}),
        ...(step === undefined ? {} : { step }),
      },
    }),
  );

const textType: fc.Arbitrary<Type> = fc
  .constantFrom<Domain>({ kind: 'texts' }, { kind: 'texts', longest: 3 }, { kind: 'texts', shortest: 2, longest: 4 })
  .map((accepted) => ({ kind: 'string', accepted }));

const choicesType: fc.Arbitrary<Type> = fc
  .record({ count: fc.integer({ min: 2, max: 4 }), most: fc.constantFrom(undefined, 1, 2) })
  .map(({ count, most }): Type => {
    const values = labels.slice(0, count);
    const accepted: Domain = { kind: 'choices', of: values, ...(most === undefined ? {} : { most }) };
    return { kind: 'list', of: { kind: 'enum', values }, accepted };
  });

const rowType: fc.Arbitrary<Type> = fc
  .array(fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 4 })
  .map(
    (items): Type => ({
      kind: 'list',
      of: { kind: 'number' },
      length: items.length,
      accepted: { kind: 'row', items: items.map((values) => ({ kind: 'some', values })) },
    }),
  );

const scopes: fc.Arbitrary<Types> = fc.record({
  flag: fc.constant<Type>({ kind: 'bool' }),
  plan: fc.integer({ min: 2, max: 4 }).chain((count) => optionally({ kind: 'enum', values: labels.slice(0, count) })),
  x: numberType.chain(optionally),
  y: numberType.chain(optionally),
  word: textType.chain(optionally),
  other: textType,
  likes: choicesType,
  scores: rowType,
});

const sign = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const words = fc.constantFrom('', 'a', 'b', 'ab', 'abc', 'abcd');
const quoted = (text: string) => `'${text}'`;

const numeric: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('x', 'y', 'sum(scores)') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('x', 'y'), fc.integer({ min: 2, max: 4 }))
      .map(([name, by]) => `${name} * ${by}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'x + y',
      'x - y',
      'x + sum(scores)',
      'floor(x)',
      'round(y)',
      'percent(x, 40)',
      'percent(sum(scores), 20)',
      'default(x, 3)',
      'size(word)',
      'size(likes)',
    ),
  },
);
const number = quarter(-8, 12).map(String);
const offered = (types: Types, name: string): readonly string[] => {
  const type = types[name] as Type & { of: Type };
  const of = type.kind === 'enum' ? type : (type.of as Type);
  return of.kind === 'enum' ? of.values : [];
};

const comparison = (types: Types): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.tuple(numeric, sign, number).map((parts) => parts.join(' ')) },
    { weight: 2, arbitrary: fc.tuple(numeric, sign, numeric).map((parts) => parts.join(' ')) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('word', 'other'), fc.constantFrom('==', '!=', '<', '>='), words.map(quoted))
        .map((parts) => parts.join(' ')),
    },
    { weight: 1, arbitrary: fc.constantFrom('word == other', 'word != other') },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('==', '!='), fc.constantFrom(...offered(types, 'plan')))
        .map(([operator, value]) => `plan ${operator} '${value}'`),
    },
    {
      weight: 1,
      arbitrary: fc
        .subarray([...offered(types, 'plan')], { minLength: 1 })
        .map((values) => `plan in [${values.map(quoted).join(', ')}]`),
    },
    { weight: 2, arbitrary: fc.constantFrom(...offered(types, 'likes')).map((value) => `'${value}' in likes`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...['x', 'y', 'word', 'plan'].filter((name) => types[name]?.optional).map((name) => `${name} != null`),
        'flag',
      ),
    },
    { weight: 2, arbitrary: fc.constant('flag') },
  );

const conditions = (types: Types): fc.Arbitrary<string> =>
  fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      comparison(types),
      fc
        .tuple(tie('tree'), fc.constantFrom('&&', '&&', '||'), tie('tree'))
        .map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
      tie('tree').map((inner) => `!(${inner})`),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a}) && (${b})`),
      fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([test, a, b]) => `(${test}) ? (${a}) : (${b})`),
    ),
  })).tree;

const randomConditions: fc.Arbitrary<Random> = scopes.chain((types) =>
  conditions(types).map((text) => ({ types, text })),
);

type Value = { readonly of: Arith<'main'> | Bool<'main'> | Seq<'main'>; readonly missing: Bool<'main'> };

/** The names of a scope as constants of Z3, with what their domains say of them. */
function declared(types: Types) {
  const facts: Bool<'main'>[] = [];
  const { Bool: B, Real, Int, String: S } = z3;
  const missingOf = (name: string): Bool<'main'> => (types[name]?.optional ? B.const(`${name} missing`) : B.val(false));
  const numberOf = (name: string): Arith<'main'> => {
    const { least, most, step } = (types[name] as Type).accepted as Domain & { kind: 'numbers' };
    const value = Real.const(name);
    if (least !== undefined) facts.push(value.ge(least));
    if (most !== undefined) facts.push(value.le(most));
    if (step !== undefined)
      facts.push(
        value.eq(
          z3
            .ToReal(Int.const(`${name} steps`))
            .mul(Real.val(step))
            .add(least ?? 0),
        ),
      );
    return value;
  };
  const textOf = (name: string): Seq<'main'> => {
    const { shortest, longest } = (types[name] as Type).accepted as Domain & { kind: 'texts' };
    const value = S.const(name);
    const limits = [
      ...(shortest === undefined ? [] : [value.length().ge(shortest)]),
      ...(longest === undefined ? [] : [value.length().le(longest)]),
    ];
    facts.push(z3.Or(value.eq(S.val('')), z3.And(...limits, B.val(true))));
    return value;
  };
  const plan = S.const('plan');
  facts.push(z3.Or(...offered(types, 'plan').map((value) => plan.eq(S.val(value)))));
  const chosen = new Map(offered(types, 'likes').map((value) => [value, B.const(`likes ${value}`)]));
  const chosenCount = [...chosen.values()].reduce<Arith<'main'>>(
    (sum, each) => sum.add(z3.If(each, Int.val(1), Int.val(0)) as Arith<'main'>),
    Int.val(0),
  );
  const { most } = (types['likes'] as Type).accepted as Domain & { kind: 'choices' };
  if (most !== undefined) facts.push(chosenCount.le(most));
  const { items } = (types['scores'] as Type).accepted as Domain & { kind: 'row' };
  const sum = Real.const('sum');
  facts.push(z3.Or(...[...(sumsOf(items) as ReadonlyMap<number, unknown>).keys()].map((each) => sum.eq(each))));
  const names = new Map<string, Value>([
    ...(['x', 'y'] as const).map((name) => [name, { of: numberOf(name), missing: missingOf(name) }] as const),
    ...(['word', 'other'] as const).map((name) => [name, { of: textOf(name), missing: missingOf(name) }] as const),
    ['plan', { of: plan, missing: missingOf('plan') }],
    ['flag', { of: B.const('flag'), missing: B.val(false) }],
  ]);
  return { facts, names, chosen, chosenCount, sum };
}

function translated(code: Code, scope: ReturnType<typeof declared>): Value {
  const { names, chosen, chosenCount, sum } = scope;
  const { Bool: B, Real, String: S } = z3;
  const present = (of: Value['of']): Value => ({ of, missing: B.val(false) });
  const arith = (part: Code) => translated(part, scope).of as Arith<'main'>;
  const truth = (part: Code) => translated(part, scope).of as Bool<'main'>;
  if (typeof code === 'boolean') return present(B.val(code));
  if (typeof code === 'number') return present(Real.val(code));
  if (typeof code === 'string') return present(S.val(code));
  const [operation, first, second, third] = code as unknown as readonly [string, Code, Code, Code];
  const half = Real.val('1/2');
  const floored = (value: Arith<'main'>): Arith<'main'> => z3.ToReal(z3.ToInt(value));
  switch (operation) {
    case '$':
      return names.get(String(first)) as Value;
    case '!':
      return present(z3.Not(truth(first)));
    case '&&':
    case '||': {
      const parts = (code as readonly Json[]).slice(1).map((part) => truth(part as Code));
      return present(operation === '&&' ? z3.And(...parts) : z3.Or(...parts));
    }
    case '?':
      return present(z3.If(truth(first), truth(second), truth(third)) as Bool<'main'>);
    case 'in': {
      if (Array.isArray(second) && second[0] === '$') return present(chosen.get(String(first)) as Bool<'main'>);
      const list = (second as unknown as readonly [string, readonly Json[]])[1];
      const { of, missing } = translated(first, scope);
      return present(
        z3.And(z3.Not(missing), z3.Or(...list.map((item) => (of as Seq<'main'>).eq(S.val(String(item)))))),
      );
    }
    case 'sum':
      return present(sum);
    case 'size':
      return present(
        Array.isArray(first) && first[1] === 'likes'
          ? z3.ToReal(chosenCount)
          : z3.ToReal((translated(first, scope).of as Seq<'main'>).length() as Arith<'main'>),
      );
    case 'floor':
      return present(floored(arith(first)));
    case 'round':
      return present(floored(arith(first).add(half)));
    case 'percent':
      return present(floored(arith(first).mul(100).div(arith(second)).add(half)));
    case 'default': {
      const { of, missing } = translated(first, scope);
      return present(
        z3.If(missing, translated(second, scope).of as Arith<'main'>, of as Arith<'main'>) as Arith<'main'>,
      );
    }
    case '+':
      return present(arith(first).add(arith(second)));
    case '-':
      return present(arith(first).sub(arith(second)));
    case '*':
      return present(arith(first).mul(arith(second)));
    default:
      return present(compared(operation, first, second, scope));
  }
}

function compared(operation: string, first: Code, second: Code, scope: ReturnType<typeof declared>): Bool<'main'> {
  if (first === null || second === null) {
    const { missing } = translated(first === null ? second : first, scope);
    return operation === '==' ? missing : z3.Not(missing);
  }
  const [a, b] = [translated(first, scope), translated(second, scope)];
  const isText = z3.isSeq(a.of);
  const [left, right] = [a.of as Arith<'main'>, b.of as Arith<'main'>];
  // Without a guard, a missing value is only compared for equality.
  const isSame = z3.And(a.missing.eq(b.missing), z3.Or(a.missing, (a.of as Arith<'main'>).eq(b.of as Arith<'main'>)));
  const isLess = isText ? (a.of as Seq<'main'>).lt(b.of as Seq<'main'>) : left.lt(right);
  const isGreater = isText ? (b.of as Seq<'main'>).lt(a.of as Seq<'main'>) : left.gt(right);
  switch (operation) {
    case '==':
      return isSame;
    case '!=':
      return z3.Not(isSame);
    case '<':
      return isLess;
    case '>':
      return isGreater;
    case '<=':
      return z3.Not(isGreater);
    default:
      return z3.Not(isLess);
  }
}

async function verdictOfZ3(code: Code, outcome: boolean, types: Types): Promise<boolean | null> {
  const solver = new z3.Solver();
  solver.set('rlimit', 2_000_000);
  const scope = declared(types);
  const condition = translated(code, scope).of as Bool<'main'>;
  solver.add(...scope.facts, outcome ? condition : z3.Not(condition));
  const result = await solver.check();
  solver.release();
  return result === 'unknown' ? null : result === 'sat';
}

describe('what is decided about random conditions', () => {
  test(`equals the verdict of Z3 for ${runs} of them, and few are undecided`, { timeout: 600_000 }, async () => {
    let [undecided, unknown, compared] = [0, 0, 0];
    const different: string[] = [];
    for (const { types, text } of fc.sample(randomConditions, { numRuns: runs * 3, seed })) {
      if (compared >= runs) break;
      const compiled = compileCondition(text, types);
      if (!('code' in compiled) || typeof compiled.code === 'boolean') continue;
      compared += 1;
      for (const outcome of [true, false]) {
        const { can } = possibility([{ code: compiled.code, outcome }], domainsOf(types));
        if (can === null) {
          undecided += 1;
          if (process.env['SHOW_UNDECIDED']) console.log(text);
          continue;
        }
        const wanted = await verdictOfZ3(compiled.code, outcome, types);
        if (wanted === null) unknown += 1;
        else if (wanted !== can)
          different.push(`${text} is ${outcome}: ${can}, Z3 ${wanted}, ${JSON.stringify(types)}`);
      }
    }
    console.log(JSON.stringify({ compared, undecided, unknown, different: different.length }));
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(runs);
    expect(undecided / (2 * compared)).toBeLessThanOrEqual(0.02);
  });
});
