/** Types: what they join to, where they are valid, and how an author reads them. */
import { describe, expect, test } from 'vitest';
import {
  absenceOf,
  absentAs,
  describeType,
  isAssignable,
  isVague,
  joinTypes,
  mayBeNull,
  mayEqual,
  missing,
  orNull,
  type Type,
  typeOf,
  whole,
  withoutNull,
} from '../../../engine/expressions/types.ts';
import type { Json } from '../../../schemas/compiled.ts';

const none: Type = { kind: 'null' };
const any: Type = { kind: 'any' };
const bool: Type = { kind: 'bool' };
const num: Type = { kind: 'number' };
const text: Type = { kind: 'string' };
const oneOf = (...values: string[]): Type => ({ kind: 'enum', values });
const list = (of: Type, length?: number): Type => ({ kind: 'list', of, ...(length === undefined ? {} : { length }) });
const record = (fields: Readonly<Record<string, Type>>): Type => ({ kind: 'record', fields });
const map = (of: Type): Type => ({ kind: 'map', of });
const optional = (type: Type): Type => ({ ...type, optional: true });
const absent = (type: Type, why = 'why'): Type => ({ ...type, absent: why });

describe('the type of either value', () => {
  test.each<[Type, Type, Type]>([
    [num, num, num],
    [num, text, any],
    [none, none, none],
    [none, num, optional(num)],
    [num, none, optional(num)],
    [any, none, any],
    [optional(num), num, optional(num)],
    [num, optional(num), optional(num)],
    [optional(num), text, any],
    [oneOf('a'), oneOf('b', 'a'), oneOf('a', 'b')],
    [oneOf('a'), text, text],
    [text, oneOf('a'), text],
    [list(num), list(num), list(num)],
    [list(num, 2), list(num, 2), list(num, 2)],
    [list(num, 2), list(num, 1), list(num)],
    [list(num, 2), list(num), list(num)],
    [list(any, 0), list(num, 1), list(num)],
    [list(num, 1), list(any, 0), list(num)],
    [list(num), list(text), list(any)],
    [list(num), num, any],
    [record({ a: num }), record({ a: none }), record({ a: optional(num) })],
    [record({ a: num }), record({ b: num }), any],
    [record({ a: num }), record({ a: num, b: num }), any],
    [map(num), map(none), map(optional(num))],
    [map(num), record({ a: num }), any],
    [absent(num, 'one'), num, absent(num, 'one')],
    [num, absent(num, 'two'), absent(num, 'two')],
    [absent(num, 'one'), absent(num, 'two'), absent(num, 'one')],
    [none, absent(num), absent(optional(num))],
  ])('%j and %j: %j', (one, other, joined) => {
    expect(joinTypes(one, other)).toEqual(joined);
  });
});

describe('a value is valid', () => {
  test.each<[Type, Type, boolean]>([
    [num, num, true],
    [num, text, false],
    [num, any, true],
    [any, num, true],
    [optional(any), num, false],
    [optional(any), optional(num), true],
    [list(optional(any), 2), list(optional(num)), true],
    [none, num, false],
    [none, none, true],
    [none, optional(num), true],
    [optional(num), num, false],
    [optional(num), optional(num), true],
    [optional(num), any, true],
    [oneOf('a'), text, true],
    [text, oneOf('a'), false],
    [oneOf('a'), oneOf('a', 'b'), true],
    [oneOf('a', 'b'), oneOf('a'), false],
    [oneOf('a'), num, false],
    [list(num), list(num), true],
    [list(num), list(text), false],
    [list(num, 2), list(num), true],
    [list(num), list(num, 2), false],
    [list(num, 2), list(num, 2), true],
    [list(num, 3), list(num, 2), false],
    [list(text, 0), list(num), true],
    [list(num), map(num), false],
    [record({ a: num, b: text }), record({ a: num }), true],
    [record({ a: num }), record({ a: num, b: num }), false],
    [record({ a: num }), record({ a: text }), false],
    [record({}), record({ toString: text }), false],
    [record({ a: num, b: num }), map(num), true],
    [record({ a: num, b: text }), map(num), false],
    [record({ a: num }), num, false],
    [map(num), map(num), true],
    [map(num), map(text), false],
    [map(num), record({ a: num }), false],
  ])('%j where %j is required: %s', (from, to, valid) => {
    expect(isAssignable(from, to)).toBe(valid);
  });
});

