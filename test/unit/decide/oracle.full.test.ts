/** Compares what is decided about random conditions with Z3. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { init, Z3_error_code, Z3_lbool } from 'z3-solver';
import { domainsOf, sumsOf } from '../../../engine/decide/domains.ts';
import { possibility } from '../../../engine/decide/possibility.ts';
import type { Code, Json } from '../../../engine/expressions/code.ts';
import type { Domain } from '../../../engine/expressions/domain.ts';
import { compileCondition, type Type, type Types } from '../../../engine/expressions/index.ts';

const runs = Number(process.env['CONDITION_RUNS'] ?? 400);
const seed = Number(process.env['CONDITION_SEED'] ?? 41);

const { Z3, em } = await init();
// The same number of steps on every machine.
Z3.global_param_set('rlimit', '2000000');
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
    arbitrary: fc
      .tuple(fc.constantFrom('x > 2', 'x <= y', 'flag', 'sum(scores) >= 9'), fc.nat(2), fc.nat(2))
      .map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
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

/** A part of a condition in SMT-LIB, and when it is missing. */
interface Term {
  readonly text: string;
  readonly missing: string;
}

const present = (text: string): Term => ({ text, missing: 'false' });
const real = (value: number): string =>
  (value < 0 ? `(- ${-value})` : String(value)).replace(/(^|[ ])(\d+)(?=$|\))/, '$1$2.0');
const string = (value: string): string => `"${value}"`;
const every = (parts: readonly string[]): string => `(and true ${parts.join(' ')})`;
const some = (parts: readonly string[]): string => `(or false ${parts.join(' ')})`;

const domainIn = <Kind extends Domain['kind']>(types: Types, name: string): Domain & { kind: Kind } =>
  (types[name] as Type).accepted as Domain & { kind: Kind };

/** The names of a scope, with what their domains say of them. */
function declarations(types: Types): string {
  const missing = Object.keys(types).map((name) => `(declare-const ${name}.missing Bool)`);
  const absent = Object.keys(types).flatMap((name) => (types[name]?.optional ? [] : [`(not ${name}.missing)`]));
  const numbers = ['x', 'y'].map((name) => {
    const { least, most, step } = domainIn<'numbers'>(types, name);
    const facts = [
      ...(least === undefined ? [] : [`(>= ${name} ${real(least)})`]),
      ...(most === undefined ? [] : [`(<= ${name} ${real(most)})`]),
      ...(step === undefined ? [] : [`(= ${name} (+ (* (to_real ${name}.steps) ${real(step)}) ${real(least ?? 0)}))`]),
    ];
    return { declared: `(declare-const ${name} Real)(declare-const ${name}.steps Int)`, facts };
  });
  const texts = ['word', 'other'].map((name) => {
    const { shortest = 0, longest = 1_000 } = domainIn<'texts'>(types, name);
    const fact = `(or (= ${name} "") (and (>= (str.len ${name}) ${shortest}) (<= (str.len ${name}) ${longest})))`;
    return { declared: `(declare-const ${name} String)`, facts: [fact] };
  });
  const likes = offered(types, 'likes');
  const { most } = domainIn<'choices'>(types, 'likes');
  const sums = [...(sumsOf(domainIn<'row'>(types, 'scores').items) as ReadonlyMap<number, unknown>).keys()];
  return [
    ...missing,
    ...[...numbers, ...texts].map(({ declared }) => declared),
    ...likes.map((value) => `(declare-const likes.${value} Bool)`),
    '(declare-const plan String)(declare-const flag Bool)(declare-const sum Real)(declare-const count Real)',
    ...[
      ...absent,
      ...[...numbers, ...texts].flatMap(({ facts }) => facts),
      some(offered(types, 'plan').map((value) => `(= plan ${string(value)})`)),
      some(sums.map((value) => `(= sum ${real(value)})`)),
      `(= count (+ 0.0 ${likes.map((value) => `(ite likes.${value} 1.0 0.0)`).join(' ')}))`,
      ...(most === undefined ? [] : [`(<= count ${real(most)})`]),
    ].map((fact) => `(assert ${fact})`),
  ].join('\n');
}

