import type { Authoring } from '../kinds/authoring.ts';

export const dropdown: Authoring<'dropdown', 'choice'> = {
  control: 'choice',
  autofill: ['text'],
  typed: false,
  define: (base, { options }, { texts }) =>
    options === undefined ? null : { ...base, type: 'choice', options, look: 'dropdown', empty: texts.fieldSelect },
};
