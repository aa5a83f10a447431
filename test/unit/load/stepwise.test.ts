/** Intakes that accept a form step by step: what the loader refuses, and what a session posts on each step. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../engine/flow/index.ts';
import { formValidator } from '../../../engine/forms/index.ts';
import { sendEvent, startSession } from '../../../engine/session/session.ts';
import { baseWith, load } from './fixtures.ts';

const habits = `form: habits
fields:
  habit:
    type: text
    label: Habit
    rules: [{ rule: required, message: Say one. }]
  channels:
    type: choices
    label: Channels
    submitAs: joined
    options: [{ value: site, label: Site }, { value: shop, label: Shop }]
    rules: [{ rule: atLeast, count: 1, message: Choose one. }]
`;
const api = `api: steps
intakes:
  steps:
    post: /api/steps
    input:
      step: { type: number, allowed: [1, 2, 3] }
      source: { type: text, optional: true }
    forms:
      by: step
      cases: { '1': [contact], '2': [habits], '3': [contact, habits] }
      always: [email]
    records: steps
    retention: { days: 730 }
    lookupBy: email
`;
const call = (step: number, more = '') =>
  `    submit: { calls: [{ post: /api/steps, with: { step: ${step}${more} } }], onError: { alert: Not sent. } }\n`;
const flow = `flow: steps
page: stepped
start: one
steps:
  one:
    path: [/steps]
    form: contact
    show: [{ type: form, submit: Next }]
${call(1, ', source: "\'here\'"')}    next: two
  two:
    form: habits
    show: [{ type: form, submit: Next }]
${call(2)}    next: three
  three:
    form: habits
    show: [{ type: form, submit: Send }]
${call(3)}    final: true
`;
const files = (changed: Readonly<Record<string, string>> = {}) =>
  baseWith({
    'steps.api.yaml': api,
    'habits.form.yaml': habits,
    'steps.flow.yaml': flow,
    'stepped.page.yaml': 'page: stepped\ntitle: Steps\nblocks:\n  - type: stage\n',
    ...changed,
  });

test('each call contains the fields of its step and the shared ones', () => {
  const { site, problems } = load(files());
  expect(problems).toEqual([]);
  const definition = site?.flows['steps'];
  if (site === null || definition === undefined) throw new Error('not loaded');
  const forms = definition.forms.flatMap((id) => site.forms[id] ?? []);
  const validate = formValidator(forms, {
    tooLong: 'x',
    wrongType: 'x',
    unknownOption: 'x',
    beyondMask: 'Dígitos a mais.',
    foreignCode: 'Outro país.',
  });
  const input = { screen: null, query: {}, visit: {}, at: 0, random: 0, ids: {}, saved: {} };
  let { session } = startSession(compileFlow(definition, forms, validate), input);
  const posted: unknown[] = [];
  const person = { name: 'Ana', email: 'ana@example.com', plan: 'full', agree: true };
  const own = { habit: 'Daily', channels: ['site', 'shop'] };
  for (const values of [person, own, own]) {
    const sent = sendEvent(session, { type: 'SUBMIT', values }, { at: 1, random: 0 });
    const [effect] = sent.effects;
    if (effect?.kind !== 'call') throw new Error('no call');
    posted.push(effect.payload);
    ({ session } = sendEvent(sent.session, { type: 'DONE', id: effect.id, output: {} }, { at: 2, random: 0 }));
  }
  const joined = { habit: 'Daily', channels: 'site, shop' };
  expect(posted).toEqual([
    { ...person, step: 1, source: 'here' },
    { ...joined, email: person.email, step: 2 },
    { ...person, ...joined, step: 3 },
  ]);
});

test('a shared field is personal if its form marks it', () => {
  const { site } = load(files());
  expect(site?.intakes['steps']?.input['email']).toEqual({ type: 'text', pii: 'email' });
  expect(site?.intakes['steps']?.input['name']).toEqual({ type: 'text', pii: 'name', optional: true });
});

describe('refuses', () => {
  test.each<[string, string, string, string[]]>([
    ['a step without forms', ", '3': [contact, habits] }", ' }', ['intake-forms:10']],
    ['forms of no step', "'3': [contact, habits]", "'3': [contact], '4': [habits]", ['intake-forms:10']],
    [
      'a value that may be left out',
      'allowed: [1, 2, 3] }',
      'allowed: [1, 2, 3], optional: true }',
      ['intake-forms:9'],
    ],
    ['a value without bounds', 'type: number, allowed: [1, 2, 3]', 'type: number', ['intake-forms:9']],
    ['a value that is not accepted', 'by: step', 'by: stop', ['intake-forms:9']],
    ['one form beside them', '    forms:', '    form: contact\n    forms:', ['intake-forms:9']],
    ['an unknown form', '[habits]', '[habit]', ['form-unknown:10']],
    ['an unknown field', 'always: [email]', 'always: [mail]', ['accepted-unknown:11']],
  ])('%s', (_, from, to, wanted) => {
    expect(api).toContain(from);
    const { problems } = load(files({ 'steps.api.yaml': api.replace(from, to) }));
    expect(problems.map(({ code, line }) => `${code}:${line}`)).toEqual(wanted);
  });
});
