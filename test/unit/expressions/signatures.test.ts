/** Which arguments each function accepts, and the type of its result. */
import { expect, test } from 'vitest';
import { compileExpression, functionCatalogue, type Type } from '../../../engine/expressions/index.ts';

const text: Type = { kind: 'string' };
const num: Type = { kind: 'number' };
const bool: Type = { kind: 'bool' };
const types: Readonly<Record<string, Type>> = {
  t: text,
  n: num,
  b: bool,
  ts: { kind: 'list', of: text },
  ns: { kind: 'list', of: num },
  m: { kind: 'map', of: num },
  tn: { ...text, optional: true },
  nn: { ...num, optional: true },
};

/** Calls with their type, and the names that are refused in place of each argument. */
const calls: [call: string, type: Type, refused: string[][]][] = [
  ['size(t)', num, [['n', 'b', 'tn']]],
  ['size(ns)', num, []],
  ['size(m)', num, []],
  ['sum(ns)', num, [['n', 't', 'ts', 'm']]],
  [
    'min(n, n)',
    num,
    [
      ['t', 'ns', 'nn'],
      ['t', 'ns'],
    ],
  ],
  ['min(n, n, n)', num, [[], [], ['t', 'ns']]],
  ['min(ns)', num, [['t', 'ts']]],
  [
    'max(n, n)',
    num,
    [
      ['t', 'ns'],
      ['t', 'ns'],
    ],
  ],
  ['max(n, n, n)', num, [[], [], ['t']]],
  ['max(ns)', num, [['t', 'ts']]],
  [
    'percent(n, n)',
    num,
    [
      ['t', 'nn'],
      ['t', 'nn'],
    ],
  ],
  ['round(n)', num, [['t', 'nn', 'ns']]],
  ['floor(n)', num, [['t', 'nn', 'ns']]],
  [
    'contains(t, t)',
    bool,
    [
      ['n', 'tn', 'ts'],
      ['n', 'tn'],
    ],
  ],
  [
    'startsWith(t, t)',
    bool,
    [
      ['n', 'tn'],
      ['n', 'tn'],
    ],
  ],
  [
    'endsWith(t, t)',
    bool,
    [
      ['n', 'tn'],
      ['n', 'tn'],
    ],
  ],
  ...['lower', 'upper', 'trim', 'digits', 'firstName', 'lastName'].flatMap((name): (typeof calls)[number][] => [
    [`${name}(t)`, text, [['n', 'b', 'ts']]],
    [`${name}(tn)`, { ...text, optional: true }, []],
  ]),
  [
    'join(ts, t)',
    text,
    [
      ['t', 'n', 'm'],
      ['n', 'tn'],
    ],
  ],
  ['join(ns, t)', text, []],
  ['json(b)', text, []],
  ['json(tn)', text, []],
  ['url(t)', text, [['b', 'ts', 'm']]],
  ['url(n)', text, []],
  ['url(nn)', { ...text, optional: true }, []],
  ['default(tn, t)', text, []],
  ['default(nn, n)', num, []],
  ['default(t, t)', text, []],
  ['default(null, n)', num, []],
  ['money(n)', text, [['t', 'b', 'ns']]],
  ['money(nn)', { ...text, optional: true }, []],
  ['moneyShort(n)', text, [['t', 'b', 'ns']]],
  ['moneyShort(nn)', { ...text, optional: true }, []],
  ['brl(n)', text, [['t', 'b', 'ns']]],
  ['brl(nn)', { ...text, optional: true }, []],
  ['brlShort(n)', text, [['t', 'b', 'ns']]],
  ['brlShort(nn)', { ...text, optional: true }, []],
  [
    'decimal(n, n)',
    text,
    [
      ['t', 'ns'],
      ['t', 'nn'],
    ],
  ],
  ['decimal(nn, n)', { ...text, optional: true }, []],
  ['number(t)', num, [['n', 'b', 'ts']]],
  ['number(tn)', { ...num, optional: true }, []],
  ['numberOr(t, n)', num, [[], ['t', 'nn']]],
  ['numberOr(nn, n)', num, []],
  [
    "date(t, 'long')",
    text,
    [
      ['n', 'b'],
      ['t', "'never'"],
    ],
  ],
  ["date(tn, 'long')", { ...text, optional: true }, []],
];

test.each(calls)('%s', (call, type, refused) => {
  expect(compileExpression(call, types)).toMatchObject({ problems: [] });
  expect(compileExpression(call, types)).toHaveProperty('type', type);
  const [, name = '', list = ''] = /^(\w+)\((.*)\)$/.exec(call) ?? [];
  const args = list.split(', ');
  for (const [index, names] of refused.entries())
    for (const other of names) {
      const changed = `${name}(${args.with(index, other).join(', ')})`;
      expect([changed, compileExpression(changed, types).problems.length]).toEqual([changed, 1]);
    }
  expect(compileExpression(`${name}()`, types).problems).toMatchObject([{ code: 'expression-wrong-count' }]);
});

test('every function has a signature here', () => {
  const called = new Set(calls.map(([call]) => call.replace(/\(.*/, '')));
  expect([...called].sort()).toEqual(Object.keys(functionCatalogue).sort());
});
