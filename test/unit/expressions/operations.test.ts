/** What compiled expressions give for values that are known only on a visit, and why they fail. */
import { describe, expect, test } from 'vitest';
import {
  type Code,
  compileExpression,
  ExpressionError,
  evaluate,
  type Json,
  numberSigns,
  renderTemplate,
  type Type,
} from '../../../engine/expressions/index.ts';

const any: Type = { kind: 'any' };
const names = ['n', 'm', 't', 'b', 'no', 'list', 'copy', 'other', 'empty', 'record', 'none'];
const types = Object.fromEntries(names.map((name) => [name, any]));
const scope: Record<string, Json> = {
  ...{ n: 6, m: 4, t: 'text', b: true, no: false, none: null },
  ...{
    list: [1, 'a', null],
    copy: [1, 'a', null],
    other: [1, 'b', null],
    empty: [],
    record: { a: 1, b: { c: [2] }, none: null },
  },
};
const codeOf = (text: string): Code => {
  const compiled = compileExpression(text, types);
  if (!('code' in compiled)) throw new Error(`${text}: ${compiled.problems[0]?.message}`);
  return compiled.code;
};
const run = (text: string): Json => evaluate(codeOf(text), scope);
/** The code and the message of a failure. */
function failure(run: () => unknown): [string, string] {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
    const { name, code, message } = error as ExpressionError;
    expect(name).toBe('ExpressionError');
    return [code, message];
  }
  throw new Error('It did not fail.');
}

// biome-ignore format: a table
test.each<[string, Json]>([
  ['-n', -6], ['-(-n)', 6], ['!b', false], ['!no', true],
  ['n + m', 10], ['n - m', 2], ['n * m', 24], ['n / m', 1.5], ['n % m', 2],
  ["t + '!'", 'text!'], ['list + copy', [1, 'a', null, 1, 'a', null]],
  ['b ? n : m', 6], ['no ? n : m', 4], ['b ? (no ? 1 : 2) : 3', 2],
  ['n < m', false], ['m < n', true], ['n < n', false], ['n <= m', false], ['n <= n', true],
  ['n > m', true], ['m > n', false], ['n > n', false], ['n >= m', true], ['n >= n', true], ['m >= n', false],
  ["t < 'texu'", true], ["t < 'te'", false],
  ['n == 6', true], ['n != 6', false], ['n == m', false], ["t == 'text'", true], ["t != 'text'", false],
  ['none == none', true], ['none == n', false], ['n == none', false], ['record == none', false], ['none == record', false],
  ['list == copy', true], ['list == other', false], ['list == [1]', false], ['empty == list', false],
  ['record == list', false], ['record.b == record.b', true], ['record == record.b', false],
  ['n in list', false], ["'a' in list", true], ['none in list', true], ["'a' in record", true], ["'x' in record", false],
  ['1 in record', false], ['b in record', false],
  ['record.a', 1], ["record['b'].c[0]", 2], ['list[1]', 'a'], ['record.none', null], ['list[n - 5]', 'a'],
  ['has(record.a)', true], ['has(record.x)', false], ['has(record.none)', false],
  ['b && no', false], ['no || b', true], ['b && b', true], ['no || no', false],
  // An error on one side does not matter where the other side decides.
  ['n / 0 > 1 || b', true], ['b || n / 0 > 1', true], ['n / 0 > 1 && no', false],
  ['[n, m]', [6, 4]], ['size(list)', 3], ['default(none, n)', 6], ['t | upper', 'TEXT'],
])('%s is %j', (text, value) => expect(run(text)).toEqual(value));

