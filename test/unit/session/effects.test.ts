/** The effects of single actions, with the values that a session has. */
import { describe, expect, test } from 'vitest';
import type { FlowDefinition } from '../../../engine/definition.ts';
import { ExpressionError } from '../../../engine/expressions/error.ts';
import type { FlowContext } from '../../../engine/flow/context.ts';
import { addressAt } from '../../../engine/session/address.ts';
import type { Effect } from '../../../engine/session/effects.ts';
import { effectsOf } from '../../../engine/session/resolve.ts';
import { scopeAt, screenOf, sendEvent, startSession, stateOf, stepAt } from '../../../engine/session/session.ts';
import type { EffectName, EffectParams } from '../../../engine/steps/parts/actions.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { code, compileExample, compileWith, contact, example } from './example-flow.ts';

type Values = Readonly<Record<string, Json>>;
interface Given {
  readonly values?: Values;
  readonly context?: Partial<FlowContext>;
  readonly flow?: Partial<FlowDefinition>;
}

const uid = startAt().ids['uid'] as string;

/** The effects of any action of the machine. */
function actionOf(type: string, params: unknown, { values = {}, context = {}, flow = {} }: Given = {}): Effect[] {
  const compiled = compileExample({ ...example, ...flow } as FlowDefinition);
  const { snapshot } = startSession(compiled, startAt({ visit: { src: 'insta' } })).session;
  const own = { ...snapshot.context, ...context, values: { ...snapshot.context.values, ...values } };
  return effectsOf(compiled, { type, params, info: { context: own, event: { type: '' } } });
}
const effectsFor = <N extends EffectName>(name: N, params: EffectParams[N], given?: Given): Effect[] =>
  actionOf(name, params, given);

describe('a call', () => {
  const post = (send: Readonly<Record<string, unknown>>, given?: Given, path = '/api/start') =>
    effectsFor('post', { path, with: send as never, id: 'p' }, given)[0];
  const accepting = (input: object, more: object = {}): Given['flow'] => ({
    calls: { '/api/x': { method: 'POST', input, ...more } } as never,
  });

  test('in the background sends what the intake accepts and the visitor has', () => {
    expect(post({ nome: 'Ana' }, { values: { wa: '(11) 98765-4321', cpf: '1' } })).toEqual({
      kind: 'call',
      id: 'p',
      method: 'POST',
      path: '/api/start',
      payload: { uid, nome: 'Ana', wa: '11987654321', timestamp: startAt().at },
      times: ['timestamp'],
      timeout: 15_000,
      background: true,
    });
  });

  test('of the step waits for the outcome', () => {
    const input = { path: '/api/result', with: {}, timeout: 9 };
    expect(actionOf('xstate.spawnChild', { id: 'c', input })).toEqual([
      {
        kind: 'call',
        id: 'c',
        method: 'GET',
        path: '/api/result',
        payload: { uid },
        times: [],
        timeout: 9,
        background: false,
      },
    ]);
  });

  test('to a path that the flow does not declare sends nothing', () => {
    expect(post({ nome: 'Ana' }, {}, '/api/gone')).toMatchObject({ payload: {}, times: [] });
    const input = { path: '/api/gone', with: {}, timeout: 9 };
    expect(actionOf('xstate.spawnChild', { id: 'c', input })).toMatchObject([
      { method: 'POST', payload: {}, times: [] },
    ]);
  });

  test('omits null, and an empty text only where it is optional', () => {
    const flow = accepting({
      gone: { type: 'text' },
      none: { type: 'text' },
      empty: { type: 'text' },
      short: { type: 'text', optional: true },
      kept: { type: 'text', optional: true },
    }) as Partial<FlowDefinition>;
    const values = { none: null, empty: '', short: '', kept: 'a' };
    const context = startSession(compileExample(), startAt()).session.snapshot.context;
    const compiled = compileExample({ ...example, ...flow, data: { ...example.data, ...textData(values) } } as never);
    const [call] = effectsOf(compiled, {
      type: 'post',
      params: { path: '/api/x', with: {}, id: 'p' },
      info: { context: { ...context, values }, event: { type: '' } },
    });
    expect(call).toMatchObject({ payload: { empty: '', kept: 'a' } });
    expect(Object.keys((call as { payload: object }).payload)).toEqual(['empty', 'kept']);
  });

  test('that is made step by step sends only the fields of its step', () => {
    const fieldsBy = { by: 'stage', cases: { one: ['nome'], two: ['wa', 'both'], three: ['both'] } };
    const accepts = Object.fromEntries(['stage', 'nome', 'wa', 'both', 'uid'].map((name) => [name, { type: 'text' }]));
    const flow = accepting(accepts, { fieldsBy }) as Partial<FlowDefinition>;
    const sent = (stage: string) =>
      Object.keys((post({ stage, nome: 'a', wa: 'b', both: 'c' }, { flow }, '/api/x') as { payload: object }).payload);
    expect(sent('one')).toEqual(['stage', 'nome', 'uid']);
    expect(sent('two')).toEqual(['stage', 'wa', 'both', 'uid']);
    expect(sent('three')).toEqual(['stage', 'both', 'uid']);
    expect(sent('toString')).toEqual(['stage', 'uid']);
  });
});

