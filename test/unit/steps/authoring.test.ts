/** What the loader knows about each step kind, and the definitions that it makes of the steps of a file. */
import { describe, expect, test } from 'vitest';
import { authoringOf, defineSteps, kindKeys, kindOfStep, roleOfStep } from '../../../engine/steps/authoring.ts';
import type { AddFault, FlowAround } from '../../../engine/steps/parts/authoring.ts';
import type { Step, StepKind } from '../../../schemas/generated/types.ts';

const message = { toast: 'Erro' };
const calls = { calls: [{ post: '/api/a' }], onError: message };
const reactions = { go: { to: 'b' } };

/** A step of each kind as in a file, with every key that its kind has. */
const whole = {
  ask: { ask: 'set', next: 'b', on: reactions, onEmpty: message, onError: message },
  form: { form: 'contact', submit: calls, log: { a: '1' }, notify: message, fetch: calls, on: reactions, next: 'b' },
  delay: { delay: '1s', next: 'b', on: reactions },
  branch: { branch: [{ when: 'a', to: 'b' }, { to: 'c' }] },
  redirect: { redirect: { to: '/away' } },
  close: { close: true },
  show: { fetch: calls, on: reactions },
} as const satisfies { readonly [K in StepKind]: object };
const kinds = Object.keys(whole) as StepKind[];
const stepOf = (kind: StepKind, more: object = {}): Step => ({ ...more, ...whole[kind] }) as Step;
const definitionOf = (step: object) => defineSteps({ a: step as Step })['a'];

describe.each(kinds)('a step of the kind %s', (kind) => {
  test('is recognised by its key', () => {
    expect(kindOfStep(stepOf(kind))).toBe(kind);
    expect(kindKeys(stepOf(kind))).toEqual(kind === 'show' ? [] : [kind]);
  });

  test('keeps its own keys and those that every step has, and no others', () => {
    const shared = { path: ['/a'], title: 'A', show: [] };
    expect(definitionOf(stepOf(kind, shared))).toEqual({ kind, ...shared, ...whole[kind] });
    const stray = { submit: calls, onEmpty: message, fetch: calls, on: reactions, next: 'b' };
    const kept = Object.keys(definitionOf(stepOf(kind, stray)) ?? {});
    expect(kept.sort()).toEqual(['kind', ...Object.keys(whole[kind])].sort());
  });
});

test.each<[string, object]>([
  ['questions without a next step', { ask: 'set' }],
  ['a delay without a next step', { delay: '1s' }],
])('%s has no definition', (_, step) => expect(definitionOf(step)).toBeUndefined());

test('a step without optional keys has none in its definition', () => {
  expect(definitionOf({ form: 'contact' })).toStrictEqual({ kind: 'form', form: 'contact' });
  expect(definitionOf({ ask: 'set', next: 'b' })).toStrictEqual({ kind: 'ask', ask: 'set', next: 'b' });
  expect(definitionOf({ delay: '1s', next: 'b' })).toStrictEqual({ kind: 'delay', delay: '1s', next: 'b' });
  expect(definitionOf({})).toStrictEqual({ kind: 'show' });
});

test('the keys of two kinds are both found', () => {
  expect(kindKeys({ form: 'contact', close: true } as Step)).toEqual(['form', 'close']);
});

test('the role of a step follows from its kind', () => {
  expect(kinds.map((kind) => roleOfStep(stepOf(kind)))).toEqual([
    ...['screen', 'screen', 'pause', 'junction', 'exit', 'end', 'screen'],
  ]);
});

