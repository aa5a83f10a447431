/** Conditions of fields and rules. */
import { describe, expect, test } from 'vitest';
import { hiddenFields } from '../../../engine/forms/conditions.ts';
import { compileForm, validateForm } from '../../../engine/forms/index.ts';
import { demandsValue } from '../../../engine/rules/demands.ts';
import { conditional, messages } from './example-forms.ts';

const compiled = compileForm(conditional, messages);
const verdict = (values: Record<string, unknown>) => validateForm(compiled, values);

describe('a field whose condition does not hold', () => {
  test.each<[Record<string, unknown>, string[]]>([
    [{}, ['canal', 'perfil', 'todos']],
    [{ equipe: 'nao', canal: 'rede' }, ['canal', 'perfil', 'todos']],
    [{ equipe: 'sim' }, ['perfil']],
    [{ equipe: 'sim', canal: 'busca' }, ['perfil']],
    [{ equipe: 'sim', canal: 'rede' }, []],
  ])('%o hides %o', (values, hidden) => expect([...hiddenFields(conditional.fields, values)]).toEqual(hidden));

  test('is not validated, and its value is dropped', () => {
    expect(verdict({ equipe: 'nao', canal: 'x', perfil: 'a', todos: true, motivo: 'Verba' })).toEqual({
      ok: true,
      values: { equipe: 'nao', canal: '', perfil: '', todos: false, motivo: 'Verba' },
    });
  });

  test('is validated once the condition holds', () => {
    expect(verdict({ equipe: 'sim' })).toEqual({ ok: false, errors: [{ field: 'canal', message: 'Escolha o canal' }] });
    expect(verdict({ equipe: 'sim', canal: 'rede', perfil: 'ab' })).toEqual({
      ok: false,
      errors: [{ field: 'perfil', message: 'Curto' }],
    });
    expect(verdict({ equipe: 'sim', canal: 'rede', perfil: 'abc' }).ok).toBe(true);
  });

  test('hides what depends on it, for any earlier choice', () => {
    expect(verdict({ equipe: 'nao', canal: 'rede', motivo: 'x' })).toMatchObject({ ok: true, values: { perfil: '' } });
  });
});

test('a rule with a condition applies only when it holds', () => {
  expect(verdict({ equipe: 'nao' })).toEqual({ ok: false, errors: [{ field: 'motivo', message: 'Diga o motivo' }] });
  expect(verdict({}).ok).toBe(true);
});

test('a rule with a condition does not demand a value of everybody', () => {
  const [rule] = conditional.fields.find(({ name }) => name === 'motivo')?.rules ?? [];
  expect(rule?.rule).toBe('required');
  expect(demandsValue(rule === undefined ? [] : [rule])).toBe(false);
});

test('of several errors only those of shown fields are reported, in form order', () => {
  const first = compileForm({ ...conditional, showErrors: 'first' }, messages);
  expect(validateForm(first, { equipe: 'sim', perfil: 'a' })).toEqual({
    ok: false,
    errors: [{ field: 'canal', message: 'Escolha o canal' }],
  });
});
