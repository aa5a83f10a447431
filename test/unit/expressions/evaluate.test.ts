import { describe, expect, test } from 'vitest';
import { compile } from '../../../engine/expressions/compile.ts';
import {
  type Code,
  dateFormatter,
  ExpressionError,
  evaluate,
  functionCatalogue,
  type Json,
  numberSigns,
  type Signature,
} from '../../../engine/expressions/index.ts';
import { parse } from '../../../engine/expressions/parser.ts';

const formatDate = dateFormatter('pt-BR', 'America/Sao_Paulo');
const scope: { [name: string]: Json } = {
  name: '  Maria da Silva  ',
  none: null,
  xs: [5, 10, 0],
  empty: [],
  blank: {},
  big: 1e308,
  z: 0,
  r: { b: 2, a: [1, { d: null, c: 'é' }] },
  key: '__proto__',
  half: '\ud800',
};
const run = (text: string): Json =>
  evaluate(compile(parse(text), { signs: numberSigns('pt-BR') }).code, scope, formatDate);

// biome-ignore format: a table
const values: [string, Json][] = [
  ["size('a😀')", 2], ['size(xs)', 3], ['size(r)', 2],
  ['sum(xs)', 15], ['sum(empty)', 0],
  ['min(xs)', 0], ['min(3, -1)', -1], ['max(xs)', 10], ['max(1, 7, 3)', 7],
  ['size(blank)', 0],
  ['percent(15, 40)', 38], ['percent(23, 40)', 58], ['percent(0, 40)', 0], ['percent(1, 3)', 33],
  ['round(2.5)', 3], ['round(-2.5)', -3], ['round(1.005 * 1000)', 1005], ['percent(-5, 1000)', -1], ['floor(-0.5)', -1],
  ["contains('abc', 'bc')", true], ["startsWith('abc', 'b')", false], ["'abc'.endsWith('bc')", true],
  ["lower('ÁB')", 'áb'], ["upper('áb')", 'ÁB'], ['trim(name)', 'Maria da Silva'],
  ["digits('(11) 98765-4321')", '11987654321'],
  ['name | firstName', 'Maria'], ['name | lastName', 'Silva'], ["lastName('Maria')", ''], ["firstName('')", ''],
  ["join(['a', 'b'], ', ')", 'a, b'], ["xs | join('-')", '5-10-0'],
  ['json(r)', '{"a":[1,{"c":"é","d":null}],"b":2}'],
  ["url('a b&é')", 'a%20b%26%C3%A9'], ['url(half)', '%EF%BF%BD'], ['url(5)', '5'],
  ["default(none, 'x')", 'x'], ["default('y', 'x')", 'y'],
  ['money(123456)', 'R$\u00a01.234,56'], ['19700 | moneyShort', 'R$\u00a0197'],
  ['brl(123456)', 'R$\u00a01.234,56'], ['brl(0)', 'R$\u00a00,00'], ['brl(7)', 'R$\u00a00,07'],
  ['brl(-123456789)', '-R$\u00a01.234.567,89'], ['brl(-0.2)', 'R$\u00a00,00'],
  ['brl(-1)', '-R$\u00a00,01'], ['brl(-7)', '-R$\u00a00,07'], ['brl(-0.5)', '-R$\u00a00,01'],
  ['19700 | brlShort', 'R$\u00a0197'], ['19750 | brlShort', 'R$\u00a0197,50'],
  ['decimal(1234.5, 2)', '1.234,50'], ['decimal(1.005, 2)', '1,01'], ['decimal(-0.001, 2)', '0,00'], ['decimal(-2.5, 0)', '-3'],
  ['decimal(1e6, 0)', '1.000.000'], ['none | decimal(1)', null], ['0.1 + 0.2 | decimal(1)', '0,3'], ["join([0.1 + 0.2], '')", '0.3'],
  ["number(' -1.5e2 ')", -150], ["number('1.25')", 1.25], ["number('.25')", 0.25], ["number('5e-1')", 0.5], ["number('5.')", 5],
  ['decimal(1, 10)', '1,0000000000'],
  ["numberOr('40', 75)", 40], ["numberOr('40%', 75)", 75], ["numberOr('', 75)", 75], ['numberOr(none, 75)', 75],
  ["numberOr('1e999', 75)", 75], ['numberOr(12, 75)', 12], ['numberOr(xs, 75)', 75], ['numberOr([5], 75)', 75],
  ["date('2025-04-05', 'short')", '05/04/2025'], ["date('2025-04-05', 'long')", '5 de abril de 2025'],
  ["date('2025-04-05', 'weekday')", 'sábado'], ["date('2025-04-05', 'dayMonth')", '5 de abril'],
  ["date('2025-04-05', 'month')", 'abril'], ["date('2025-04-05', 'year')", '2025'],
  ["date('2025-04-05T09:00', 'time')", '09:00'], ["date('2025-04-05T01:00:00Z', 'short')", '04/04/2025'],
  ["date('2025-04-05T23:30:00-03:00', 'time')", '23:30'],
  ['7 % 4', 3], ['-7 % 4', -3], ['2 + 3 * 4 - -1', 15], ['1 < 2 == true', true],
  ['empty == blank', false], ['blank == empty', false], ['r == r', true], ['r == blank', false],
  ["'a' in r", true], ["'toString' in r", false], ['has(r.zz)', false], ['has(r.a)', true],
  ["'it\\'s \\u00e9'", "it's é"], ["'\\U0001f600\\x41\\101\\a'", '😀AA\x07'],
  // By code point: U+1F600 comes after U+FF5E, whose UTF-16 unit is larger.
  ["'😀' > '\uff5e'", true], ["'a😀' < 'a'", false], ['false && 1 / z > 0', false], ['1 / z > 0 || true', true],
];

