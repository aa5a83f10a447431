/** The steps of a transition table, on tables written by hand. */
import { describe, expect, test } from 'vitest';
import {
  startVisit,
  type TableEffect,
  type TableError,
  type TableGuard,
  type TableTransition,
  type TableVisit,
  type TransitionTable,
  takeEvent,
  viewOf,
} from '../../../engine/session/table.ts';
import { tableRuntime } from '../../../engine/session/table-runtime.ts';
import type { FlowEvent } from '../../../engine/steps/screen.ts';
import type { Json } from '../../../schemas/compiled.ts';

const go: FlowEvent = { type: 'on', name: 'go' };
const alert: TableEffect = { kind: 'alert', text: 'Oi' };
const one: TableError = ['setError', 'one'];
const tableWith = (ways: readonly TableTransition[], more: Partial<TransitionTable> = {}): TransitionTable => ({
  start: 'a',
  values: { list: [1, null] },
  states: {
    a: { screen: 'a', on: { 'on.go': ways, NEXT: ways, SELECT: ways } },
    b: { screen: 'b', on: {} },
  },
  history: {},
  ...more,
});
const taken = (ways: readonly TableTransition[], event: FlowEvent = go) => {
  const table = tableWith(ways);
  return takeEvent(table, startVisit(table), event);
};
const visit = (more: Partial<TableVisit> = {}): TableVisit => ({
  state: 'a',
  values: { list: [1, null] },
  errors: [],
  ...more,
});

describe('an event', () => {
  test('moves to the target and performs its effects', () => {
    expect(taken([{ do: [alert], to: 'b' }])).toEqual({ visit: visit({ state: 'b' }), effects: [alert] });
  });
  test('stays without a target', () => {
    expect(taken([{ do: [alert] }])).toEqual({ visit: visit(), effects: [alert] });
  });
  test('without a transition changes nothing', () => {
    expect(taken([], { type: 'PREVIOUS' })).toEqual({ visit: visit(), effects: [] });
    expect(taken([{ if: ['isOption', [5]], to: 'b' }])).toEqual({ visit: visit(), effects: [] });
  });
  test('of a state without transitions is left to the machine', () => {
    expect(takeEvent(tableWith([]), visit({ state: 'x' }), go)).toBeNull();
  });
  test('takes the first transition that applies', () => {
    expect(taken([{ if: ['isOption', [5]], to: 'x' }, { to: 'b' }, { to: 'y' }])?.visit.state).toBe('b');
  });
  test('goes on after its actions, from the values that they set', () => {
    const next: TableTransition[] = [{ if: ['isAnswered', 'list', 1, [2]], do: [alert], to: 'b' }, { to: 'x' }];
    const step = taken([{ do: [['answer', 'list', 1], alert], next }], { type: 'SELECT', value: 2 });
    expect(step).toEqual({ visit: visit({ state: 'b', values: { list: [1, 2] } }), effects: [alert, alert] });
  });
  test('is left to the machine, also after a part of its way', () => {
    expect(taken([{ out: true }])).toBeNull();
    expect(taken([{ do: [alert], next: [{ out: true }] }])).toBeNull();
  });
});

describe('an action', () => {
  const visitAfter = (
    action: NonNullable<TableTransition['do']>[number],
    error: TableError | null,
    event: FlowEvent,
  ) => {
    const table = tableWith([{ do: [action] }]);
    return takeEvent(table, visit({ errors: error === null ? [] : [error] }), event)?.visit;
  };
  test('chooses an answer, or keeps the stored one, and removes the error', () => {
    const chosen = visit({ values: { list: [7, null] } });
    expect(visitAfter(['answer', 'list', 0], one, { type: 'SELECT', value: 7 })).toEqual(chosen);
    expect(visitAfter(['answer', 'list', 0], one, { type: 'NEXT' })).toEqual(visit());
    expect(visitAfter(['answer', 'list', 1], null, { type: 'NEXT' })).toEqual(visit());
    expect(visitAfter(['answer', 'none', 0], null, { type: 'NEXT' })?.values['none']).toEqual([]);
  });
  test('adds an error and clears all', () => {
    expect(visitAfter(one, null, go)?.errors).toEqual([one]);
    expect(visitAfter(one, ['setError', 'other'], go)?.errors).toEqual([['setError', 'other'], one]);
    expect(visitAfter(['clearErrors'], one, go)?.errors).toEqual([]);
  });
  test('stores the value of a field and removes its error, but not that of another', () => {
    const input: FlowEvent = { type: 'INPUT', field: 'one', value: ['a'] };
    const inputWith = (error: TableError) => {
      const table = tableWith([], {
        states: { a: { screen: 'a', on: { 'INPUT.one': [{ do: [['answer', 'one']] }] } } },
      });
      return takeEvent(table, visit({ errors: [error] }), input)?.visit;
    };
    expect(inputWith(one)).toEqual(visit({ values: { list: [1, null], one: ['a'] } }));
    expect(inputWith(['setError', 'other'])?.errors).toEqual([['setError', 'other']]);
  });
});

