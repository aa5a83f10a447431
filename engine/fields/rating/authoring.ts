import { type Authoring, filled, numbered } from '../kinds/authoring.ts';

export const rating: Authoring<'choice'> = {
  control: 'choice',
  autofill: [],
  typed: false,
  isNumber: true,
  define: (base, { max = 5 }, { texts }) => ({
    ...base,
    type: 'choice',
    look: 'stars',
    options: numbered(1, max, (stars) => filled(stars === 1 ? texts.fieldStar : texts.fieldStars, { stars, max })),
  }),
};
