import { expect, test } from 'vitest';
import { remembered } from '../../../engine/values/cache.ts';

test('a result is computed once for the same texts, and the oldest is dropped', () => {
  const made: string[] = [];
  const join = remembered((one: string, other: string) => {
    made.push(`${one},${other}`);
    return { one, other };
  }, 2);
  const first = join('a', 'b');
  expect(join('a', 'b')).toBe(first);
  expect(join('a,b', '')).toEqual({ one: 'a,b', other: '' });
  expect(join('c', 'd')).toEqual({ one: 'c', other: 'd' });
  expect(join('a', 'b')).not.toBe(first);
  expect(made).toEqual(['a,b', 'a,b,', 'c,d', 'a,b']);
});

test('an empty result is kept, and an exception is thrown each time', () => {
  let calls = 0;
  const empty = remembered((_text: string) => {
    calls += 1;
    return undefined;
  });
  expect([empty('x'), empty('x'), calls]).toEqual([undefined, undefined, 1]);
  const failing = remembered((text: string): string => {
    calls += 1;
    throw new RangeError(text);
  });
  for (const wanted of [2, 3]) {
    expect(() => failing('y')).toThrow('y');
    expect(calls).toBe(wanted);
  }
});