test('a view is that of the state, with the errors of its own fields or of its question', () => {
  const table = tableWith([], {
    states: {
      a: { screen: 'a', on: {}, fields: { one: [], two: ['none'] } },
      b: { screen: 'b', on: {} },
      c: { screen: 'c', on: {}, answer: ['list', 0] },
    },
  });
  const two: TableError = ['setError', 'two', 1];
  expect(viewOf(table, visit())).toBe('a');
  expect(viewOf(table, visit({ errors: [one] }))).toBe('a!setError,one');
  expect(viewOf(table, visit({ errors: [two] }))).toBe('a!setError,two,1');
  expect(viewOf(table, visit({ errors: [one, ['setError', 'other'], two] }))).toBe('a!setError,one!setError,two,1');
  expect(viewOf(table, visit({ state: 'b', errors: [one] }))).toBe('b');
  expect(viewOf(table, visit({ state: 'c', errors: [one] }))).toBe('c!setError,one');
});

describe('a condition', () => {
  const holds = (guard: TableGuard, value: Json | undefined, values: Readonly<Record<string, Json>>): boolean => {
    const table = tableWith([{ if: guard, to: 'b' }], { values });
    const event = { type: 'NEXT', ...(value === undefined ? {} : { value }) } as FlowEvent;
    return takeEvent(table, startVisit(table), event, tableRuntime)?.visit.state === 'b';
  };
  const list = [1, null];
  const cases: [TableGuard, Json | undefined, Readonly<Record<string, Json>>, boolean][] = [
    [['isOption', [1, 2]], 2, {}, true],
    [['isOption', [1, 2]], 3, {}, false],
    [['isOption', [1, 2]], undefined, {}, false],
    [['areOptions', ['a', 'b'], 'f'], ['b', 'a'], {}, true],
    [['areOptions', ['a', 'b'], 'f'], [], {}, true],
    [['areOptions', ['a', 'b'], 'f'], ['a', 'a'], {}, false],
    [['areOptions', ['a', 'b'], 'f'], ['a', 'c'], {}, false],
    [['areOptions', ['a', 'b'], 'f'], 'a', {}, false],
    [['areOptions', ['a', 'b'], 'f'], undefined, {}, false],
    [['areOptions', ['a', 'b'], 'f', [0, 2]], [], {}, true],
    [['areOptions', ['a', 'b'], 'f', [0, 2]], ['a'], {}, false],
    [['areOptions', ['a', 'b'], 'f', [0, 2]], ['a', 'c'], {}, false],
    [['isAnswered', 'list', 0, [1]], undefined, { list }, true],
    [['isAnswered', 'list', 0, [2]], undefined, { list }, false],
    [['isAnswered', 'list', 0, [1]], 2, { list }, false],
    [['isAnswered', 'list', 1, [2]], 2, { list }, true],
    [['isAnswered', 'list', 1, [2]], undefined, { list }, false],
    [['isAnswered', 'list', 0, [1]], undefined, {}, false],
    [['isComplete', 'list', 1, [2]], 2, { list }, true],
    [['isComplete', 'list', 0, [1]], undefined, { list }, false],
    [['isComplete', 'list', 0, [1]], undefined, { list: [1, 5] }, true],
    [['isComplete', 'list', 1, [2]], 3, { list }, false],
    [['canEnter', []], undefined, {}, true],
    [['canEnter', ['a', 'b']], undefined, { a: 0, b: '' }, true],
    [['canEnter', ['a', 'b']], undefined, { a: 0, b: null }, false],
    [['canEnter', ['a', 'b']], undefined, { a: 0 }, false],
    [['canEnter', ['list']], undefined, { list }, false],
    [['canEnter', ['list']], undefined, { list: [1, 2] }, true],
    [['isTrue', ['==', ['$', 'a'], 1]], undefined, { a: 1 }, true],
    [['isTrue', ['==', ['$', 'a'], 1]], undefined, { a: 2 }, false],
    [['isTrue', ['$', 'a']], undefined, { a: 'true' }, false],
  ];
  test.each(cases)('%j with the value %j and %j: %s', (guard, value, values, expected) => {
    expect(holds(guard, value, values)).toBe(expected);
  });
});

test('Back and Forward take the transitions of their screen, and leave other screens to the machine', () => {
  const table = tableWith([], { history: { b: [{ if: ['canEnter', ['a']], to: 'b' }, { out: true }] } });
  const to = (screen: string, values: Readonly<Record<string, Json>>) =>
    takeEvent(table, visit({ values }), { type: 'GO', screen })?.visit.state ?? null;
  expect(to('b', { a: 1 })).toBe('b');
  expect(to('b', {})).toBeNull();
  expect(to('c', { a: 1 })).toBeNull();
});
