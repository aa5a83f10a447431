import { describe, expect, test } from 'vitest';
import { computedValue } from '../../../engine/rules/computed/value.ts';
import { showNumber } from '../../../engine/values/number-format.ts';
import { plainSigns, sentNumber } from '../../../engine/values/number-text.ts';
import { rounded } from '../../../engine/values/round.ts';

describe('a half is rounded away from zero', () => {
  test.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [217.5, 0, 218],
    [-217.5, 0, -218],
    [2.175, 2, 2.18],
    [8.345, 2, 8.35],
    [0.1 + 0.2, 1, 0.3],
    [-0.4, 0, 0],
    [1e21, 2, 1e21],
    [123.456, 1, 123.5],
  ])('%d with %d decimals is %d', (number, decimals, expected) => expect(rounded(number, decimals)).toBe(expected));

  test('in what is shown, typed and computed', () => {
    expect(showNumber(1.005, plainSigns, 2)).toBe('1.01');
    expect(sentNumber('1.005', { ...plainSigns, minor: 100 })).toBe(101);
    const reads = { price: { ...plainSigns, minor: 100 } };
    const amount = { ...plainSigns, decimals: 2, minor: 100 };
    const half = { rule: 'computed', code: ['/', ['$', 'price'], ['#', 2]], reads, message: '' } as const;
    expect(computedValue(half as never, { price: '4.35' }, amount)).toBe('2.18');
    expect(computedValue(half as never, { price: '' }, amount)).toBe('0');
  });
});

test('a computed value and a condition read the same amount', () => {
  const reads = { price: { ...plainSigns, minor: 100 } };
  const rule = { rule: 'computed', code: ['+', ['$', 'price'], ['#', 1]], reads, message: '' } as const;
  expect(computedValue(rule as never, { price: '10' }, { ...plainSigns, decimals: 2, minor: 100 } as never)).toBe(
    '10.01',
  );
});
