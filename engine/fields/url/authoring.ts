import type { Authoring } from '../kinds/authoring.ts';

export const url: Authoring<'url', 'text'> = {
  control: 'text',
  autofill: ['text'],
  typed: false,
  // Not `type=url`: browsers then refuse an address without `https://`, which most people leave out.
  define: (base) => ({
    ...base,
    type: 'text',
    maxLength: base.maxLength ?? 2000,
    attributes: { inputMode: 'url', autoCapitalize: 'none', spellCheck: 'false' },
  }),
  rules: (_, { texts }) => [{ rule: 'url', message: texts.fieldUrl }],
};
