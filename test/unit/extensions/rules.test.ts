/** Rules of a site's own in forms: one code on both sides. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileForm, validateForm } from '../../../engine/forms/index.ts';
import { formMessages } from '../../../engine/messages/catalogue.ts';
import { extensionRule } from '../../../engine/rules/extension/extension.ts';
import { loadFunnels } from '../../harness/load-site.ts';
import { projectRoot } from '../../harness/site-server.ts';

const site = await loadFunnels(join(projectRoot, 'test/fixtures/extensions/funnels'));
const form = site.forms['cadastro'];
if (form === undefined) throw new Error('The fixture has no form.');
const filled = { nome: 'Ana Souza', email: 'ana@example.com', documento: '529.982.247-25', empresa: '' };

test('a form knows the address of each rule that browsers have to fetch', () => {
  expect(form.more?.extension).toEqual({ cpf: site.extensions?.rules['cpf']?.address });
});

describe('a form', () => {
  const compiled = compileForm(form, formMessages(site.site), site.extensions?.rules);
  test.each([
    [{}, []],
    [{ documento: '529.982.247-26' }, ['Confira o CPF.']],
    [{ documento: '' }, ['Diga o seu CPF.']],
    [{ empresa: '11.222.333/0001-81' }, []],
    [{ empresa: '11.222.333/0001-82' }, ['Confira o CNPJ.']],
    [{ empresa: '529.982.247-25' }, ['Confira o CNPJ.']],
  ])('with %j has the errors %j', (values, messages) => {
    const verdict = validateForm(compiled, { ...filled, ...values });
    expect(verdict.ok ? [] : verdict.errors.map(({ message }) => message)).toEqual(messages);
  });

  test('does not compile without the code of its rules', () => {
    expect(() => compileForm(form, formMessages(site.site))).toThrow('The rule "cpf" is not loaded.');
  });
});

test('an error of a rule is a refusal, and a text over the limit does not reach it', () => {
  const seen: string[] = [];
  const test = (value: string): boolean => {
    seen.push(value);
    if (value === 'throw') throw new Error('unexpected');
    return true;
  };
  const rules = { odd: { test } };
  const field = { name: 'odd', type: 'text', label: 'Odd', maxLength: 5 } as const;
  const own = { rule: 'extension', name: 'odd', with: {}, valid: '', invalid: '', message: 'Odd.' } as const;
  const one = compileForm({ id: 'one', showErrors: 'all', fields: [{ ...field, rules: [own] }] }, messages, rules);
  expect(validateForm(one, { odd: 'even' }).ok).toBe(true);
  expect(validateForm(one, { odd: 'throw' })).toEqual({ ok: false, errors: [{ field: 'odd', message: 'Odd.' }] });
  expect(validateForm(one, { odd: 'too long' })).toEqual({ ok: false, errors: [{ field: 'odd', message: 'long' }] });
  expect(seen).toEqual(['even', 'throw']);
  expect(Object.keys(extensionRule(rules))).toEqual(['text']);
});

const messages = {
  tooLong: 'long',
  wrongType: 'type',
  unknownOption: 'option',
  beyondMask: 'mask',
  foreignCode: 'Outro país.',
};
