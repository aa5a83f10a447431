/** What visitors see at each state of a step, the screens that an address can lead to, and what a transition does. */
import { describe, expect, test } from 'vitest';
import type { FlowDefinition } from '../../../engine/definition.ts';
import { type SessionEvent, screenOf, sendEvent, startSession, stateOf } from '../../../engine/session/session.ts';
import { screensOf } from '../../../engine/steps/steps.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { code, compileExample, contact, contactStep, example } from '../session/example-flow.ts';

const stamp = { at: 5, random: 0.5 };
const uid = startAt().ids['uid'] as string;
const withSteps = (steps: object): FlowDefinition => ({ ...example, steps: { ...example.steps, ...steps } }) as never;

/** Sends events to a session of the example. @returns the session and the effects of the last event */
function sessionAt(screen: string | null, events: readonly SessionEvent[], flow = example, more: object = {}) {
  let { session, effects } = startSession(compileExample(flow), startAt({ screen, ...more }));
  for (const event of events) ({ session, effects } = sendEvent(session, event, stamp));
  return { session, effects };
}
const seen = (...given: Parameters<typeof sessionAt>) => {
  const { session } = sessionAt(...given);
  const { id, step, status, pending } = screenOf(session);
  return [stateOf(session), id, step, status, pending];
};
const press = (name: string): SessionEvent => ({ type: 'on', name });
const answers = { query: { answers: '[10,0]' } };
const result = { query: { uid } };
const filled: SessionEvent = { type: 'SUBMIT', values: { nome: 'Ana Souza', wa: '(11) 98765-4321', ok: true } };

describe('the screen of a state', () => {
  test('is ready, or waits for a timer, a call or its data', () => {
    expect(seen(null, [])).toEqual(['intro.ready', 'intro', 'intro', 'ready', null]);
    expect(seen(null, [press('begin')])).toEqual(['intro.do-begin', 'intro', 'intro', 'waiting', 'begin']);
    expect(seen('checking', [], withSteps({ checking: { ...example.steps['checking'], path: ['/c'] } }))).toEqual([
      ...['checking.run', 'checking', 'checking', 'waiting', null],
    ]);
    expect(seen('quiz', [])).toEqual(['quiz.one', 'quiz.one', 'quiz', 'ready', null]);
    expect(seen('contact', [filled], example, answers)).toEqual([
      'contact.call-0',
      'contact',
      'contact',
      'calling',
      null,
    ]);
    expect(seen('result', [], example, result)).toEqual(['result.load-0', 'result', 'result', 'loading', null]);
    const error = { message: null, status: 500 };
    expect(seen('result', [{ type: 'FAILED', id: 'call:result/load-0', error }], example, result)).toEqual([
      ...['result.failed', 'result', 'result', 'failed', null],
    ]);
  });

  test('of a step that leaves or ends the flow shows that something happens', () => {
    const flow = withSteps({
      intro: { path: ['/'], show: [], on: { leave: { to: 'gone' }, end: { to: 'ended' } } },
      gone: { redirect: { to: '/fora' } },
      ended: { close: true },
    });
    expect(seen(null, [press('leave')], flow)).toEqual(['gone', 'gone', 'gone', 'calling', null]);
    expect(seen(null, [press('end')], flow)).toEqual(['ended', 'ended', 'ended', 'waiting', null]);
  });

  test('has the question with its answer and its error, and no other screen has one', () => {
    const question = (events: readonly SessionEvent[]) => screenOf(sessionAt('quiz', events).session).question;
    const [first, second] = example.questions?.['two']?.items ?? [];
    expect(question([])).toEqual({
      ...{ set: 'two', index: 0, count: 2, item: first, selected: null, error: null },
    });
    expect(question([{ type: 'NEXT' }])?.error).toBe('Selecione.');
    expect(question([{ type: 'SELECT', value: 10 }])).toMatchObject({ selected: 10, error: null });
    expect(question([{ type: 'SELECT', value: 0 }])?.selected).toBe(0);
    expect(question([{ type: 'NEXT', value: 10 }])).toMatchObject({ index: 1, item: second, selected: null });
    expect(screenOf(sessionAt(null, []).session).question).toBeNull();
  });

  test('has the form of its step, among others', () => {
    const { session } = sessionAt('contact', [{ type: 'INPUT', field: 'nome', value: 'Ana' }], example, answers);
    expect(screenOf(session).form).toMatchObject({
      definition: { id: 'contact' },
      values: { nome: 'Ana' },
      problem: null,
    });
    expect(screenOf(sessionAt(null, []).session).form).toBeNull();
  });
});

describe('the screens of a flow', () => {
  const screens = (steps: object) => screensOf({ ...example, steps: steps as never }).map(({ screen }) => screen);
  const pause = (more: object) => ({ kind: 'delay', delay: { from: 1, to: 1 }, next: 'a', ...more });

  test('are its steps for visitors, each question, and the pauses that show something', () => {
    expect(screensOf(example)).toContainEqual({ screen: 'quiz.other', step: 'quiz' });
    expect(screens(example.steps)).toEqual([
      ...['intro', 'checking', 'quiz.one', 'quiz.other', 'quiz', 'contact', 'result', 'thanks'],
    ]);
    expect(screens({ a: pause({}), b: pause({ show: [] }), c: pause({ path: ['/c'] }) })).toEqual(['b', 'c']);
    expect(screens({ a: { kind: 'show' }, b: { kind: 'close', close: true, show: [] } })).toEqual(['a']);
  });
});

test('a branch empties the forms that it names, and no others', () => {
  const sent = (clear: readonly string[] | undefined) => {
    const flow = withSteps({
      contact: { ...contactStep, submit: undefined, next: 'route' },
      route: {
        kind: 'branch',
        branch: [
          { when: code('score >= 70'), to: 'result' },
          { to: 'thanks', ...(clear && { clear }) },
        ],
      },
    });
    const { session } = sessionAt('contact', [filled], flow, answers);
    expect(stateOf(session)).toBe('thanks.ready');
    return session.snapshot.context.values;
  };
  const [name] = contact.fields;
  expect(sent(undefined)).toMatchObject({ [name?.name as string]: 'Ana Souza', ok: true });
  expect(sent(['contact'])).toMatchObject({ nome: '', wa: '', ok: false });
});

test('a reaction posts in the background under a name of its own', () => {
  const loaded: SessionEvent = { type: 'DONE', id: 'call:result/load-0', output: { score: 100 } };
  const { effects } = sessionAt('result', [loaded, press('talk')], example, result);
  expect(effects.find(({ kind }) => kind === 'call')).toMatchObject({
    ...{ id: 'post:result/talk', path: '/api/click', background: true, payload: { uid, what: 'talk' } },
  });
  const plain = withSteps({
    result: { ...example.steps['result'], on: { talk: { post: { path: '/api/click' } } } },
  });
  const posted = sessionAt('result', [loaded, press('talk')], plain, result).effects;
  expect(posted.find(({ kind }) => kind === 'call')).toMatchObject({ payload: { uid } });
});
