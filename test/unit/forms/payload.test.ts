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

test('an amount is sent in its smallest unit, and validated as an amount again', () => {
  const number = { group: '.', point: ',', decimals: 2, minor: 100, sign: 'R$' };
  const rules = [{ rule: 'number', message: 'Quanto?' }] as const;
  const compiled = compileForm(formOf({ type: 'text', submitAs: 'number', number, rules }), messages);
  const sent = (campo: unknown) => payloadOf(compiled, { campo })['campo'];
  for (const text of ['1.234,56', '1234,56', '1234.56', 'R$ 1.234,56', 'R$\u00a01.234,56', ' 1.234,56 R$'])
    expect([text, sent(text)]).toEqual([text, 123_456]);
  expect([sent('1,01'), sent('0,07'), sent('4,35'), sent('12')]).toEqual([101, 7, 435, 1200]);
  expect([sent(''), sent('R$'), sent('1,234.56')]).toEqual([null, null, null]);
  expect(validateForm(compiled, { campo: 123_456 })).toMatchObject({ ok: true, values: { campo: '1234,56' } });
  for (const campo of ['1,234', 'dez', '1.23.4', 12.5, 1e300])
    expect([campo, validateForm(compiled, { campo }).ok]).toEqual([campo, false]);
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
