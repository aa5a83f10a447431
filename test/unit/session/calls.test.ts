/** What a session does around a call: before it, after its reply, after its failure, and when its data is current. */
import { describe, expect, test } from 'vitest';
import type { FlowDefinition } from '../../../engine/definition.ts';
import { loadedSteps } from '../../../engine/flow/load-state.ts';
import { type Session, type SessionEvent, sendEvent, startSession, stateOf } from '../../../engine/session/session.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { code, compileExample, example } from './example-flow.ts';

const uid = startAt().ids['uid'] as string;
const stamp = { at: 5, random: 0.5 };
const track = (name: string) => ({ name, params: { n: code('nome') } });

const flowWith = (steps: object, more: object = {}) =>
  compileExample({ ...example, ...more, steps: { ...example.steps, ...steps } } as never as FlowDefinition);

/** Sends events one after another. @returns the kinds of all effects with their names, and the session */
function sendAll(started: ReturnType<typeof startSession>, events: readonly SessionEvent[]) {
  const effects = [...started.effects];
  let { session }: { session: Session } = started;
  for (const event of events) {
    const step = sendEvent(session, event, stamp);
    session = step.session;
    effects.push(...step.effects);
  }
  return { effects, session, values: session.snapshot.context.values };
}
const done = (id: string, output: Json): SessionEvent => ({ type: 'DONE', id, output }) as SessionEvent;
const failed = (id: string, message: string | null = null, status: number | null = null): SessionEvent => ({
  type: 'FAILED',
  id,
  error: { message, status },
});

const filled = { nome: 'Ana Souza', wa: '(11) 98765-4321', ok: true };
const submitted: SessionEvent = { type: 'SUBMIT', values: filled };
const atContact = (contact: object, more: object = {}) =>
  startSession(
    flowWith({ contact: { path: ['/contato'], form: 'contact', show: [], next: 'thanks', ...contact } }, more),
    startAt({ screen: 'contact' }),
  );

describe('a form with calls', () => {
  const onError = { alert: 'Falhou.' };
  const submit = {
    calls: [{ post: '/api/start' }, { post: '/api/finish', with: { score: 7 } }],
    track: track('Sending'),
    timeout: 9000,
    onError,
    onSuccess: { track: track('Sent'), log: { who: code('nome') }, resetForm: true },
  };
  const ofCalls = (kind: string) => (each: { kind: string }) => each.kind === kind;

  test('makes them one after another, and tracks, logs and empties the form after the last', () => {
    const first = sendAll(atContact({ submit }), [submitted]);
    expect(stateOf(first.session)).toBe('contact.call-0');
    expect(first.effects.filter(ofCalls('track'))).toMatchObject([{ event: 'Sending', data: { n: 'Ana Souza' } }]);
    expect(first.effects.filter(ofCalls('call'))).toMatchObject([
      { path: '/api/start', timeout: 9000, background: false },
    ]);

    const second = sendAll(atContact({ submit }), [submitted, done('call:contact/call-0', {})]);
    expect(stateOf(second.session)).toBe('contact.call-1');
    expect(second.effects.filter(ofCalls('call'))[1]).toMatchObject({ path: '/api/finish', payload: { score: 7 } });
    expect(second.effects.filter(ofCalls('track'))).toHaveLength(1);
    expect(second.effects.filter(ofCalls('log'))).toEqual([]);
    expect(second.values['nome']).toBe('Ana Souza');

    const last = sendAll(atContact({ submit }), [
      submitted,
      done('call:contact/call-0', {}),
      done('call:contact/call-1', { a: 1 }),
    ]);
    expect(stateOf(last.session)).toBe('thanks.ready');
    const [, sent] = last.effects.filter(ofCalls('track'));
    expect(sent).toMatchObject({ event: 'Sent' });
    expect(sent).not.toHaveProperty('once');
    expect(last.effects.filter(ofCalls('log'))).toEqual([{ kind: 'log', values: { who: '••• •••••' } }]);
    expect(last.values).toMatchObject({ nome: '', wa: '', ok: true, uid });
    expect(loadedSteps(example, last.session.snapshot.context)).toEqual([]);
  });

  test('keeps the values of the form without resetForm, and waits fifteen seconds by default', () => {
    const plain = { calls: [{ post: '/api/start' }], onError };
    const { session, effects, values } = sendAll(atContact({ submit: plain }), [
      submitted,
      done('call:contact/call-0', {}),
    ]);
    expect([stateOf(session), values['nome']]).toEqual(['thanks.ready', 'Ana Souza']);
    expect(effects.filter(ofCalls('call'))).toMatchObject([{ timeout: 15_000 }]);
    expect(effects.filter((each) => each.kind === 'track' || each.kind === 'log')).toEqual([]);
  });

  test('returns to the form after a failure, unless the call may fail', () => {
    const fails = [submitted, failed('call:contact/call-0', 'Recusado.', 422)];
    const { session, effects } = sendAll(atContact({ submit }), fails);
    expect(stateOf(session)).toBe('contact.ready');
    expect(effects.at(-1)).toEqual({ kind: 'alert', text: 'Falhou.', as: 'error' });
    expect(session.snapshot.context).toMatchObject({ error: { message: 'Recusado.', status: 422 }, problem: null });

    const optional = { ...submit, calls: [{ post: '/api/start', continueOnError: true }, { post: '/api/finish' }] };
    expect(stateOf(sendAll(atContact({ submit: optional }), fails).session)).toBe('contact.call-1');
  });

  test('shows a failure in the form if its message is inline', () => {
    const inline = { ...submit, onError: { inline: ['Erro: ', { v: code("default(error.message, '?')") }] } };
    const { session } = sendAll(atContact({ submit: inline }), [submitted, failed('call:contact/call-0', 'não')]);
    expect(session.snapshot.context.problem).toBe('Erro: não');
  });
});

