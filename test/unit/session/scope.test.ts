/** The values that expressions of a flow read. */
import { describe, expect, test } from 'vitest';
import { initialContext } from '../../../engine/flow/context.ts';
import { loadedAtStart, loadedSteps, loadKey } from '../../../engine/flow/load-state.ts';
import { personalNames } from '../../../engine/flow/personal-names.ts';
import { computeValue, fillTemplate, namesIn, plainText, scopeOf } from '../../../engine/flow/scope.ts';
import { readStepQuery, writeStepQuery } from '../../../engine/flow/step-query.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { code, contact, example } from './example-flow.ts';

const lookupIn =
  (values: Readonly<Record<string, Json>>) =>
  (name: string): Json | undefined =>
    values[name];

describe('a computed value', () => {
  const levels = { HIGH: '>= 70', ABOVE: '> 50', AT_MOST: '<= 10', BELOW: '< 40', REST: 'otherwise' };
  test.each([
    [70, 'HIGH'],
    [69.9, 'ABOVE'],
    [50, 'REST'],
    [40, 'REST'],
    [39.9, 'BELOW'],
    [10, 'AT_MOST'],
    [10.1, 'BELOW'],
    [null, null],
  ])('of %s is in the first band that holds: %s', (score, band) => {
    expect(computeValue({ classify: code('score'), ranges: levels }, lookupIn({ score }))).toBe(band);
  });

  test('is null outside of all bands', () => {
    expect(computeValue({ classify: code('score'), ranges: { HIGH: '>= 70' } }, lookupIn({ score: 69 }))).toBeNull();
    expect(computeValue({ classify: code('score') } as never, lookupIn({ score: 69 }))).toBeNull();
    expect(computeValue({ classify: code('uid'), ranges: levels }, lookupIn({ uid: '80' }))).toBeNull();
  });

  test.each([
    [[10, 0], 'SECOND'],
    [[0, 10], 'FIRST'],
    [[10, 10], 'FIRST'],
    [[10, null], null],
  ])('names the lowest of %j: %s', (answers, lowest) => {
    const compute = { lowest: { FIRST: code('answers[0]'), SECOND: code('answers[1]') } };
    expect(computeValue(compute, lookupIn({ answers }))).toBe(lowest);
  });

  test('is null while a name that it reads is not set', () => {
    const total = { value: code('sum(answers)') };
    expect(computeValue(total, lookupIn({ answers: [10, 5] }))).toBe(15);
    for (const answers of [[10, null], null]) expect(computeValue(total, lookupIn({ answers }))).toBeNull();
    expect(computeValue(total, lookupIn({}))).toBeNull();
    expect(computeValue({ lowest: {} } as never, lookupIn({}))).toBeNull();
  });

  test('is evaluated once, and the names of constants are no names', () => {
    let reads = 0;
    const context = initialContext(example, [], startAt({ saved: { answers: [10, 0] } }));
    const counted = {
      ...context,
      values: Object.defineProperty({ ...context.values }, 'answers', {
        get: () => {
          reads += 1;
          return [10, 0];
        },
      }),
    };
    const lookup = scopeOf(example, counted);
    expect([lookup('score'), lookup('level'), lookup('weakest')]).toEqual([50, 'LOW', 'SECOND']);
    const first = reads;
    expect([lookup('score'), lookup('level')]).toEqual([50, 'LOW']);
    expect(reads).toBe(first);
    expect(namesIn(['in', ['$', 'nome'], ['#', ['$', 'uid']]] as never)).toEqual(['nome']);
  });
});

describe('a name', () => {
  const context = { ...initialContext(example, [contact], startAt()), at: 7, reply: { a: 1 } };
  const flow = { ...example, texts: { hello: 'Olá' } } as unknown as typeof example;
  test('of the current place has precedence over a value, and both over other names', () => {
    const lookup = scopeOf(flow, { ...context, values: { now: 1 } }, { reply: 'extra' });
    expect([lookup('reply'), lookup('now')]).toEqual(['extra', 1]);
  });
  test('has a value where the engine provides one, and none otherwise', () => {
    const lookup = scopeOf(flow, context);
    expect(['texts', 'now', 'reply', 'error', 'other'].map(lookup)).toEqual([
      { hello: 'Olá' },
      7,
      { a: 1 },
      { message: null, status: null },
      undefined,
    ]);
    expect(lookup('visit')).toMatchObject({ src: null, utm_term: null, referrer: null, path: null });
    expect(scopeOf(example, context)('texts')).toEqual({});
    expect(scopeOf(flow, { ...context, error: { message: 'x', status: 500 } })('error')).toEqual({
      message: 'x',
      status: 500,
    });
  });
});

test('a text loses its markup, and keeps what its expressions render', () => {
  const lookup = lookupIn({ nome: 'Ana' });
  const v = code('nome');
  expect(plainText('a', lookup)).toBe('a');
  expect(plainText(['a ', { b: ['b ', { i: ['c ', { v }] }] }, { a: [' d'], to: '/x' }] as never, lookup)).toBe(
    'a b c Ana d',
  );
  expect(fillTemplate(['<', { v }, '>'], lookupIn({ nome: null }))).toBe('<>');
});