const textData = (values: Values) => Object.fromEntries(Object.keys(values).map((name) => [name, { type: 'text' }]));

describe('arriving at a step', () => {
  test('shows its first path with the values of its address', () => {
    const given = { values: { answers: [10, 0] } };
    expect(effectsFor('navigate', { step: 'contact', screen: 'contact' }, given)).toEqual([
      { kind: 'navigate', path: '/contato', query: { answers: '[10,0]' }, screen: 'contact' },
    ]);
    expect(effectsFor('navigate', { step: 'intro', screen: 'intro' })).toMatchObject([{ path: '/intro', query: {} }]);
    expect(effectsFor('navigate', { step: 'checking', screen: 'checking' })).toMatchObject([{ path: null, query: {} }]);
  });
  test('of a flow without addresses shows none', () => {
    const flow = { start: 'a', calls: {}, steps: { a: { show: [], on: {} } } } as never;
    expect(effectsFor('navigate', { step: 'a', screen: 'a' }, { flow })).toEqual([]);
  });
});

describe('a message', () => {
  const tell = (message: object, more: object = {}) =>
    effectsFor('notify', { message, ...more } as EffectParams['notify']);
  test.each<[string, object, object, object[]]>([
    ['a toast', { toast: 'A', text: 'B' }, {}, [{ kind: 'toast', title: 'A', text: 'B' }]],
    ['a toast without a text', { toast: 'A' }, {}, [{ kind: 'toast', title: 'A', text: '' }]],
    ['an error', { toast: 'A' }, { failed: true }, [{ kind: 'toast', title: 'A', text: '', as: 'error' }]],
    [
      'a field’s error',
      { toast: 'A' },
      { failed: true, field: 'f' },
      [
        { kind: 'toast', title: 'A', text: '', as: 'echo' },
        { kind: 'focus', field: 'f' },
      ],
    ],
    ['an alert', { alert: 'A' }, {}, [{ kind: 'alert', text: 'A' }]],
    [
      'an alert of a field’s error',
      { alert: 'A' },
      { failed: true, field: 'f' },
      [
        { kind: 'alert', text: 'A', as: 'error' },
        { kind: 'focus', field: 'f' },
      ],
    ],
    ['a text in the page', { inline: 'A' }, {}, []],
    ['a field’s text in the page', { inline: 'A' }, { field: 'f' }, [{ kind: 'focus', field: 'f' }]],
  ])('%s', (_, message, more, effects) => {
    expect(tell(message, more)).toEqual(effects);
  });
});

describe('values that an address lacks', () => {
  const lost = (why: 'missing' | 'invalid', step: object, name = 'a') =>
    effectsFor(
      'notifyFallback',
      { step: 's' },
      {
        context: { lost: { [name]: why } },
        flow: { steps: { ...example.steps, s: { kind: 'show', show: [], ...step } } as never },
      },
    );
  const query = { a: { missing: 'Falta.', invalid: 'Errado.' } };
  const fallback = { toast: 'Erro', to: 'intro' };
  const toast = (text: string) => [{ kind: 'toast', title: 'Erro', text, as: 'error' }];
  test('are shown with their own texts', () => {
    expect(lost('missing', { query, fallback })).toEqual(toast('Falta.'));
    expect(lost('invalid', { query, fallback })).toEqual(toast('Errado.'));
    expect(lost('invalid', { query: { a: { missing: 'Falta.' } }, fallback })).toEqual(toast('Falta.'));
  });
  test('are not shown without a toast, nor for another step’s values', () => {
    expect(lost('missing', { query, fallback: { to: 'intro' } })).toEqual([]);
    expect(lost('missing', { query })).toEqual([]);
    expect(lost('missing', { query, fallback }, 'b')).toEqual([]);
    expect(lost('missing', { fallback })).toEqual([]);
    expect(effectsFor('notifyFallback', { step: 'contact' })).toEqual([]);
  });
});

