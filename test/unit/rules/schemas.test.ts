/** Rules at the edges that `test/unit/forms/validate.test.ts` does not reach. */
import { expect, test } from 'vitest';
import { compileForm, type FieldDefinition, validateForm } from '../../../engine/forms/index.ts';
import { phoneMask } from '../../harness/masks.ts';
import { formOf, messages } from '../forms/example-forms.ts';

const message = 'No.';
const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

const passes = (field: Partial<FieldDefinition>, value: unknown): boolean =>
  validateForm(compileForm(formOf(field), messages), { campo: value }).ok;

test('at least two takes two and not one', () => {
  const field = { type: 'choices', options, rules: [{ rule: 'atLeast', count: 2, message }] } as const;
  expect(passes(field, ['a', 'b'])).toBe(true);
  expect(passes(field, ['a'])).toBe(false);
});

test('one choice that is not offered spoils a list', () => {
  const field = { type: 'choices', options, rules: [{ rule: 'oneOf', message }] } as const;
  expect(passes(field, ['a', 'b'])).toBe(true);
  expect(passes(field, ['a', 'z'])).toBe(false);
  expect(passes(field, ['a', 'a'])).toBe(false);
});

test('digits are counted without the prefixes of the mask', () => {
  const rules = [{ rule: 'digits', min: 10, max: 11, message }] as const;
  expect(passes({ type: 'tel', mask: phoneMask, rules }, '+55 11 98765-4321')).toBe(true);
  expect(passes({ type: 'tel', rules }, '+55 11 98765-4321')).toBe(false);
});

test('a pattern reads code points', () => {
  const rules = [{ rule: 'pattern', pattern: '.', message }] as const;
  expect(passes({ rules }, '👍')).toBe(true);
  expect(passes({ rules }, 'ab')).toBe(false);
});
