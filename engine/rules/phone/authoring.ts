import { countryCodes, exampleNumber } from '../../fields/country/countries.ts';
import { optional } from '../../values/pick.ts';
import type { RuleAuthoring } from '../rule-authoring.ts';

export const phone: RuleAuthoring<'phone'> = {
  define: (base, rule) => {
    const { country, countries } = rule;
    const example = country ?? countries?.[0];
    const isKnown = example !== undefined && countryCodes.includes(example);
    return {
      ...{ ...base, rule: 'phone', ...optional(rule, 'field', 'country', 'countries') },
      example: exampleNumber(isKnown ? example : 'US'),
    };
  },
  isImplied: (rule, { rules }) =>
    rules.some(
      ({ countries }) =>
        rule.countries === undefined || countries?.every((code) => rule.countries?.includes(code)) === true,
    ),
};
