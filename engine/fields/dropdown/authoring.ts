import { type Authoring, offeredRule } from '../kinds/authoring.ts';

export const dropdown: Authoring<'dropdown', 'choice'> = {
  control: 'choice',
  autofill: ['text'],
  typed: false,
  define: (base, { options, reads }, { texts }) =>
    options === undefined
      ? null
      : {
          ...{ ...base, type: 'choice', options, empty: texts.fieldSelect },
          ...(reads === undefined ? { look: 'dropdown' } : { look: 'varied', inner: 'dropdown', reads }),
        },
  rules: offeredRule,
};
