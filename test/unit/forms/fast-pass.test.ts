import { describe, expect, test, vi } from 'vitest';
import { withFastPass } from '../../../engine/forms/fast-pass.ts';
import { compileForm, type FormDefinition, validateForm } from '../../../engine/forms/index.ts';
import type { AnyRuleCases } from '../../../engine/rules/rule-cases.ts';
import { application, conditional, formOf, identification, messages, survey } from './example-forms.ts';
import { ruleCases } from './generated/rule-cases.ts';

/** A form, and whether Yup has run its schema. */
function watched(form: FormDefinition) {
  const compiled = compileForm(form, messages);
  const run = vi.spyOn(compiled.schema, 'validateSync');
  return { fast: withFastPass(compiled), run };
}

describe('the fast pass', () => {
  test('accepts what is valid without Yup', () => {
    const { fast, run } = watched(identification);
    const values = { nome: ' Ana Souza ', email: 'ana@x.example', wa: '(11) 98765-4321', consentimento: true };
    expect(validateForm(fast, values)).toEqual(validateForm(compileForm(identification, messages), values));
    expect(run).not.toHaveBeenCalled();
  });

  test('leaves errors and their messages to Yup', () => {
    const { fast, run } = watched(identification);
    const values = { nome: 'A', email: 'ana@x', wa: '1' };
    expect(validateForm(fast, values)).toEqual(validateForm(compileForm(identification, messages), values));
    expect(validateForm(fast, values)).toMatchObject({ ok: false });
    expect(run).toHaveBeenCalled();
  });

  test('leaves rules with a condition to Yup', () => {
    const rules = [{ rule: 'required', message: 'Falta', when: ['==', ['$', 'outro'], 'sim'] }] as never;
    const form = formOf({ rules });
    const compiled = compileForm(form, messages);
    expect(withFastPass(compiled)).toBe(compiled);
  });

  test.each(Object.entries<AnyRuleCases>(ruleCases))('gives every case of %s the verdict of Yup', (_, each) => {
    const form = formOf({ ...each.field, rules: [each.rule] });
    const { fast, run } = watched(form);
    for (const value of each.passes) expect(validateForm(fast, { campo: value }).ok, JSON.stringify(value)).toBe(true);
    expect(run).not.toHaveBeenCalled();
    for (const value of each.fails) expect(validateForm(fast, { campo: value }).ok, JSON.stringify(value)).toBe(false);
  });

  test.each([application, conditional, survey])('judges an empty form like Yup', (form) => {
    const compiled = compileForm(form, messages);
    expect(validateForm(withFastPass(compiled), {})).toEqual(validateForm(compiled, {}));
  });
});
