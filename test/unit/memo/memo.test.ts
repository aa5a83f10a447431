/** Results that are kept until what they were made of changes. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { LineIndex } from '../../../engine/errors/report.ts';
import { Report } from '../../../engine/errors/report.ts';
import { Memo } from '../../../engine/memo/memo.ts';
import { TrackedMap, TrackedNames, TrackedValue } from '../../../engine/memo/tracking.ts';

const file: LineIndex = {
  path: 'a.page.yaml',
  lines: ['page: a'],
  position: (offset) => ({ line: 1, column: offset + 1 }),
};
const problem = { severity: 'error', code: 'x', message: 'No.' } as const;
const mapOf = (entries: Readonly<Record<string, unknown>>) => new Map(Object.entries(entries));

let memo: Memo;
let report: Report;
const begin = (): void => {
  report = new Report();
  memo.begin(report);
};
beforeEach(() => {
  memo = new Memo();
  begin();
});

describe('a unit of work', () => {
  const about = {};
  const run = (given: readonly unknown[] = [], result: unknown = {}, name = 'work', of: object = about) =>
    memo.once(name, of, given, () => result);

  test('runs once for the same object, name and arguments', () => {
    const first = run(['a', 1]);
    expect(run(['a', 1])).toBe(first);
    expect(memo.runs).toBe(1);
    for (const other of [
      run(['a', 2]),
      run(['a']),
      run(['a', 1, 2]),
      run(['a', 1], {}, 'other'),
      run(['a', 1], {}, 'work', {}),
    ])
      expect(other).not.toBe(first);
    expect(memo.runs).toBe(6);
    expect(run(['a', 1])).toBe(first);
    expect([run([Number.NaN], 7), run([Number.NaN], 8)]).toEqual([7, 7]);
  });

  test('keeps more results for more values of the axes, never fewer', () => {
    memo.keepFor(6);
    memo.keepFor(1);
    for (let n = 0; n < 13; n += 1) run([n], n);
    expect([run([1], 'again'), run([0], 'again')]).toEqual([1, 'again']);
  });

  test('keeps its last eight results', () => {
    for (let n = 0; n < 8; n += 1) run([n], n);
    expect(run([0], 'again')).toBe(0);
    run([8], 8);
    expect(run([1], 'again')).toBe(1);
    expect(run([0], 'again')).toBe('again');
  });

  test('keeps an undefined result', () => {
    run([], undefined);
    run([], undefined);
    expect(memo.runs).toBe(1);
  });

  test('that fails is run again, and the units around it keep their reports', () => {
    const failing = () =>
      memo.once('failing', about, [], () => {
        throw new TypeError('broken');
      });
    expect(failing).toThrow('broken');
    expect(failing).toThrow('broken');
    expect(memo.runs).toBe(2);
    expect(memo.report).toBe(report);
  });
});

describe('the problems of a unit', () => {
  const about = {};
  const inner = () =>
    memo.once('inner', about, [], () => memo.report.addProblem(problem, file, { offset: 0, length: 1 }));
  const outer = () =>
    memo.once('outer', about, [], () => {
      inner();
      memo.report.addProblem({ ...problem, code: 'y' }, file, { offset: 1, length: 1 });
    });

  test('are reported in each load, once, with those of the units within it', () => {
    outer();
    expect(report.problems.map(({ code }) => code)).toEqual(['x', 'y']);
    begin();
    outer();
    inner();
    expect(report.problems.map(({ code }) => code)).toEqual(['x', 'y']);
    expect(memo.runs).toBe(2);
  });

  test('belong to the running unit, and to the load outside of one', () => {
    expect(memo.report).toBe(report);
    memo.once('unit', about, [], () => expect(memo.report).not.toBe(report));
    expect(memo.report).toBe(report);
  });

  test('are not kept where earlier problems left out a suggestion', () => {
    const suggest = () => memo.once('suggest', about, [], () => memo.report.near('scoer', ['score']));
    for (let offset = 0; offset < 200; offset += 1) report.addProblem(problem, file, { offset, length: 1 });
    expect(suggest()).toBeUndefined();
    begin();
    expect(suggest()).toBe('score');
    expect(suggest()).toBe('score');
    expect(memo.runs).toBe(2);
  });
});

describe('a result becomes invalid', () => {
  const about = {};
  const runs = (read: () => unknown): number => {
    const before = memo.runs;
    memo.once('reader', about, [], read);
    return memo.runs - before;
  };

  test('when a value that it read changes', () => {
    const value = new TrackedValue(memo, 'a');
    const other = new TrackedValue(memo, 1);
    const read = () => value.get();
    expect([runs(read), runs(read)]).toEqual([1, 0]);
    other.set(2);
    value.set('a');
    expect(runs(read)).toBe(0);
    value.set('b');
    expect([runs(read), runs(read), value.get(), value.peek()]).toEqual([1, 0, 'b', 'b']);
    expect(memo.once('reader', about, [], read)).toBe('b');
    // The former value is valid with the former result.
    value.set('a');
    expect(memo.once('reader', about, [], read)).toBe('a');
  });

  test('when the one that a unit within it read changes, also if that unit was not run', () => {
    const value = new TrackedValue(memo, 1);
    const inner = () => memo.once('inner', about, [], () => value.get());
    const outer = (name: string) => memo.once(name, about, [], () => (inner() as number) * 10);
    expect([outer('one'), outer('two')]).toEqual([10, 10]);
    expect(memo.runs).toBe(3);
    value.set(2);
    expect([outer('one'), outer('two')]).toEqual([20, 20]);
  });

  const map = () => new TrackedMap<string, unknown>(memo);

  test('when an entry that it read changes, and not when another does', () => {
    const entries = map();
    entries.set(mapOf({ a: 1, b: 2 }));
    const read = () => [entries.get('a'), entries.has('none')];
    expect(runs(read)).toBe(1);
    entries.set(mapOf({ b: 3, c: 4, a: 1 }));
    expect(runs(read)).toBe(0);
    entries.set(mapOf({ a: 1, none: 1 }));
    expect(runs(read)).toBe(1);
    expect(memo.once('reader', about, [], read)).toEqual([1, true]);
    entries.set(mapOf({ a: 2, none: 1 }));
    expect(runs(read)).toBe(1);
  });

  test.each<[string, (entries: TrackedMap<string, unknown>) => unknown]>([
    ['size', (entries) => entries.size],
    ['keys', (entries) => [...entries.keys()]],
    ['values', (entries) => [...entries.values()]],
    ['entries', (entries) => [...entries.entries()]],
    ['itself', (entries) => [...entries]],
    [
      'forEach',
      (entries) => {
        const seen: unknown[] = [];
        entries.forEach((value, key) => void seen.push([key, value]));
        return seen;
      },
    ],
  ])('when anything changes of a map that it read as a whole: %s', (_, of) => {
    const entries = map();
    entries.set(mapOf({ a: 1, b: 2 }));
    const read = () => of(entries);
    expect(of(new Map(mapOf({ a: 1, b: 2 })) as never)).toEqual(read());
    expect([runs(read), runs(read)]).toEqual([1, 0]);
    entries.set(mapOf({ a: 1, b: 2 }));
    expect(runs(read)).toBe(0);
    for (const changed of [{ b: 2, a: 1 }, { b: 2, a: 3 }, { b: 2 }, { b: 2, c: 1 }, { b: 2, c: 1, d: 1 }]) {
      entries.set(mapOf(changed));
      expect([changed, runs(read)]).toEqual([changed, 1]);
    }
  });

  test.each<[unknown, unknown, boolean]>([
    [[1, 'a'], [1, 'a'], true],
    [[1], [1, 2], false],
    [[1, 2], [1], false],
    [[1, 2], [1, 3], false],
    [[], [], true],
    [[[1]], [[1]], false],
    [[1], { 0: 1, length: 1 }, false],
    [{ 0: 1 }, [1], false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: undefined }, { a: 1, c: undefined }, false],
    [{}, {}, true],
    [{ a: {} }, { a: {} }, false],
    [{}, null, false],
    [null, {}, false],
    [{}, 'a', false],
    ['a', {}, false],
    ['a', 'a', true],
    [new Map([['a', 1]]), new Map([['a', 1]]), false],
    [{}, new Map(), false],
    [new Map(), {}, false],
  ])('an entry %j that becomes %j is the same: %s', (one, other, same) => {
    const entries = map();
    entries.set(new Map([['a', one]]));
    const first = entries.get('a');
    entries.set(new Map([['a', other]]));
    expect(entries.get('a')).toBe(same ? first : other);
  });

  test('when names change that it looked up or listed', () => {
    const names = new TrackedNames(memo);
    names.set(['a', 'b']);
    const looksUp = () => names.has('a');
    const lists = () => [...names];
    expect([lists(), names.size, names.has('c')]).toEqual([['a', 'b'], 2, false]);
    expect(runs(looksUp)).toBe(1);
    names.set(['a', 'c']);
    expect(runs(looksUp)).toBe(0);
    names.set(['c']);
    expect([runs(looksUp), names.has('a')]).toEqual([1, false]);
    const counts = () => memo.once('lists', about, [], lists);
    expect(counts()).toEqual(['c']);
    names.set(['c', 'd']);
    expect(counts()).toEqual(['c', 'd']);
  });
});

describe('the units of many objects', () => {
  const objects = Array.from({ length: 300 }, (_, index) => ({ index }));
  const each = (all: readonly { readonly index: number }[], read: (index: number) => unknown = (index) => index) =>
    memo.each('each', all, [], ({ index }) => read(index));

  test('run for the objects that changed alone, and are looked up in groups', () => {
    expect(each(objects)).toEqual(objects.map(({ index }) => index));
    const ran: number[] = [];
    const edited = objects.with(7, { index: 1000 }).toSpliced(200, 1);
    const results = each(edited, (index) => {
      ran.push(index);
      return index;
    });
    expect(results).toEqual(edited.map(({ index }) => index));
    expect(ran).toEqual([1000]);
    const before = memo.runs;
    each([...edited]);
    expect(memo.runs).toBe(before);
  });

  test('report their problems again, and run again when what they read changes', () => {
    const values = new TrackedMap<number, unknown>(memo);
    values.set(new Map(objects.map(({ index }) => [index, index])));
    const read = (index: number) => {
      if (index === 5) memo.report.addProblem(problem, file, { offset: 0, length: 1 });
      return values.get(index);
    };
    each(objects, read);
    begin();
    values.set(new Map(objects.map(({ index }) => [index, index === 70 ? 'other' : index])));
    const before = memo.runs;
    expect(each(objects, read)[70]).toBe('other');
    // The object, and its group.
    expect(memo.runs - before).toBe(2);
    expect(report.problems.map(({ code }) => code)).toEqual(['x']);
  });

  test('count the problems before their group for suggestions, and then are not kept', () => {
    const suggest = () => memo.each('suggest', objects, [], () => memo.report.near('scoer', ['score']));
    for (let offset = 0; offset < 200; offset += 1) report.addProblem(problem, file, { offset, length: 1 });
    expect(new Set(suggest())).toEqual(new Set([undefined]));
    begin();
    expect(new Set(suggest())).toEqual(new Set(['score']));
  });
});
