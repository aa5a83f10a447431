/** Steps that close an overlay, and forms without a call; loaded from YAML as an author writes them. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../engine/flow/index.ts';
import { formValidator } from '../../../engine/forms/index.ts';
import { screenOf, sendEvent, startSession, stateOf } from '../../../engine/session/session.ts';
import { baseWith, load } from '../load/fixtures.ts';

const page =
  'page: about\npaths: [/about]\ntitle: About\noverlays:\n  ask: { flow: ask, label: x }\nblocks:\n  - { type: actions, actions: [{ label: Ask, open: ask }] }\n';
const flow = (form: string, more = '') => `flow: ask
start: form
steps:
  form:
    form: contact
    notify: { alert: 'Thanks, {{ name }}.' }
    show:
      - { type: form, submit: Send, back: Back }
    on:
      back: { to: end }
${form}
  end:
    close: true
${more}`;

function started(text: string) {
  const { site, problems } = load(baseWith({ 'about.page.yaml': page, 'ask.flow.yaml': text }));
  expect(problems).toEqual([]);
  const definition = site?.flows['ask'];
  const contact = site?.forms['contact'];
  if (definition === undefined || contact === undefined) throw new Error('not loaded');
  const validate = formValidator([contact], {
    tooLong: 'x',
    wrongType: 'x',
    unknownOption: 'x',
    beyondMask: 'Dígitos a mais.',
    foreignCode: 'Outro país.',
  });
  return startSession(compileFlow(definition, [contact], validate), {
    screen: null,
    query: {},
    visit: {},
    at: 0,
    random: 0,
    ids: {},
    saved: {},
  }).session;
}
const stamp = { at: 1, random: 0 };
const good = { type: 'SUBMIT', values: { name: 'Ana', email: 'ana@example.com', plan: 'full', agree: true } } as const;

describe('a form without a call', () => {
  test('shows its message and stays, with its values', () => {
    const { session, effects } = sendEvent(started(flow('')), good, stamp);
    expect(effects).toEqual([{ kind: 'alert', text: 'Thanks, Ana.' }]);
    expect(stateOf(session)).toBe('form.ready');
    expect(screenOf(session).form).toMatchObject({ values: { name: 'Ana' }, errors: {} });
  });
  test('continues if there is a next step', () => {
    const { session, effects } = sendEvent(started(flow('    next: end')), good, stamp);
    expect(effects).toEqual([{ kind: 'alert', text: 'Thanks, Ana.' }, { kind: 'close' }]);
    expect(stateOf(session)).toBe('end');
  });
  test('is validated like any other', () => {
    const { session, effects } = sendEvent(
      started(flow('')),
      { ...good, values: { ...good.values, email: 'x' } },
      stamp,
    );
    expect(effects).toEqual([{ kind: 'focus', field: 'email' }]);
    expect(screenOf(session).form?.errors).toEqual({ email: 'This is no e-mail address.' });
  });
});

test('a form’s back button sends back, and close closes', () => {
  const { session, effects, handled } = sendEvent(started(flow('')), { type: 'on', name: 'back' }, stamp);
  expect(handled).toBe(true);
  expect(effects).toEqual([{ kind: 'close' }]);
  // A closed overlay handles no events.
  expect(sendEvent(session, good, stamp).handled).toBe(false);
});

test.each<[string, string, string]>([
  ['say and submit', '    submit: { calls: [{ post: /api/clicks }], onError: { alert: x } }', 'step-mixed'],
  ['close and wait', '    close: true', 'step-mixed'],
])('a step cannot have %s', (_, more, code) => {
  const { problems } = load(baseWith({ 'about.page.yaml': page, 'ask.flow.yaml': flow(more) }));
  expect(problems.map((problem) => problem.code)).toContain(code);
});

test('a form with a back button needs a step that handles it', () => {
  const text = flow('').replace('    on:\n      back: { to: end }\n', '    next: end\n');
  const { problems } = load(baseWith({ 'about.page.yaml': page, 'ask.flow.yaml': text }));
  expect(problems.map(({ code, line }) => [code, line])).toEqual([['event-unhandled', 8]]);
});