describe('an invalid form', () => {
  const errors = { nome: 'Informe o nome.', wa: 'Informe o WhatsApp.' };
  const invalidEffects = (form: object, given: Readonly<Record<string, string>> = errors, id = 'contact') => {
    const compiled = compileWith({ ...contact, ...form } as never);
    const { snapshot } = startSession(compiled, startAt()).session;
    const info = { context: { ...snapshot.context, errors: given }, event: { type: '' } };
    return effectsOf(compiled, { type: 'notifyInvalid', params: { form: id }, info });
  };
  const focus = { kind: 'focus', field: 'nome' };
  test('shows its first error and focuses the field', () => {
    expect(invalidEffects({})).toEqual([{ kind: 'toast', title: 'Aviso', text: 'Informe o nome.', as: 'echo' }, focus]);
  });
  test('only focuses it without a title, with all errors in the page, and for another form', () => {
    expect(invalidEffects({ errorTitle: undefined })).toEqual([focus]);
    expect(invalidEffects({ showErrors: 'all' })).toEqual([focus]);
    expect(invalidEffects({}, errors, 'other')).toEqual([focus]);
  });
  test('without errors shows nothing', () => {
    expect(invalidEffects({}, {})).toEqual([]);
  });
});

describe('tracking', () => {
  test('has its name, and no more than it declares', () => {
    expect(effectsFor('track', { track: { name: 'Lead' } })).toEqual([
      { kind: 'track', event: 'Lead', prefix: null, data: {}, user: {} },
    ]);
  });
  test('has values, a prefix, the page, and whether it is sent once', () => {
    const track = {
      name: 'Lead',
      idPrefix: 'l',
      includePage: true,
      params: { src: code('visit.src') },
      user: { n: 'A' },
    };
    expect(effectsFor('track', { track, once: true } as never)).toEqual([
      { kind: 'track', event: 'Lead', prefix: 'l', data: { src: 'insta' }, user: { n: 'A' }, once: true, page: true },
    ]);
    expect(effectsFor('track', { track: { ...track, includePage: false } } as never)[0]).not.toHaveProperty('page');
  });
});

test('a log conceals what personal values take part in, computed values included', () => {
  const values = {
    name: code('nome'),
    both: code("default(visit.src, '') + nome"),
    level: code('score'),
    src: code('visit.src'),
    fixed: 'a1',
  };
  const given = {
    values: { nome: 'Ana 1', answers: [10, 10] },
    flow: { computed: { score: { value: '7' as never } } },
  };
  expect(effectsFor('log', { values }, given)).toEqual([
    {
      kind: 'log',
      values: { name: '••• •', both: '•••••••• •', level: '•', src: 'insta', fixed: 'a1' },
    },
  ]);
});

describe('leaving', () => {
  const leave = (redirect: object, given?: Given) =>
    effectsFor('redirect', { redirect: { to: '/fora', ...redirect } as never }, given)[0];
  test('appends the values that are set, as texts', () => {
    const params = { a: 'x', b: null, c: '', d: 5, e: false };
    expect(leave({ params })).toEqual({
      kind: 'leave',
      href: '/fora',
      preferred: null,
      append: { a: 'x', d: '5', e: 'false' },
    });
  });
  test.each<[Json, string | null]>([
    ['/dali', '/dali'],
    ['', null],
    [null, null],
    [5, null],
  ])('prefers the reply’s %j: %j', (reply, preferred) => {
    expect(leave({ urlFrom: code('reply') }, { context: { reply } })).toMatchObject({ preferred });
  });
  test('to an overlay’s page closes it; another address opens in a tab', () => {
    expect(actionOf('close', undefined)).toEqual([{ kind: 'close' }]);
    expect(effectsFor('openTab', { href: ['/a?', { v: code('visit.src') }] as never })).toEqual([
      { kind: 'open', href: '/a?insta' },
    ]);
  });
});

