/** Values of fields that an address supplies. */
import { expect, test } from 'vitest';
import type { FieldDefinition } from '../../../engine/forms/index.ts';
import { prefilledValues } from '../../../engine/forms/prefill.ts';
import { phoneMask } from '../../harness/masks.ts';
import { formOf } from './example-forms.ts';

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
  { value: 'c,d', label: 'C' },
];
const email = { rule: 'email', message: 'não' } as const;

test.each<[field: Partial<FieldDefinition>, query: string, value: unknown]>([
  [{}, 'p=Ana+Prado', 'Ana Prado'],
  [{}, 'p=%20Ana%20', 'Ana'],
  [{}, 'p=', undefined],
  [{}, 'q=Ana', undefined],
  [{}, 'p=a%0Ab', undefined],
  [{ type: 'textarea' }, 'p=a%0D%0Ab', 'a\nb'],
  [{}, `p=${'x'.repeat(121)}`, undefined],
  [{ maxLength: 3 }, 'p=abcd', undefined],
  // The visitor sees it, and can correct it.
  [{ type: 'email', rules: [email] }, 'p=ana@exemplo', 'ana@exemplo'],
  [{ type: 'email', rules: [email] }, 'p=ana+lista@exemplo.com', 'ana+lista@exemplo.com'],
  [{ type: 'hidden', rules: [email] }, 'p=ana@exemplo', undefined],
  [{ type: 'hidden', rules: [email] }, 'p=ana@exemplo.com', 'ana@exemplo.com'],
  [{ type: 'tel', mask: phoneMask }, 'p=%2B5581987654321', '(81) 98765-4321'],
  [{ type: 'choice', options }, 'p=b', 'b'],
  [{ type: 'choice', options }, 'p=x', undefined],
  [{ type: 'choices', options }, 'p=b,a,b', ['b', 'a']],
  [{ type: 'choices', options }, 'p=a&p=c,d&p=x', ['a', 'c,d']],
  [{ type: 'choices', options }, 'p=x,y', undefined],
  [{ type: 'checkbox' }, 'p=true', true],
  [{ type: 'checkbox' }, 'p=on', undefined],
])('%j at ?%s begins with %j', (field, query, value) => {
  const forms = [formOf({ ...field, prefill: 'p' })];
  expect(prefilledValues(forms, new URLSearchParams(query))).toEqual(value === undefined ? {} : { campo: value });
});

test('a field without `prefill` takes nothing from an address', () => {
  expect(prefilledValues([formOf({})], new URLSearchParams('campo=Ana&p=Ana'))).toEqual({});
});