test.each<[Type, Type, boolean]>([
  [num, num, true],
  [num, text, false],
  [any, num, true],
  [num, any, true],
  [none, num, true],
  [num, none, true],
  [optional(num), optional(text), true],
  [optional(num), text, false],
  [num, optional(text), false],
  [oneOf('a', 'b'), oneOf('b'), true],
  [oneOf('a'), oneOf('b'), false],
  [oneOf('a'), text, true],
  [text, num, false],
  [record({}), map(num), true],
  [record({}), record({ a: num }), true],
  [list(num), list(text), true],
  [list(num), map(num), false],
  [record({}), num, false],
])('%j may equal %j: %s', (one, other, may) => {
  expect(mayEqual(one, other)).toBe(may);
});

test.each<[Json, Type]>([
  [null, none],
  [true, bool],
  [5, num],
  ['a', oneOf('a')],
  [[], list(any, 0)],
  [[1, 2], list(num, 2)],
  [[1, null], list(optional(num), 2)],
  [['a', 'b'], list(oneOf('a', 'b'), 2)],
  [{ a: 1, b: { c: false } }, record({ a: num, b: record({ c: bool }) })],
])('the constant %j is %j', (value, type) => {
  expect(typeOf(value)).toEqual(type);
});

test.each<[Type, string]>([
  [none, 'null'],
  [bool, 'true or false'],
  [num, 'a number'],
  [text, 'a text'],
  [list(num), 'a list'],
  [record({}), 'a record'],
  [map(num), 'a map'],
  [any, 'a value'],
  [optional(num), 'a number, or null'],
  [oneOf('a', 'b'), "the text 'a' or 'b'"],
  [oneOf(...'abcdef'), "the text 'a' or 'b' or 'c' or 'd' or 'e' or 'f'"],
  [oneOf(...'abcdefgh'), "the text 'a' or 'b' or 'c' or 'd' or 'e' or 'f' or 2 more"],
  [oneOf('x'.repeat(30)), `the text '${'x'.repeat(30)}'`],
  [oneOf('x'.repeat(31)), `the text '${'x'.repeat(29)}…'`],
])('%j is read as %s', (type, words) => {
  expect(describeType(type)).toBe(words);
});

test.each<[Type, boolean]>([
  [any, true],
  [num, false],
  [list(any), true],
  [list(any, 0), false],
  [list(any, 1), true],
  [list(num), false],
  [map(any), true],
  [map(num), false],
  [record({ a: num, b: any }), true],
  [record({ a: num }), false],
  [record({}), false],
])('part of %j is unknown: %s', (type, vague) => {
  expect(isVague(type)).toBe(vague);
});

describe('a value that may be missing', () => {
  test('is null, or a list of known length with nulls in it', () => {
    expect(missing(num, 'why')).toEqual(absent(optional(num)));
    expect(missing(list(num), 'why')).toEqual(absent(optional(list(num))));
    expect(missing(list(num, 2), 'why')).toEqual(list(absent(optional(num)), 2));
    expect(missing(optional(list(num, 2)), 'why')).toEqual(absent(optional(list(num, 2))));
  });
  test('has its reason, which other types can take over', () => {
    expect([absent(num), list(absent(num)), num, list(num)].map(absenceOf)).toEqual([
      'why',
      'why',
      undefined,
      undefined,
    ]);
    expect(absentAs(num, absent(text))).toEqual(absent(num));
    expect(absentAs(absent(num, 'own'), absent(text))).toEqual(absent(num, 'own'));
    expect(absentAs(num, text)).toEqual(num);
    expect(absentAs(num, undefined)).toEqual(num);
  });
  test('is present again without null', () => {
    expect(withoutNull(absent(optional(num)))).toEqual(num);
    expect(withoutNull(absent(num))).toEqual(num);
    expect(withoutNull(optional(num))).toEqual(num);
    expect(whole(absent(optional(num)))).toEqual(num);
    expect(whole(list(absent(optional(num)), 2))).toEqual(list(num, 2));
    expect(whole(list(optional(num), 2))).toEqual(list(optional(num), 2));
  });
  test('may be null', () => {
    expect([none, optional(num), num, any].map(mayBeNull)).toEqual([true, true, false, false]);
    expect([none, any, num, optional(num)].map(orNull)).toEqual([none, any, optional(num), optional(num)]);
  });
});