describe('the values of a session at its start', () => {
  const type = { type: 'text', aliases: ['old'] } as const;
  const flow = { ...example, data: { ...example.data, note: type } } as unknown as typeof example;
  const valuesOf = (saved: Record<string, Json>) => initialContext(flow, [contact], startAt({ saved })).values;
  test('are empty, generated, or the defaults of the fields', () => {
    expect(valuesOf({})).toEqual({
      uid: startAt().ids['uid'],
      answers: [null, null],
      result: null,
      note: null,
      nome: '',
      wa: '',
      ok: true,
    });
    expect(initialContext(flow, [contact], undefined).values).toEqual({});
  });
  test('are those of an earlier visit if they fit', () => {
    expect(valuesOf({ note: 'a', nome: 'Ana', ok: false })).toMatchObject({ note: 'a', nome: 'Ana', ok: false });
    expect(valuesOf({ note: null, old: 'b' })).toMatchObject({ note: 'b' });
    expect(valuesOf({ note: 7, answers: [10, 3] })).toMatchObject({ note: null, answers: [null, null] });
    expect(valuesOf({ answers: [10, null] })).toMatchObject({ answers: [10, null] });
  });
  test('include a field that was saved under an alias', () => {
    const renamed = { ...contact, fields: contact.fields.map((each) => ({ ...each, aliases: [`old-${each.name}`] })) };
    const { values } = initialContext(
      flow,
      [renamed],
      startAt({ saved: { 'old-nome': 'Ana', wa: '1', 'old-wa': '2' } }),
    );
    expect(values).toMatchObject({ nome: 'Ana', wa: '1' });
  });
});

describe('data that a step fetched', () => {
  const flow = {
    ...example,
    steps: {
      ...example.steps,
      result: {
        ...example.steps['result'],
        fetch: { calls: [{ get: '/api/result', with: { a: code('answers[0]'), now: ['$', 'now'] } }] },
      },
    },
  } as unknown as typeof example;
  const at = (saved: Record<string, Json>, query: Record<string, string> = {}) =>
    initialContext(flow, [contact], startAt({ screen: 'result', saved, query }));
  const [one, other] = [startAt().ids['uid'] as string, '1b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11'];
  test('is identified by what its calls send, but for the time', () => {
    const key = loadKey(flow, 'result', at({ uid: one, answers: [10, 0] }));
    expect(JSON.parse(key)).toEqual([one, [10, 0]]);
    expect(loadKey(flow, 'result', { ...at({ uid: one, answers: [10, 0] }), at: 5 })).toBe(key);
    expect(loadKey(flow, 'result', at({ uid: other, answers: [10, 0] }))).not.toBe(key);
    expect(loadKey(flow, 'intro', at({}))).toBe('[]');
    expect(loadKey(flow, 'none', at({}))).toBe('[]');
  });
  test('is current at the start only for the same values', () => {
    const saved = { uid: one, answers: [10, 0] };
    const context = at(saved, { uid: one });
    const loaded = loadedAtStart(flow, { saved, loaded: ['result'] }, context);
    expect(loaded).toEqual({ result: loadKey(flow, 'result', context) });
    expect(loadedAtStart(flow, { saved, loaded: ['result'] }, at(saved, { uid: other }))).toEqual({});
    expect(loadedAtStart(flow, { saved }, context)).toEqual({});
    expect(loadedSteps(flow, { ...context, loaded })).toEqual(['result']);
    expect(loadedSteps(flow, { ...at({ uid: other }), loaded })).toEqual([]);
  });
});

describe('values in an address', () => {
  const flow = {
    ...example,
    data: { ...example.data, code: { type: 'text' }, plan: { type: 'choice', of: ['a', 'b'] }, at: { type: 'record' } },
    steps: {
      ...example.steps,
      intro: { ...example.steps['intro'], query: { code: {}, plan: {}, answers: {}, none: {} } },
    },
  } as unknown as typeof example;
  test('are written as texts or as JSON, and read again', () => {
    const values = { code: '"7"', plan: 'b', answers: [10, 0], uid: 'x' };
    const query = { code: '"7"', plan: 'b', answers: '[10,0]' };
    expect(writeStepQuery(flow, 'intro', values)).toEqual(query);
    expect(readStepQuery(flow, 'intro', query)).toEqual({
      values: { code: '"7"', plan: 'b', answers: [10, 0] },
      lost: {},
    });
    expect(writeStepQuery(flow, 'intro', { code: null, none: 'x' })).toEqual({});
    expect([writeStepQuery(flow, 'none', values), writeStepQuery(flow, 'quiz', values)]).toEqual([{}, {}]);
  });
  test('are missing or invalid, each by its name', () => {
    expect(readStepQuery(flow, 'intro', { code: '', plan: 'c', answers: '[10' })).toEqual({
      values: {},
      lost: { code: 'missing', plan: 'invalid', answers: 'invalid' },
    });
    expect(readStepQuery(flow, 'intro', { answers: 'null' }).lost).toMatchObject({
      answers: 'invalid',
      code: 'missing',
    });
    const long = (count: number) => readStepQuery(flow, 'intro', { code: 'x'.repeat(count) }).lost['code'];
    expect([long(2000), long(2001)]).toEqual([undefined, 'invalid']);
    for (const step of [null, 'none'])
      expect(readStepQuery(flow, step, { code: 'a' })).toEqual({ values: {}, lost: {} });
  });
});

test('personal are the marked fields under all their names, and the marked values', () => {
  const flow = {
    ...example,
    data: { ...example.data, mail: { type: 'text', pii: 'email' } },
  } as unknown as typeof example;
  const fields = contact.fields.map((field) => ({ ...field, aliases: [`old-${field.name}`] }));
  expect([...personalNames(flow, [{ ...contact, fields }])]).toEqual([
    ['nome', 'name'],
    ['old-nome', 'name'],
    ['wa', 'phone'],
    ['old-wa', 'phone'],
    ['mail', 'email'],
  ]);
  const { data: _, ...without } = flow;
  expect([...personalNames(without, [])]).toEqual([]);
});
