import { expect, test } from 'vitest';
import { compileFlow } from '../../../engine/flow/index.ts';
import { formValidator } from '../../../engine/forms/index.ts';
import { sendEvent, startSession } from '../../../engine/session/session.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { messages } from '../forms/example-forms.ts';
import { contact, example } from './example-flow.ts';

test.each([
  ['valid', { nome: 'Ana', wa: '(11) 98765-4321', consent: true }],
  ['invalid', { nome: '' }],
])('a form is validated once on a %s submission', (_, values) => {
  const runs: unknown[] = [];
  const validate = formValidator([contact], messages);
  const compiled = compileFlow(example, [contact], (form, given) => {
    runs.push(given);
    return validate(form, given);
  });
  const { session } = startSession(compiled, startAt({ screen: 'contact', query: { answers: '[10,10]' } }));
  const stamp = { at: 1, random: 0 };
  const first = sendEvent(session, { type: 'SUBMIT', values }, stamp);
  expect(first.handled).toBe(true);
  expect(runs.length).toBe(1);
  // A second submission is another event.
  sendEvent(session, { type: 'SUBMIT', values }, stamp);
  expect(runs.length).toBe(2);
});
