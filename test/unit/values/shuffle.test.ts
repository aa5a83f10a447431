/** The order of a seed. */
import { expect, test } from 'vitest';
import { shuffled } from '../../../engine/values/shuffle.ts';

const named = (item: string): string => item;

test('a seed has one order, whatever the order was before', () => {
  const items = ['a', 'b', 'c', 'd', 'e'];
  const order = shuffled(items, 'visit', named);
  expect([...order].sort()).toEqual(items);
  expect(shuffled([...items].reverse(), 'visit', named)).toEqual(order);
  expect(shuffled(order, 'visit', named)).toEqual(order);
});

test('items without a key keep their places', () => {
  const items = ['first', 'b', 'c', 'd', 'last'];
  const orders = Array.from({ length: 100 }, (_, seed) =>
    shuffled(items, String(seed), (item) => (item.endsWith('st') ? null : item)),
  );
  expect(new Set(orders.map((order) => `${order[0]} ${order[4]}`))).toEqual(new Set(['first last']));
  expect(new Set(orders.map(String)).size).toBe(6);
});

test('all orders are equally frequent, also of short names and similar seeds', () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 6000; seed += 1) {
    const order = shuffled(['a', 'b', 'c'], `visit-${seed}\nfield`, named).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  // Four standard deviations of a binomial distribution.
  for (const count of counts.values())
    expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt(6000 * (1 / 6) * (5 / 6)));
});

test('two fields of a visit have orders of their own', () => {
  const same = Array.from({ length: 600 }, (_, seed) =>
    ['one', 'two'].map((field) => shuffled(['a', 'b', 'c'], `${seed}\n${field}`, named).join('')),
  ).filter(([one, two]) => one === two);
  expect(Math.abs(same.length - 100)).toBeLessThan(4 * Math.sqrt(600 * (1 / 6) * (5 / 6)));
});
