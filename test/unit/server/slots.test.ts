import { expect, test } from 'vitest';
import { createSlots } from '../../../server/http/slots.ts';

test('slots hold the values that were not removed, and are reused', () => {
  const slots = createSlots<{ readonly id: number }>();
  const [one, two, three] = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const first = slots.add(one);
  const second = slots.add(two);
  slots.remove(first);
  expect(slots.values()).toEqual([two]);
  expect(slots.add(three)).toBe(first);
  expect(new Set(slots.values())).toEqual(new Set([two, three]));
  for (let round = 0; round < 100; round += 1) slots.remove(slots.add(one));
  expect(slots.add(one)).toBe(2);
  slots.remove(second);
  expect(slots.values()).toHaveLength(2);
});
