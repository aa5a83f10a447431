/** Uses of a limit that are counted with their submissions, and the ids of records. */
import { describe, expect, test } from 'vitest';
import { isAdmitted, usesOf } from '../../../server/store/admission.ts';
import { uuidSource } from '../../../server/store/uuid.ts';

describe('the uses of a batch', () => {
  const use = (id: string, limit: number, count = 1) => ({ use: { id, count, expiresAt: 9, limit } });

  test('are added up by their ids', () => {
    expect(usesOf([use('a', 5), { use: null }, use('b', 5, 3), use('a', 5, 2)]).uses).toEqual([
      { id: 'a', count: 3, expiresAt: 9 },
      { id: 'b', count: 3, expiresAt: 9 },
    ]);
    expect(usesOf([{ use: null }]).uses).toEqual([]);
  });

  test.each([
    [0, [true, true, false]],
    [1, [true, false, false]],
    [2, [false, false, false]],
  ])('admit the earlier submissions of an id first, after %i of 2', (before, admitted) => {
    const { admissions } = usesOf([use('a', 2), use('a', 2), use('a', 2)]);
    const total = before + 3;
    expect(admissions.map((each) => isAdmitted(each, total))).toEqual(admitted);
    expect(admissions.map((each) => each.share(total))).toEqual([before + 1, before + 2, before + 3]);
  });

  test('do not concern a submission without one, or whose total is unknown', () => {
    const [free, limited] = usesOf([{ use: null }, use('a', 1)]).admissions;
    expect(free?.ceiling).toBeNull();
    expect([isAdmitted(free as never, 99), free?.share(99)]).toEqual([true, 99]);
    expect(isAdmitted(limited as never, undefined)).toBe(true);
  });
});

describe('ids', () => {
  const bytes = (fill: number) => (size: number) => new Uint8Array(size).fill(fill);
  const time = 0x0190_a000_0000;

  test('have the form of version 7, with their time', () => {
    expect(uuidSource(() => time + 0.9, bytes(0xff))()).toBe('0190a000-0000-77ff-bfff-ffffffffffff');
    expect(uuidSource(() => time, bytes(0))()).toBe('0190a000-0000-7000-8000-000000000000');
    expect(uuidSource(() => 1, bytes(0))()).toBe('00000000-0001-7000-8000-000000000000');
  });

  test('increase within a millisecond, with a clock that goes back, and beyond the counter', () => {
    let now = time;
    const next = uuidSource(() => now, bytes(0));
    const ids = [next(), next()];
    now -= 5000;
    ids.push(next());
    expect(ids.map((id) => id.slice(0, 18))).toEqual([
      '0190a000-0000-7000',
      '0190a000-0000-7001',
      '0190a000-0000-7002',
    ]);
    for (let count = 3; count <= 0xfff; count += 1) ids.push(next());
    expect(ids.at(-1)?.slice(0, 18)).toBe('0190a000-0000-7fff');
    expect(next().slice(0, 18)).toBe('0190a000-0001-7000');
    now = time + 1;
    expect(next().slice(0, 18)).toBe('0190a000-0001-7001');
    now = time + 2;
    expect(next().slice(0, 18)).toBe('0190a000-0002-7000');
  });

  test('take their random bytes for a hundred at once, each its own', () => {
    const sizes: number[] = [];
    const next = uuidSource(
      () => time,
      (size) => {
        sizes.push(size);
        return Uint8Array.from({ length: size }, (_, index) => index % 251);
      },
    );
    const ends = Array.from({ length: 100 }, () => next().slice(-12));
    expect([sizes, new Set(ends).size]).toEqual([[1000], 100]);
    next();
    expect(sizes).toEqual([1000, 1000]);
  });
});