describe('the checks of a kind', () => {
  const faultsOf = (step: object): unknown[] => {
    const faults: unknown[] = [];
    const add = ((...fault: unknown[]) => faults.push(fault)) as AddFault;
    authoringOf(step as Step).check(step as Step, add);
    return faults;
  };
  const when = 'a';
  const both = { first: 'submit', second: 'notify' };

  test.each<[string, object, unknown[]]>([
    ['a branch that ends without a condition', { branch: [{ when, to: 'b' }, { to: 'c' }] }, []],
    ['a branch with one way', { branch: [{ to: 'c' }] }, []],
    [
      'a branch whose last way has a condition',
      {
        branch: [
          { when, to: 'b' },
          { when, to: 'c' },
        ],
      },
      [['branch-else-missing', ['branch', 1, 'when'], 'value']],
    ],
    [
      'a branch with a way that is never taken',
      { branch: [{ to: 'b' }, { when, to: 'c' }, { to: 'd' }] },
      [['branch-else-early', ['branch', 0, 'to'], 'value']],
    ],
    ['a form that submits', { form: 'contact', submit: calls }, []],
    ['a form that continues', { form: 'contact', next: 'b' }, []],
    ['a form with a toast', { form: 'contact', notify: { toast: 'A' } }, []],
    ['a form with an alert', { form: 'contact', notify: { alert: 'A' } }, []],
    ['a form without effect', { form: 'contact' }, [['form-without-submit', ['form'], 'key']]],
    ['a form with an empty message', { form: 'contact', notify: {} }, [['message-empty', ['notify'], 'key']]],
    [
      'a form that submits and notifies, whose message is not judged',
      { form: 'contact', submit: calls, notify: {} },
      [['step-mixed', ['notify'], 'key', both]],
    ],
    ['texts', {}, []],
  ])('%s', (_, step, faults) => expect(faultsOf(step)).toEqual(faults));
});

describe('the steps that a step leads to', () => {
  const leads = (step: object) => {
    const { branches, entersAtOnce } = authoringOf(step as Step);
    return [branches(step as Step), entersAtOnce(step as Step)];
  };

  test('are those of its branches, all at once', () => {
    expect(leads(whole.branch)).toEqual([
      ['b', 'c'],
      ['b', 'c'],
    ]);
  });

  test('include the next one of a delay that has no length', () => {
    expect(leads({ delay: '0s', next: 'b' })).toEqual([[], ['b']]);
    expect(leads({ delay: '0s to 1s', next: 'b' })).toEqual([[], []]);
    expect(leads({ delay: '0s' })).toEqual([[], []]);
  });

  test.each(['ask', 'form', 'redirect', 'close', 'show'] as const)('are apart from next and on: %s', (kind) => {
    expect(leads(whole[kind])).toEqual([[], []]);
  });
});

describe('the values that a step collects', () => {
  const around: FlowAround = {
    questions: { set: { saveAs: 'answers', items: [{ id: 'one', question: 'One?', options: [] }] } as never },
    fieldsOf: (form) => [`${form}.name`, `${form}.email`],
  };
  test.each<[string, object, string[]]>([
    ['the answers of its questions', whole.ask, ['answers']],
    ['no answers of unknown questions', { ask: 'none' }, []],
    ['the fields of its form', whole.form, ['contact.name', 'contact.email']],
    ['none of a delay', whole.delay, []],
  ])('%s', (_, step, names) => expect(authoringOf(step as Step).collects(step as Step, around)).toEqual(names));
});

test('each kind has what its step needs, with the reason', () => {
  const needs = kinds.map((kind) => {
    const { block, needsNext } = authoringOf(stepOf(kind));
    return [kind, block, needsNext];
  });
  expect(needs).toEqual([
    ['ask', { role: 'questions', because: 'asks questions' }, 'asks questions'],
    ['form', { role: 'form', because: 'has a form' }, null],
    ['delay', null, 'waits'],
    ...(['branch', 'redirect', 'close', 'show'] as const).map((kind) => [kind, null, null]),
  ]);
});

test('only questions have a position, which their texts can read', () => {
  const numbers = { step: { kind: 'number' }, steps: { kind: 'number' } };
  expect(kinds.map((kind) => authoringOf(stepOf(kind)).reads)).toEqual([numbers, {}, {}, {}, {}, {}, {}]);
});
