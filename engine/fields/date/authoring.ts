import { optional } from '../../values/pick.ts';
import type { Authoring } from '../kinds/authoring.ts';

export const date: Authoring<'date', 'text'> = {
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
  rules: (own, { texts }) => [
    { rule: 'date', format: 'YYYY-MM-DD', ...optional(own, 'from', 'to'), message: texts.fieldDate },
  ],
};
