import { type Authoring, numbered } from '../kinds/authoring.ts';

export const scale: Authoring<'choice'> = {
  control: 'choice',
  autofill: [],
  typed: false,
  isNumber: true,
  define: (base, { min = 1, max = 5, ends }) => ({
    ...base,
    type: 'choice',
    look: 'scale',
    options: numbered(min, max),
    ...(ends === undefined ? {} : { ends }),
  }),
};
