import { type Authoring, listLook, offeredRule } from '../kinds/authoring.ts';

export const dropdown: Authoring<'dropdown', 'choice'> = {
  control: 'choice',
  autofill: ['text'],
  typed: false,
  define: (base, own, words) => {
    const { options, reads } = own;
    if (options === undefined) return null;
    const { look, ...drawn } = listLook(base, own, words);
    return {
      ...{ ...base, type: 'choice', options, empty: words.texts.fieldSelect, ...drawn },
      ...(reads === undefined ? { look } : { look: 'varied', inner: look, reads }),
    };
  },
  rules: offeredRule,
};
