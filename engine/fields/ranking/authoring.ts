import type { Authoring } from '../kinds/authoring.ts';

export const ranking: Authoring<'ranking', 'choices'> = {
  control: 'choices',
  autofill: [],
  typed: false,
  define: (base, { options }, { texts }) =>
    options === undefined
      ? null
      : {
          ...{ ...base, type: 'choices', options, look: 'ranking' },
          places: { label: texts.fieldPlace, up: texts.fieldUp, down: texts.fieldDown, empty: texts.fieldSelect },
        },
  // The rule `oneOf` refuses an option with two places.
  rules: (_, { texts }) => [
    { rule: 'oneOf', message: texts.fieldRanking },
    { rule: 'ranked', message: texts.fieldRanking },
  ],
};
