import type { Authoring } from '../kinds/authoring.ts';

export const yesNo: Authoring<'yes-no', 'choice'> = {
  control: 'choice',
  autofill: [],
  typed: false,
  define: (base, _, { texts }) => ({
    ...base,
    type: 'choice',
    look: 'row',
    options: [
      { value: 'yes', label: texts.fieldYes },
      { value: 'no', label: texts.fieldNo },
    ],
  }),
};