describe('the machine’s own actions', () => {
  test.each<[string, unknown, object[]]>([
    ['xstate.raise', { id: 'x', delay: 5 }, [{ kind: 'timer', id: 'x', ms: 5 }]],
    ['xstate.raise', { id: 'x' }, []],
    ['xstate.raise', { delay: 5 }, []],
    ['xstate.cancel', { sendId: 'x' }, [{ kind: 'cancel', id: 'x' }]],
    ['xstate.cancel', 'x', [{ kind: 'cancel', id: 'x' }]],
    ['xstate.stopChild', { id: 'x' }, [{ kind: 'forget', id: 'x' }]],
    ['xstate.stopChild', {}, []],
    ['xstate.stopChild', undefined, []],
  ])('%s with %j', (type, params, effects) => {
    expect(actionOf(type, params)).toEqual(effects);
  });

  test.each(['stamp', 'toString', 'xstate.log'])('%s is performed by nobody, and is an error', (type) => {
    expect(() => actionOf(type, undefined)).toThrow(`Nothing performs the action ${type} of the machine.`);
  });
});

describe('a session', () => {
  const stamp = { at: 1, random: 0 };
  const compiled = () => compileExample();
  const at = (screen: string, query: Readonly<Record<string, string>> = {}) =>
    startSession(compiled(), startAt({ screen, query })).session;

  test('has the address of its step', () => {
    expect(addressAt(at('contact', { answers: '[10,0]' }))).toEqual({ path: '/contato', query: { answers: '[10,0]' } });
    expect(addressAt(at('quiz.other'))).toEqual({ path: '/quiz', query: {} });
    const flow = { ...example, start: 'a', calls: {}, steps: { a: { show: [], on: {} } } } as never;
    expect(addressAt(startSession(compileExample(flow), startAt()).session)).toBeNull();
  });

  test('reads the position in the questions', () => {
    const position = (screen: string) => ['step', 'steps'].map((name) => scopeAt(at(screen))(name));
    expect(position('quiz.one')).toEqual([1, 2]);
    expect(position('quiz.other')).toEqual([2, 2]);
    expect(position('intro')).toEqual([undefined, undefined]);
    expect(screenOf(at('quiz.other')).question).toMatchObject({ set: 'two', index: 1, count: 2 });
    expect(screenOf(at('intro')).question).toBeNull();
  });

  test('finds a step by any of its paths', () => {
    expect(stepAt(compiled(), '/intro')).toBe('intro');
    expect(stepAt(compiled(), '/')).toBe('intro');
    expect(stepAt(compiled(), '/contato')).toBe('contact');
    expect(stepAt(compiled(), '/nowhere')).toBeNull();
  });

  test('starts handled; an event that nothing takes changes nothing', () => {
    expect(startSession(compiled(), startAt()).handled).toBe(true);
    const session = at('intro');
    const step = sendEvent(session, { type: 'NEXT' }, stamp);
    expect(step).toEqual({ session, effects: [], handled: false });
    expect(step.session).toBe(session);
  });

  test('passes an expression that has no value on, except in a reply or a call', () => {
    const broken = { track: { name: 'T', params: { a: code("texts['none']") } } };
    const steps = { ...example.steps, intro: { ...example.steps['intro'], on: { begin: { ...broken, to: 'quiz' } } } };
    const { session } = startSession(compileExample({ ...example, steps } as never), startAt());
    expect(() => sendEvent(session, { type: 'on', name: 'begin' }, stamp)).toThrow(ExpressionError);
  });

  test('takes a reply of the wrong type as a failure without a message', () => {
    const session = at('result', { uid });
    const step = sendEvent(session, { type: 'DONE', id: 'call:result/load-0', output: { score: 'x' } }, stamp);
    expect(stateOf(step.session)).toBe('result.failed');
    expect(step.session.snapshot.context.error).toEqual({ message: null, status: null });
  });
});
