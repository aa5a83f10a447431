import type { Authoring } from '../kinds/authoring.ts';

export const date: Authoring<'text'> = {
  control: 'text',
  autofill: ['text'],
  typed: false,
  define: (base, { from, to }) => ({
    ...base,
    type: 'text',
    attributes: {
      type: 'date',
      ...(from === undefined ? {} : { min: from }),
      ...(to === undefined ? {} : { max: to }),
    },
  }),
  rules: ({ from, to }, { texts }) => [
    {
      rule: 'date',
      format: 'YYYY-MM-DD',
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      message: texts.fieldDate,
    },
  ],
};
