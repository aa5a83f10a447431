import { describe, expect, test } from 'vitest';
import { withCountries } from '../../../engine/rules/phone/countries.ts';
import type { FieldDefinition } from '../../../schemas/generated/types.ts';

const offered = ['BR', 'PT'].map((value) => ({ value, label: value }));
const list: FieldDefinition = { type: 'choice', name: 'pais', label: 'País', options: offered, rules: [] };
const number: FieldDefinition = {
  ...{ type: 'tel', name: 'fone', label: 'Fone' },
  rules: [{ rule: 'phone', field: 'pais', country: 'BR', message: 'Confira.' }],
};
const countryOf = (values: Readonly<Record<string, unknown>>, country: FieldDefinition = list) =>
  withCountries([country, number], values)['pais'];

describe('the country of a telephone number', () => {
  test('is that of its code', () => {
    expect(countryOf({ pais: 'BR', fone: '+351 912 345 678' })).toBe('PT');
    expect(countryOf({ pais: 'PT', fone: '0055 81 98765-4321' })).toBe('BR');
    expect(countryOf({ fone: '+351912345678' })).toBe('PT');
  });

  test('stays the chosen one for a number without a code', () => {
    expect(countryOf({ pais: 'PT', fone: '912 345 678' })).toBe('PT');
    expect(countryOf({ pais: '', fone: '(81) 98765-4321' })).toBe('BR');
  });

  test('stays where the number is refused, or its country is not offered', () => {
    for (const fone of ['+351 9', '', '+1 212 555 0123', 351_912_345_678, null])
      expect(countryOf({ pais: 'BR', fone })).toBe('BR');
    const { options: _, ...typed } = { ...list, type: 'text' };
    expect(countryOf({ pais: 'BR', fone: '+351 912 345 678' }, typed as FieldDefinition)).toBe('BR');
    expect(withCountries([number], { fone: '+351912345678' })).toEqual({ fone: '+351912345678' });
  });
});