describe('an operation fails', () => {
  test.each<[string, string, string]>([
    ['n / (m - 4)', 'divide-by-zero', 'division by zero'],
    ['n % (m - 4)', 'divide-by-zero', 'division by zero'],
    ['n + t', 'wrong-type', 'needs a number, not string'],
    ['t + n', 'wrong-type', 'needs a number, not string'],
    ['list + n', 'wrong-type', 'needs a number, not list'],
    ['n + list', 'wrong-type', 'needs a number, not list'],
    ['-t', 'wrong-type', 'needs a number, not string'],
    ['!n', 'wrong-type', 'needs true or false, not number'],
    ['n ? 1 : 2', 'wrong-type', 'needs true or false, not number'],
    ['b && n', 'wrong-type', 'needs true or false, not number'],
    ['n < t', 'wrong-type', 'only values of one type can be compared'],
    ['none < none', 'wrong-type', 'only values of one type can be compared'],
    ['list < list', 'wrong-type', 'only values of one type can be compared'],
    ['n in t', 'wrong-type', 'needs a list or record, not string'],
    ['n in none', 'wrong-type', 'needs a list or record, not null'],
    ['list in record', 'wrong-type', 'needs a key, not list'],
    ['none in record', 'wrong-type', 'needs a key, not null'],
    ['n.a', 'wrong-type', 'needs a record or list, not number'],
    ['none.a', 'wrong-type', 'needs a record or list, not null'],
    ['t.length', 'wrong-type', 'needs a record or list, not string'],
    ['record[list]', 'wrong-type', 'needs a key, not list'],
    ['record[none]', 'wrong-type', 'needs a key, not null'],
    ['list[t]', 'wrong-type', 'needs a number, not string'],
    ['list[n / m]', 'wrong-type', 'an index must be a whole number'],
    ['list[n]', 'index-out-of-range', 'no element 6 in a list of 3'],
    ['list[-n]', 'index-out-of-range', 'no element -6 in a list of 3'],
    ['record.x', 'missing-key', 'no member x'],
    ['record[n]', 'missing-key', 'no member 6'],
    ['record.toString', 'missing-key', 'no member toString'],
    ['max(empty)', 'empty-list', 'an empty list has no minimum or maximum'],
    ['b && n / 0 > 1', 'divide-by-zero', 'division by zero'],
    ['n / 0 > 1 || t', 'divide-by-zero', 'division by zero'],
  ])('%s: %s', (text, code, message) => expect(failure(() => run(text))).toEqual([code, message]));

  test.each<[Code, string, string]>([
    [['$', 'x'], 'unknown-name', 'no value for x'],
    [['$', 'toString'], 'unknown-name', 'no value for toString'],
    [['.', ['$', 'record'], '__proto__'], 'forbidden-name', '__proto__ is not a member'],
    [['.', ['$', 'record'], 'constructor'], 'forbidden-name', 'constructor is not a member'],
    [['.', ['$', 'record'], 'prototype'], 'forbidden-name', 'prototype is not a member'],
    [['none', 1], 'unknown-operation', 'unknown operation none'],
    [['toString', 1], 'unknown-operation', 'unknown operation toString'],
    [['date', '2026-01-01', 'short'], 'no-dates', 'dates cannot be formatted here'],
  ])('%j: %s', (code, kind, message) => expect(failure(() => evaluate(code, scope))).toEqual([kind, message]));

  test('with an error of JavaScript as such', () => {
    const broken = (): never => {
      throw new RangeError('broken');
    };
    expect(() => evaluate(codeOf('n > 1 || b'), broken)).toThrow(RangeError);
    expect(() => evaluate(codeOf('b && n > 1'), broken)).toThrow(RangeError);
  });
});

test('a function gives the values of names as well as a record does', () => {
  expect(evaluate(codeOf('n + m'), (name) => scope[name])).toBe(10);
  expect(failure(() => evaluate(codeOf('n'), () => undefined))).toEqual(['unknown-name', 'no value for n']);
});

describe('a text', () => {
  const render = (...pieces: Exclude<Parameters<typeof renderTemplate>[0], string>) => renderTemplate(pieces, scope);
  test('joins its pieces; null is empty', () => {
    expect(render('a ', { v: ['$', 'n'] }, ' ', { v: ['$', 't'] }, { v: ['$', 'none'] }, '.')).toBe('a 6 text.');
    expect(renderTemplate('{{ as it is }}', scope)).toBe('{{ as it is }}');
  });
  test.each(['b', 'list', 'record'])('cannot show %s', (name) => {
    const kind = { b: 'boolean', list: 'list', record: 'record' }[name];
    expect(failure(() => render({ v: ['$', name] }))).toEqual(['wrong-type', `needs text, not ${kind}`]);
  });
});

test.each([
  ['pt-BR', { group: '.', point: ',' }],
  ['en-GB', { group: ',', point: '.' }],
  ['ar-EG', { group: ',', point: '.' }],
])('numbers in %s are written with its signs', (locale, signs) => expect(numberSigns(locale)).toEqual(signs));
