import { expect, test } from 'vitest';
import { compileForm, payloadOf, validateForm } from '../../../engine/forms/index.ts';
import { phoneMask } from '../../harness/masks.ts';
import { application, formOf, messages, optional } from './example-forms.ts';

test('a field with sends: digits sends digits only, other fields send their value', () => {
  const compiled = compileForm(optional, messages);
  const raw = { email: ' a@b.c ', wa: ' (11) 98765-4321 ', name: 'Ana 2', extra: 'x' };
  const posted = { email: 'a@b.c', wa: '11987654321', nome: 'Ana 2' };
  expect(payloadOf(compiled, raw)).toEqual(posted);
  const verdict = validateForm(compiled, raw);
  if (!verdict.ok) throw new Error('the values should pass');
  expect(payloadOf(compiled, verdict.values)).toEqual(posted);
  expect(verdict.values.wa).toBe('(11) 98765-4321');
});

test('a field with submitAs: text keeps the mask', () => {
  const form = formOf({ type: 'tel', mask: phoneMask, submitAs: 'text' });
  expect(payloadOf(compileForm(form, messages), { campo: '(11) 3265-4321' })).toEqual({ campo: '(11) 3265-4321' });
});

test('lists and ticks are sent unchanged, empty fields as empty values', () => {
  const payload = payloadOf(compileForm(application, messages), { prioridade: ['clientes'], aceite: true });
  expect(payload).toMatchObject({ prioridade: ['clientes'], aceite: true, wa: '', acredita: '', src: '' });
  expect(JSON.parse(JSON.stringify(payload))).toEqual({ ...payload });
});

test('joined choices are sent as one text, and validated as choices again', () => {
  const options = ['a', 'b'].map((value) => ({ value, label: value }));
  const form = formOf({
    type: 'choices',
    options,
    submitAs: 'joined',
    rules: [{ rule: 'atLeast', count: 1, message: 'Escolha.' }],
  });
  const compiled = compileForm(form, messages);
  expect(payloadOf(compiled, { campo: ['a', 'b'] })).toEqual({ campo: 'a, b' });
  expect(validateForm(compiled, { campo: 'a, b' })).toMatchObject({ ok: true, values: { campo: ['a', 'b'] } });
  for (const campo of ['', 'a,b', 'c']) expect([campo, validateForm(compiled, { campo }).ok]).toEqual([campo, false]);
});
