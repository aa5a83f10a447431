/** Edits of values, entries and items at paths. Each case is a text, an edit, and the text afterwards. */

import { describe, expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { applyEdits, type Edit, undoEdits } from '../../../engine/edits/edit.ts';
import { insertItem, insertKey } from '../../../engine/edits/insert.ts';
import type { ParsedText } from '../../../engine/edits/layout.ts';
import { moveItem } from '../../../engine/edits/move.ts';
import { removeAt } from '../../../engine/edits/remove.ts';
import { renameKey, setValue } from '../../../engine/edits/set.ts';

const parsed = (text: string): ParsedText => ({ text, document: parseDocument(text) });

/** The text after an edit, which is also made in a file with line ends of Windows, and undone. */
function edited(text: string, edit: (source: ParsedText) => Edit[]): string {
  const edits = edit(parsed(text));
  const now = applyEdits(text, edits);
  expect(applyEdits(now, undoEdits(text, edits))).toBe(text);
  if (!text.includes('\n')) return now;
  const windows = text.replaceAll('\n', '\r\n');
  expect(applyEdits(windows, edit(parsed(windows)))).toBe(now.replaceAll('\n', '\r\n'));
  return now;
}

describe('applyEdits', () => {
  test('takes edits in any order, and an insertion before a replacement at the same place', () => {
    const insertion = { start: 1, end: 1, text: 'X' };
    const replacement = { start: 1, end: 2, text: 'YY' };
    const last = { start: 3, end: 4, text: '' };
    for (const edits of [
      [insertion, replacement, last],
      [last, replacement, insertion],
    ])
      expect(applyEdits('abcd', edits)).toBe('aXYYc');
    expect(applyEdits('abcd', [])).toBe('abcd');
    expect(applyEdits('ab', [insertion, { ...insertion, text: 'Z' }])).toBe('aXZb');
  });

  test('refuses edits that overlap, and those outside of the text', () => {
    const one = { start: 1, end: 3, text: '' };
    expect(() => applyEdits('abcd', [one, { start: 2, end: 4, text: '' }])).toThrow('Two edits overlap at 2.');
    expect(() => applyEdits('abcd', [one, one])).toThrow(RangeError);
    expect(() => applyEdits('ab', [one])).toThrow('An edit ends at 3 of 2.');
    expect(() => applyEdits('abcd', [{ start: 2, end: 1, text: '' }])).toThrow(RangeError);
  });

  test('is undone by the edits that lead back', () => {
    const edits = [
      { start: 3, end: 4, text: '' },
      { start: 1, end: 1, text: 'XX' },
      { start: 1, end: 2, text: 'Y' },
    ];
    expect(applyEdits(applyEdits('abcd', edits), undoEdits('abcd', edits))).toBe('abcd');
  });
});

describe('setValue', () => {
  test.each<[was: string, path: (string | number)[], value: unknown, now: string]>([
    ['a: 1 # one\nb: 2\n', ['a'], 'x', 'a: x # one\nb: 2\n'],
    ["a:   'x' # one\n", ['a'], "it's", "a:   'it''s' # one\n"],
    ['a: "x"\n', ['a'], 'y "z"', 'a: "y \\"z\\""\n'],
    ['a: x\n', ['a'], '{{ b }}: c', "a: '{{ b }}: c'\n"],
    ['a: x\nb: "y"\n', ['a'], '5', 'a: "5"\nb: "y"\n'],
    [`a: 'x'\nb: "y"\nc: "z"\n`, ['a'], 'y', `a: 'y'\nb: "y"\nc: "z"\n`],
    ['a: x # c\nb: 1\n', ['a'], 'one\ntwo', 'a: |- # c\n  one\n  two\nb: 1\n'],
    ['a: |- # c\n  one\n  two\nb: 1\n', ['a'], 'three\nfour', 'a: |- # c\n  three\n  four\nb: 1\n'],
    ['a: |-\n  one\nb: 1\n', ['a'], ' two ', "a: ' two '\nb: 1\n"],
    ['a: >-\n  one\n  two\n# b\nb: 1\n', ['a'], 3, 'a: 3\n# b\nb: 1\n'],
    ['a: |+\n  x\n\nb: 1\n', ['a'], 'y', 'a: |-\n  y\nb: 1\n'],
    ['a:\nb: 1\n', ['a'], 'x', 'a: x\nb: 1\n'],
    ['a: # c\nb: 1\n', ['a'], { d: 1 }, 'a: # c\n  d: 1\nb: 1\n'],
    ['a:\n  long\n  text # c\nb: 1\n', ['a'], 'x', 'a:\n  x # c\nb: 1\n'],
    ['a:\n  x # c\nb: 1\n', ['a'], { d: 1 }, 'a:\n  d: 1\nb: 1\n'],
    ['a: # c\n  # d\n  d: 1\n  # e\nb: 1\n', ['a'], 'x', 'a: x # c\nb: 1\n'],
    ['a:\n  d: 1 # x\nb: 1\n', ['a'], { e: [1, { f: 2 }] }, 'a:\n  e:\n    - 1\n    - f: 2\nb: 1\n'],
    ['a:\n- 1\nb: 1\n', ['a'], [{ e: [2] }], 'a:\n- e:\n  - 2\nb: 1\n'],
    ['a: {} # c\nb: 1\n', ['a'], { d: 1 }, 'a: # c\n  d: 1\nb: 1\n'],
    ['a: { d: 1 } # c\n', ['a'], { e: ['x, y', 'z'], f: {} }, "a: { e: ['x, y', z], f: {} } # c\n"],
    ['a: { d: , e, f: "x" }\n', ['a', 'd'], 1, 'a: { d: 1, e, f: "x" }\n'],
    ['a: { d: , e, f: "x" }\n', ['a', 'e'], [1], 'a: { d: , e: [1], f: "x" }\n'],
    ['a: { d: }\n', ['a', 'd'], 1, 'a: { d: 1 }\n'],
    ['a: "x"\n', ['a'], 'y\nz', 'a: "y\\nz"\n'],
    ["a: { d: 'x' }\n", ['a', 'd'], 'y\nz', 'a: { d: "y\\nz" }\n'],
    ['- a: 1 # c\n  b: 2\n- x\n', [0], { d: 3, e: 4 }, '- d: 3\n  e: 4\n- x\n'],
    ['- a: 1\n  b: 2\n- x\n', [0], 'y', '- y\n- x\n'],
    ['- x # c\n-\n- z\n', [1], { a: 1, b: 2 }, '- x # c\n- a: 1\n  b: 2\n- z\n'],
    ['- - x\n  - y\n- z\n', [0, 1], ['a'], '- - x\n  - - a\n- z\n'],
    ['a: x', ['a'], { b: 1 }, 'a:\n  b: 1'],
    ['{\n  "a": 1\n}\n', ['a'], { b: 'x' }, '{\n  "a": { "b": "x" }\n}\n'],
  ])('%j at %j: %j', (was, path, value, now) => {
    expect(edited(was, (source) => setValue(source, path, value))).toBe(now);
    expect(parseDocument(now).getIn(path) ?? null).toEqual(
      typeof value === 'object' && value !== null ? expect.anything() : value,
    );
  });

  test('refuses what is not there, and what other places repeat', () => {
    const source = parsed('a: &x { c: 1 }\nb: *x\nd: 1\n');
    expect(() => setValue(source, ['e'], 1)).toThrow('There is no e.');
    expect(() => setValue(source, ['d', 'e'], 1)).toThrow('d is no record and no list.');
    expect(() => setValue(source, [], 1)).toThrow('There is no');
    expect(() => setValue(source, ['a'], 1)).toThrow('a has the anchor &x');
    expect(() => setValue(source, ['b', 'c'], 1)).toThrow('b is the value of an anchor');
    expect(applyEdits(source.text, setValue(source, ['b'], 1))).toBe('a: &x { c: 1 }\nb: 1\nd: 1\n');
    expect(() => setValue(parsed('? a\n: 1\n'), ['a'], 1)).toThrow('The layout before a cannot be edited.');
  });
});

test.each<[was: string, path: (string | number)[], now: string, after: string]>([
  ['a: 1 # c\n', ['a'], 'b', 'b: 1 # c\n'],
  ["'a': { b: 1 }\n", ['a'], "it's", "'it''s': { b: 1 }\n"],
  ['a: { b: 1 }\n', ['a', 'b'], 'x: y', "a: { 'x: y': 1 }\n"],
])('renameKey: %j at %j: %s', (was, path, now, after) =>
  expect(edited(was, (source) => renameKey(source, path, now))).toBe(after),
);

test('renameKey refuses items, and keys that are there', () => {
  expect(() => renameKey(parsed('- a\n'), [0], 'b')).toThrow('0 is an item, which has no key.');
  expect(() => renameKey(parsed('a: { b: 1, c: 2 }\n'), ['a', 'b'], 'c')).toThrow('There is a.c already.');
});

describe('insertKey', () => {
  test.each<[was: string, path: (string | number)[], index: number | undefined, value: unknown, now: string]>([
    ['a: 1 # c\n', [], undefined, 2, 'a: 1 # c\nn: 2\n'],
    ['a: 1', [], undefined, 2, 'a: 1\nn: 2'],
    ['# file\na: 1\n', [], 0, 2, '# file\nn: 2\na: 1\n'],
    ['a: 1\n\n# b\nb: 1\n', [], 1, [1], 'a: 1\n\nn:\n  - 1\n\n# b\nb: 1\n'],
    ['a: 1\n\nb: 1\n# last\n', [], undefined, 2, 'a: 1\n\nb: 1\n\nn: 2\n# last\n'],
    ['a:\n  b: 1\n  # of a\nc: 1\n', ['a'], undefined, 2, 'a:\n  b: 1\n  n: 2\n  # of a\nc: 1\n'],
    ['a: 1\nb:\n  - x\n    # deep\n# c\nc: 1\n', [], 2, 2, 'a: 1\nb:\n  - x\n    # deep\nn: 2\n# c\nc: 1\n'],
    ['- a: 1\n  b: 1\n', [0], 0, 2, '- n: 2\n  a: 1\n  b: 1\n'],
    ['- a: 1\n- x\n', [0], undefined, { d: 1 }, '- a: 1\n  n:\n    d: 1\n- x\n'],
    ['a: {} # c\n', ['a'], undefined, 2, 'a: # c\n  n: 2\n'],
    ['a:\nb: 1\n', ['a'], undefined, 2, 'a:\n  n: 2\nb: 1\n'],
    ['a: { b: {} }\n', ['a', 'b'], undefined, 2, 'a: { b: { n: 2 } }\n'],
    ['a: { b: 1 }\n', ['a'], undefined, 2, 'a: { b: 1, n: 2 }\n'],
    ['a: { b: 1 }\n', ['a'], 0, 'x, y', "a: { n: 'x, y', b: 1 }\n"],
    ['a: {\n  b: 1, # b\n  c: 2 # c\n}\n', ['a'], undefined, 2, 'a: {\n  b: 1, # b\n  c: 2, # c\n  n: 2\n}\n'],
    ['a: {\n  b: 1,\n}\n', ['a'], undefined, 2, 'a: {\n  b: 1,\n  n: 2,\n}\n'],
    ['{ "a": 1 }\n', [], undefined, { b: 'x' }, '{ "a": 1, "n": { "b": "x" } }\n'],
    ['{}\n', [], undefined, 2, 'n: 2\n'],
    ['a: |+\n  x\n\nb: 1\n\nc: |+\n  y\n\n', [], undefined, 2, 'a: |+\n  x\n\nb: 1\n\nc: |+\n  y\n\nn: 2\n'],
  ])('%j at %j, place %s: %j', (was, path, index, value, now) =>
    expect(edited(was, (source) => insertKey(source, path, 'n', value, { index }))).toBe(now),
  );

  test('writes braces among lines if asked', () => {
    expect(edited('a: 1\n', (source) => insertKey(source, [], 'b', ['x'], { isFlow: true }))).toBe('a: 1\nb: [x]\n');
    expect(edited('- a\n', (source) => insertItem(source, [], { b: 1 }, { isFlow: true }))).toBe('- a\n- { b: 1 }\n');
  });

  test('refuses keys that are there, places that are not, and lists', () => {
    expect(() => insertKey(parsed('a: { b: 1 }\n'), ['a'], 'b', 1)).toThrow('There is a.b already.');
    expect(() => insertKey(parsed('a: [1]\n'), ['a'], 'b', 1)).toThrow('a is a list, whose items have no keys.');
    expect(() => insertItem(parsed('a: { b: 1 }\n'), ['a'], 1)).toThrow('a is a record, whose entries have keys.');
    expect(() => insertItem(parsed('a: [1]\n'), ['a'], 1, { index: 2 })).toThrow('a has no place 2.');
    expect(() => insertItem(parsed('a: [b: 1]\n'), ['a', 0], 1)).toThrow(RangeError);
  });
});

test.each<[was: string, path: (string | number)[], index: number | undefined, value: unknown, now: string]>([
  [
    'a:\n  # x\n  - x\n\n  # y\n  - y\nb: 1\n',
    ['a'],
    1,
    { c: 1, d: 2 },
    'a:\n  # x\n  - x\n\n  - c: 1\n    d: 2\n\n  # y\n  - y\nb: 1\n',
  ],
  ['a:\n- x\nb: 1\n', ['a'], undefined, 'y\nz', 'a:\n- x\n- |-\n  y\n  z\nb: 1\n'],
  ['- - x\n', [0], 0, 'y', '- - y\n  - x\n'],
  ['a: []\n', ['a'], undefined, 'x', 'a:\n  - x\n'],
  ['a:\n', ['a'], undefined, 'x', 'a:\n  - x\n'],
  ['a: [x]\n', ['a'], undefined, { b: 1 }, 'a: [x, { b: 1 }]\n'],
  ['a: [x, &n y,]\n', ['a'], 1, 'z', 'a: [x, z, &n y,]\n'],
  ['a: [x,]\n', ['a'], undefined, 'y', 'a: [x, y,]\n'],
  ['a: [\n  x,\n  # y\n  y # z\n]\n', ['a'], 1, 'n', 'a: [\n  x,\n  n,\n  # y\n  y # z\n]\n'],
])('insertItem: %j at %j, place %s: %j', (was, path, index, value, now) =>
  expect(edited(was, (source) => insertItem(source, path, value, { index }))).toBe(now),
);

describe('removeAt', () => {
  test.each<[was: string, path: (string | number)[], now: string]>([
    ['a: 1\n# of b\nb: 2 # b\n  # deep\n# of c\nc: 3\n', ['b'], 'a: 1\n# of c\nc: 3\n'],
    ['# file\na: 1\nb: 2\n', ['a'], '# file\nb: 2\n'],
    ['a: 1\n\nb: 2\n\nc: 3\n', ['b'], 'a: 1\n\nc: 3\n'],
    ['a: 1\n\nb: 2\n\nc: 3\n', ['a'], 'b: 2\n\nc: 3\n'],
    ['a: 1\n\nb: 2\n', ['b'], 'a: 1\n'],
    ['a: 1\n\n# alone\n\nb: 2\n', ['b'], 'a: 1\n\n# alone\n'],
    ['a: |+\n  x\n\nb: 2\n\nc: 3\n', ['b'], 'a: |+\n  x\n\nc: 3\n'],
    ['a:\n  b: |+\n    x\n\n  c: 2\n\nd: 3\n', ['a', 'c'], 'a:\n  b: |+\n    x\n\nd: 3\n'],
    ['a: 1\nb: 2', ['b'], 'a: 1\n'],
    ['a:\n  b: 1 # b\n  # rest\nc: 1\n', ['a', 'b'], 'a: {}\n  # rest\nc: 1\n'],
    ['a: # a\n  - |\n    x\nc: 1\n', ['a', 0], 'a: [] # a\nc: 1\n'],
    ['a:\n- b: 1\n- c: 1\n', ['a', 0, 'b'], 'a:\n- {}\n- c: 1\n'],
    ['a: 1\n', ['a'], '{}\n'],
    ['- a: 1\n  # b\n  b: 2\n', [0, 'a'], '- # b\n  b: 2\n'],
    ['- a: 1\n  b: 2\n', [0, 'b'], '- a: 1\n'],
    ['- - x\n  - y\n', [0, 0], '- - y\n'],
    ['-\n  # c\n  a: 1\n  b: 2\n- x\n-\n', [0, 'a'], '-\n  b: 2\n- x\n-\n'],
    ['-\n- x\n-\n', [2], '-\n- x\n'],
    ['-\n- x\n-\n', [0], '- x\n-\n'],
    ['a: { b: 1 }\n', ['a', 'b'], 'a: {}\n'],
    ['a: { b: 1, c: 2, d: 3 }\n', ['a', 'b'], 'a: { c: 2, d: 3 }\n'],
    ['a: { b: 1, c: 2, d: 3 }\n', ['a', 'd'], 'a: { b: 1, c: 2 }\n'],
    ['a: [x, y,]\n', ['a', 1], 'a: [x,]\n'],
    ['a: [\n  x, # x\n  # y\n  y, # z\n]\n', ['a', 1], 'a: [\n  x, # x\n]\n'],
    ['a: [\n  x, # x\n  y # z\n]\n', ['a', 1], 'a: [\n  x # x\n]\n'],
    ['a: [\n  x, # x\n  # y\n  y\n]\n', ['a', 0], 'a: [\n  # y\n  y\n]\n'],
  ])('%j at %j', (was, path, now) => expect(edited(was, (source) => removeAt(source, path))).toBe(now));

  test('refuses what is not there, and what other places repeat', () => {
    expect(() => removeAt(parsed('a: 1\n'), ['b'])).toThrow('There is no b.');
    expect(() => removeAt(parsed('a: { b: &x 1 }\nc: *x\n'), ['a'])).toThrow('a has the anchor &x');
  });
});

describe('moveItem', () => {
  test.each<[was: string, from: number, to: number, now: string]>([
    ['# file\na: 1 # a\n# of b\nb:\n  x: 1\n\nc: 3\n', 0, 2, '# file\n# of b\nb:\n  x: 1\nc: 3\n\na: 1 # a\n'],
    ['- a: 1\n  b: 2\n- x', 1, 0, '- x\n- a: 1\n  b: 2'],
    ['[a, { b: 1 }, c]\n', 2, 0, '[c, a, { b: 1 }]\n'],
    ['a: 1\n', 0, 0, 'a: 1\n'],
  ])('%j from %i to %i', (was, from, to, now) =>
    expect(edited(was, (source) => moveItem(source, [], from, to))).toBe(now),
  );

  test('keeps the dash of a record whose first entry moves', () => {
    const was = '- a: 1\n  # of b\n  b: 2\n';
    const now = edited(was, (source) => moveItem(source, [0], 0, 1));
    expect(now).toBe('- # of b\n  b: 2\n  a: 1\n');
    expect(Object.entries(parse(now)[0])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  test('refuses places that are not there, and entries that others repeat', () => {
    expect(() => moveItem(parsed('[a]\n'), [], 0, 1)).toThrow('The file has no place 1.');
    expect(() => moveItem(parsed('- a\n- |+\n  b\n\n'), [], 0, 1)).toThrow('1 contains the blank lines after it.');
    expect(() => moveItem(parsed('[&x a, *x]\n'), [], 0, 1)).toThrow('0 has the anchor &x');
  });
});
