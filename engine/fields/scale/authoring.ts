import { type Authoring, numbered, usualRange } from '../kinds/authoring.ts';

export const scale: Authoring<'scale', 'choice'> = {
  control: 'choice',
  autofill: [],
  typed: false,
  isNumber: true,
  define: (base, { min = usualRange.min, max = usualRange.max, ends }) => ({
    ...base,
    type: 'choice',
    look: 'scale',
    options: numbered(min, max),
    ...(ends === undefined ? {} : { ends }),
  }),
};
