import type { Authoring } from '../kinds/authoring.ts';

export const time: Authoring<'time', 'text'> = {
  control: 'text',
  autofill: [],
  typed: false,
  define: (base) => ({ ...base, type: 'text', attributes: { type: 'time' } }),
  rules: (_, { texts }) => [
    { rule: 'pattern', pattern: '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?', message: texts.fieldTime },
  ],
};