describe('a form without calls', () => {
  test('logs and notifies when it is valid, and goes on', () => {
    const { session, effects } = sendAll(
      atContact({ log: { who: code('nome') }, notify: { toast: 'Certo', text: 'Já vai.' } }),
      [submitted],
    );
    expect(stateOf(session)).toBe('thanks.ready');
    expect(effects).toContainEqual({ kind: 'log', values: { who: '••• •••••' } });
    expect(effects).toContainEqual({ kind: 'toast', title: 'Certo', text: 'Já vai.' });
  });

  test('keeps what was typed when it is invalid, and what it does not mention', () => {
    const started = atContact({ log: { who: code('nome') } });
    const typed: SessionEvent = { type: 'INPUT', field: 'wa', value: '11987' };
    const invalid: SessionEvent = { type: 'SUBMIT', values: { nome: ' ', ok: false } };
    const { session, effects, values } = sendAll(started, [typed, invalid]);
    expect(stateOf(session)).toBe('contact.ready');
    expect(values).toMatchObject({ nome: ' ', wa: '(11) 987', ok: false, uid });
    expect(session.snapshot.context.errors).toMatchObject({ nome: 'Informe o nome.' });
    expect(effects.some(({ kind }) => kind === 'log')).toBe(false);
    const stranger: SessionEvent = { type: 'INPUT', field: 'cpf', value: '1' };
    expect(sendAll(started, [typed, stranger]).values).not.toHaveProperty('cpf');
  });
});