function termOf(code: Code): Term {
  if (typeof code === 'boolean') return present(String(code));
  if (typeof code === 'number') return present(real(code));
  if (typeof code === 'string') return present(string(code));
  const [operation, first, second, third] = code as unknown as readonly [string, Code, Code, Code];
  const text = (part: Code): string => termOf(part).text;
  const floored = (value: string): string => `(to_real (to_int ${value}))`;
  switch (operation) {
    case '$':
      return { text: String(first), missing: `${String(first)}.missing` };
    case '!':
      return present(`(not ${text(first)})`);
    case '&&':
      return present(every((code as readonly Json[]).slice(1).map((part) => text(part as Code))));
    case '||':
      return present(some((code as readonly Json[]).slice(1).map((part) => text(part as Code))));
    case '?':
      return present(`(ite ${text(first)} ${text(second)} ${text(third)})`);
    case 'in': {
      if (Array.isArray(second) && second[0] === '$') return present(`likes.${String(first)}`);
      const items = (second as unknown as readonly [string, readonly Json[]])[1];
      const { text: value, missing } = termOf(first);
      return present(`(and (not ${missing}) ${some(items.map((item) => `(= ${value} ${string(String(item))})`))})`);
    }
    case 'sum':
      return present('sum');
    case 'size':
      return present(Array.isArray(first) && first[1] === 'likes' ? 'count' : `(to_real (str.len ${text(first)}))`);
    case 'floor':
      return present(floored(text(first)));
    case 'round':
      return present(floored(`(+ ${text(first)} 0.5)`));
    case 'percent':
      return present(floored(`(+ (/ (* ${text(first)} 100.0) ${text(second)}) 0.5)`));
    case 'default': {
      const { text: value, missing } = termOf(first);
      return present(`(ite ${missing} ${text(second)} ${value})`);
    }
    case '+':
    case '-':
    case '*':
      return present(`(${operation} ${text(first)} ${text(second)})`);
    default:
      return present(compared(operation, first, second));
  }
}

const isText = (code: Code): boolean =>
  typeof code === 'string' ||
  (Array.isArray(code) && code[0] === '$' && ['word', 'other', 'plan'].includes(String(code[1])));

function compared(operation: string, first: Code, second: Code): string {
  if (first === null || second === null) {
    const { missing } = termOf(first === null ? second : first);
    return operation === '==' ? missing : `(not ${missing})`;
  }
  const [a, b] = [termOf(first), termOf(second)];
  // Without a guard, a missing value is only compared for equality.
  const isSame = `(and (= ${a.missing} ${b.missing}) (or ${a.missing} (= ${a.text} ${b.text})))`;
  const less = isText(first) || isText(second) ? 'str.<' : '<';
  switch (operation) {
    case '==':
      return isSame;
    case '!=':
      return `(not ${isSame})`;
    case '<':
      return `(${less} ${a.text} ${b.text})`;
    case '>':
      return `(${less} ${b.text} ${a.text})`;
    case '<=':
      return `(not (${less} ${b.text} ${a.text}))`;
    default:
      return `(not (${less} ${a.text} ${b.text}))`;
  }
}

async function verdictOfZ3(code: Code, outcome: boolean, types: Types): Promise<boolean | null> {
  const condition = termOf(code).text;
  const text = `${declarations(types)}(assert ${outcome ? condition : `(not ${condition})`})`;
  const context = Z3.mk_context(Z3.mk_config());
  const solver = Z3.mk_solver(context);
  Z3.solver_inc_ref(context, solver);
  Z3.solver_from_string(context, solver, text);
  if (Z3.get_error_code(context) !== Z3_error_code.Z3_OK) throw new Error(text);
  const result = await Z3.solver_check(context, solver);
  Z3.solver_dec_ref(context, solver);
  Z3.del_context(context);
  return result === Z3_lbool.Z3_L_UNDEF ? null : result === Z3_lbool.Z3_L_TRUE;
}

describe('what is decided about random conditions', () => {
  test(`equals the verdict of Z3 for ${runs} of them, and few are undecided`, { timeout: 1_200_000 }, async () => {
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
