/** What a condition proves about numbers, and which facts an expression shows as money or dates. */
import { describe, expect, test } from 'vitest';
import { type ShownFact, shownFacts } from '../../../engine/expressions/fact-formats.ts';
import { parse } from '../../../engine/expressions/parser.ts';
import { keyOf, provenOfNumbers, provesElement } from '../../../engine/expressions/proof.ts';

describe('a condition proves', () => {
  test.each<[string, string[], string[]]>([
    ['x > 0', ['x !0', 'x >0'], []],
    ['x > 1', ['x !0', 'x >1'], []],
    ['x > -1', ['x >-1'], ['x !0']],
    ['x >= 1', ['x !0', 'x >0'], []],
    ['x >= 0', ['x >-1'], ['x !0']],
    ['x < 0', ['x !0'], ['x >-1']],
    ['x < 1', [], ['x !0', 'x >0']],
    ['x <= -1', ['x !0'], ['x >-1']],
    ['x <= 0', [], ['x !0', 'x >0']],
    ['x == 0', ['x >-1'], ['x !0']],
    ['x == 2', ['x !0', 'x >1'], []],
    ['x != 0', ['x !0'], ['x >-1']],
    ['x != 2', [], ['x !0', 'x >1']],
    ['0 < x', ['x !0', 'x >0'], []],
    ['1 <= x', ['x !0', 'x >0'], []],
    ['0 > x', ['x !0'], ['x >-1']],
    ['-1 >= x', ['x !0'], ['x >-1']],
    ['0 == x', ['x >-1'], ['x !0']],
    ['0 != x', ['x !0'], ['x >-1']],
    ['!(x == 0)', ['x !0'], ['x >-1']],
    ['x != 0 && y != 0', ['x !0', 'y !0'], []],
    ['x == 0 || y == 0', [], ['x !0', 'y !0']],
    ['size(a.b) > 2', ['size(a.b) !0', 'size(a.b) >2'], []],
    ["x == 'a'", [], []],
    ['x == y', [], ['(x - y) !0', '(y - x) !0']],
    ['x < y', ['(x - y) !0', '(y - x) !0'], []],
    ['x + 1', [], []],
    ['x', [], []],
    ['-x', [], []],
    ['x + 1 > 0', ['(x + 1) !0', '(x + 1) >0'], []],
    ['default(x, 0) > 0', ['default(x, 0) !0', 'default(x, 0) >0', 'x', 'x !0', 'x >0'], []],
    ['default(x, 1) > 0', ['default(x, 1) !0', 'default(x, 1) >0'], ['x']],
  ])('%s: %j, and if it is false: %j', (text, holds, fails) => {
    expect(provenOfNumbers(parse(text), true)).toEqual(holds);
    expect(provenOfNumbers(parse(text), false)).toEqual(fails);
  });

  test('that a list has an element', () => {
    const proves = (facts: string[], text: string, index: number) => provesElement(new Set(facts), parse(text), index);
    expect(proves(['size(xs) >1'], 'xs', 1)).toBe(true);
    expect(proves(['size(xs) >1'], 'xs', 2)).toBe(false);
    expect(proves(['x !0', 'size(xs) >1'], 'xs', 0)).toBe(true);
    expect(proves(['size(ys) >1'], 'xs', 0)).toBe(false);
    expect(proves(['size(undefined) >1'], 'a + b', 0)).toBe(false);
  });

  test('of all but literals', () => {
    expect(['a.b', 'sum(a, b.c)', 'size(a + b)', '1'].map((text) => keyOf(parse(text)))).toEqual([
      'a.b',
      'sum(a, b.c)',
      'size(a + b)',
      undefined,
    ]);
  });
});

describe('an expression shows facts', () => {
  const money = (...paths: ShownFact['path'][]): ShownFact[] => paths.map((path) => ({ as: 'money', path }));
  test.each<[string, ShownFact[]]>([
    ['facts.fee | brl', money(['fee'])],
    ['brlShort(facts.fees.a)', money(['fees', 'a'])],
    ["facts['fee'] | brl", money(['fee'])],
    ['facts.list[1] | brl', money(['list', 1])],
    ['facts.fees[plan] | brl', money(['fees', null])],
    ['facts.fees[true] | brl', money(['fees', null])],
    ['facts | brl', money([])],
    ["facts.start | date('long')", [{ as: 'date', path: ['start'] }]],
    ['facts.a + facts.b - 1 | brl', money(['a'], ['b'])],
    ['facts.a * facts.b | brl', []],
    ['default(facts.a, facts.b) | brl', money(['a'], ['b'])],
    ['sum([facts.a, max(facts.b, 1)]) | brl', money(['a'], ['b'])],
    ['size(facts.a) | brl', []],
    ['(vip ? facts.a : facts.b) | brl', money(['a'], ['b'])],
    ['-facts.a | brl', money(['a'])],
    ['fee | brl', []],
    ['other.fee | brl', []],
    ['facts.a', []],
    ['facts.a / 100', money(['a'])],
    ['facts.a / 10', []],
    ['facts.a * 100', []],
    ['facts.a / facts.b', []],
    ["'x' + (facts.a | brl) + (facts.b | brl)", money(['a'], ['b'])],
    ["vip && (facts.a | brl) == 'x' ? (facts.b | brl) : (facts.c | brl)", money(['a'], ['b'], ['c'])],
    ["[facts.a | brl, 'x']", money(['a'])],
    ["!((facts.a | brl) == 'x')", money(['a'])],
    ["join([facts.a | brl], ',')", money(['a'])],
    ['brl()', []],
    ['nothing(facts.a)', []],
    ['facts.a |', []],
  ])('%s', (text, facts) => {
    expect(shownFacts(text, 100)).toEqual(facts);
  });
  test('as money by a division only where there is a divisor', () => {
    expect(shownFacts('facts.a / 100')).toEqual([]);
  });
});