describe('a reply', () => {
  const calls = {
    ...example.calls,
    '/api/result': { ...example.calls['/api/result'], responseKeys: ['score', 'level'] },
  };
  const data = (result: object, more: object = {}) => ({ calls, data: { ...example.data, result, ...more } });
  const fetching = (saveAs: object, more: object) =>
    startSession(
      flowWith(
        { result: { ...example.steps['result'], fetch: { calls: [{ get: '/api/result', saveAs }], onError: {} } } },
        more,
      ),
      startAt({ screen: 'result', query: { uid } }),
    );
  const replied = (saveAs: object, more: object, output: Json) =>
    sendAll(fetching(saveAs, more), [done('call:result/load-0', output)]);

  test('has null for each declared member that it lacks', () => {
    const whole = replied({ result: code('reply') }, data({ type: 'json' }), { score: 5 });
    expect(whole.values['result']).toEqual({ score: 5, level: null });
    expect(whole.session.snapshot.context.reply).toEqual({ score: 5, level: null });
    expect(whole.values['uid']).toBe(uid);
  });

  test.each([
    ['of another type', { type: 'number' }, code('reply.score'), { score: 'five' }, 'failed'],
    ['of its type', { type: 'number' }, code('reply.score'), { score: 5 }, 'ready'],
    ['that is absent', { type: 'number' }, code('reply.none'), { score: 5 }, 'failed'],
    ['that is absent and optional', { type: 'number', optional: true }, code('reply.none'), { score: 5 }, 'ready'],
    ['that cannot be computed', { type: 'number', optional: true }, code('1 / reply.score'), { score: 0 }, 'failed'],
  ])('with a member %s', (_, type, read, output, state) => {
    expect(stateOf(replied({ result: read }, data(type), output).session)).toBe(`result.${state}`);
  });
});

describe('data that a step has fetched', () => {
  const steps = {
    result: {
      path: ['/resultado'],
      query: { uid: { missing: '?' } },
      fallback: { to: 'intro' },
      fetch: { calls: [{ get: '/api/result' }], onError: {}, onSuccess: { track: track('Fetched') } },
      show: [],
      on: { talk: { to: 'thanks' } },
    },
    other: { path: ['/outra'], fetch: { calls: [{ get: '/api/result' }], onError: {} }, show: [], final: true },
  };
  const compiled = flowWith(steps);
  const fetched = [done('call:result/load-0', {})];
  const go = (screen: string): SessionEvent => ({ type: 'GO', screen });
  const other = '1b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';
  const start = (more: object = {}) => startSession(compiled, startAt({ screen: 'result', query: { uid }, ...more }));

  test('is tracked once per visit, and not fetched again on the way back', () => {
    const { session, effects } = sendAll(start(), fetched);
    expect(stateOf(session)).toBe('result.ready');
    expect(effects.filter(({ kind }) => kind === 'track')).toMatchObject([{ event: 'Fetched', once: true }]);
    expect(loadedSteps(compiled.flow, session.snapshot.context)).toEqual(['result']);
    const back = sendAll(start(), [...fetched, { type: 'on', name: 'talk' }, go('result')]);
    expect(stateOf(back.session)).toBe('result.ready');
    expect(back.effects.filter(({ kind }) => kind === 'call')).toHaveLength(1);
    expect(stateOf(sendAll(start(), [...fetched, go('other')]).session)).toBe('other.load-0');
  });

  test('is used at the start if it is that of the same address', () => {
    const at = (saved: string, loaded?: readonly string[]) =>
      stateOf(start({ saved: { uid: saved }, ...(loaded === undefined ? {} : { loaded }) }).session);
    expect(at(uid, ['result'])).toBe('result.ready');
    expect(at(other, ['result'])).toBe('result.load-0');
    expect(at(uid, ['other'])).toBe('result.load-0');
    expect(at(uid)).toBe('result.load-0');
  });

  test('is not needed to go back to a step that is its own fallback', () => {
    const own = flowWith(
      { result: { ...steps.result, fallback: { to: 'result' } } },
      { data: { ...example.data, uid: { type: 'uuid' } } },
    );
    const lost = flowWith(steps, { data: { ...example.data, uid: { type: 'uuid' } } });
    const arrivedAt = (flow: typeof own) =>
      stateOf(sendAll(startSession(flow, startAt({ screen: 'thanks' })), [go('result')]).session);
    expect([arrivedAt(own), arrivedAt(lost)]).toEqual(['result.load-0', 'thanks.ready']);
  });
});