// biome-ignore format: a table
const errors: [string, string][] = [
  ['1 / z', 'divide-by-zero'], ['1 % z', 'divide-by-zero'], ['percent(1, z)', 'divide-by-zero'],
  ['big * 10', 'not-finite'],
  ['9007199254740991 + 1', 'not-exact'], ['sum([9007199254740991, 1])', 'not-exact'], ['-9007199254740991 - 1', 'not-exact'],
  ['94906267 * 94906267', 'not-exact'], ['decimal(1, 11)', 'wrong-type'], ['decimal(1, -1)', 'wrong-type'], ['size(none)', 'wrong-type'], ['size(5)', 'wrong-type'], ['min(xs, 1)', 'wrong-type'], ['decimal(1, 0.5)', 'wrong-type'], ['sum([big, big])', 'not-finite'], ["number('1e999')", 'not-finite'],
  ['xs[3]', 'index-out-of-range'], ['xs[-1]', 'index-out-of-range'], ['xs[0.5]', 'wrong-type'], ["xs['length']", 'wrong-type'],
  ['r.zz', 'missing-key'], ['r.toString', 'missing-key'], ['r[key]', 'forbidden-name'],
  ['none.a', 'wrong-type'], ['has(none.a)', 'wrong-type'], ['nobody', 'unknown-name'], ['toString', 'unknown-name'],
  ['nothing(1)', 'unknown-operation'], ['toString(1)', 'unknown-operation'],
  ['min(empty)', 'empty-list'], ["number('1,5')", 'bad-number'], ["number('')", 'bad-number'],
  ["date('2025-02-30', 'short')", 'bad-date'], ["date('ontem', 'short')", 'bad-date'], ["date('2025-04-05', 'nada')", 'bad-date'],
  ['true && 1 / z > 0', 'divide-by-zero'], ['none && true', 'wrong-type'], ["brl('1')", 'wrong-type'],
];

function codeOf(failing: () => unknown): string | undefined {
  try {
    failing();
  } catch (error) {
    if (error instanceof ExpressionError) return error.code;
    throw error;
  }
  return undefined;
}

describe('values', () => {
  test.each(values)('%s', (text, value) => expect(run(text)).toEqual(value));

  test('every function has a case', () => {
    const called = values.map(([text]) => text).join('\n');
    for (const name of Object.keys(functionCatalogue)) expect(called).toMatch(new RegExp(`\\b${name}\\b`));
  });

  const passing = (Object.entries(functionCatalogue) as [string, Signature][]).filter(
    ([, { passesNull }]) => passesNull,
  );
  test.each(passing)('null passes through %s', (name, { params }) => {
    const others = params.slice(1).map(([type]) => (type?.kind === 'enum' ? `'${type.values[0]}'` : '1'));
    expect(run(`none | ${name}(${others.join(', ')})`)).toBeNull();
  });
});

describe('failures are coded errors, never false', () => {
  test.each(errors)('%s: %s', (text, code) => expect(codeOf(() => run(text))).toBe(code));

  test('a member of the prototype is refused even in hand-made code', () => {
    const code: Code = ['.', ['#', { a: 1 }], 'constructor'];
    expect(codeOf(() => evaluate(code, {}))).toBe('forbidden-name');
  });

  test.each([
    ['none * 1', 'needs a number, not null'],
    ['xs * 1', 'needs a number, not list'],
    ['r * 1', 'needs a number, not record'],
    ["'1' * 1", 'needs a number, not string'],
    ["join('a', ',')", 'needs a list, not string'],
    ['lower(5)', 'needs a string, not number'],
    ['big * 10', 'number too large'],
    ['9007199254740991 + 1', 'whole number too large to be exact'],
    ['min(empty)', 'an empty list has no minimum or maximum'],
    ['percent(1, z)', 'division by zero'],
    ['decimal(1, 11)', 'places must be 0 to 10'],
    ["number('x')", 'not a number'],
  ])('%s says: %s', (text, message) => {
    expect(() => run(text)).toThrow(message);
  });

  test('dates need a formatter', () => {
    expect(() => evaluate(['date', '2025-04-05', 'short'], {})).toThrow('dates cannot be formatted here');
    expect(codeOf(() => evaluate(['date', '2025-04-05', 'short'], {}))).toBe('no-dates');
  });
});

test('without a locale, numbers have the separators of English', () => {
  expect(evaluate(['decimal', 1234.5, 1], {})).toBe('1,234.5');
});

test('a scope may be a function', () => {
  expect(evaluate(['+', ['$', 'a'], 1], (name) => (name === 'a' ? 2 : undefined))).toBe(3);
  expect(codeOf(() => evaluate(['$', 'b'], () => undefined))).toBe('unknown-name');
});
