import { expect, test } from 'vitest';
import { autofillMistake } from '../../../engine/fields/autofill.ts';

test.each([
  ['text', 'name'],
  ['text', 'off'],
  ['text', 'tel-national'],
  ['text', 'section-payer billing postal-code'],
  ['email', 'email'],
  ['email', 'work email'],
  ['tel', 'tel'],
  ['tel', 'mobile tel'],
  ['textarea', 'street-address'],
] as const)('a field of type %s may have %s', (type, value) => {
  expect(autofillMistake(type, value)).toBeNull();
});

test.each([
  ['tel', 'tel-national', 'HTML does not allow tel-national on a field of type tel.', 'Write tel,'],
  ['email', 'name', 'HTML does not allow name on a field of type email.', 'Write email,'],
  ['text', 'street-address', 'HTML does not allow street-address on a field of type text.', 'Write '],
  ['text', 'nmae', 'HTML has no autocomplete token nmae.', 'Write name,'],
  ['text', 'name email', 'HTML has no autocomplete token name email.', 'Write '],
  ['text', 'work postal-code', 'work can only precede a telephone', 'Write postal-code,'],
  ['checkbox', 'name', 'A field of type checkbox has no autocomplete.', 'Remove '],
] as const)('a field of type %s may not have %s', (type, value, reason, instead) => {
  const mistake = autofillMistake(type, value);
  expect(mistake?.reason).toContain(reason);
  expect(mistake?.instead).toContain(instead);
});
