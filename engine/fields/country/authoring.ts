import { type Authoring, listLook } from '../kinds/authoring.ts';
import { callingCodeOf, countryCodes, namedCountries } from './countries.ts';

/** The countries that a field lists; undefined for all. */
export const listed = (countries: 'any' | readonly string[] | undefined): readonly string[] | undefined =>
  countries === undefined || countries === 'any' ? undefined : countries.filter((code) => countryCodes.includes(code));

export const country: Authoring<'country', 'choice'> = {
  control: 'choice',
  autofill: ['text'],
  typed: false,
  define: (base, { countries, callingCodes = false, ...own }, words) => ({
    ...{ ...base, type: 'choice', empty: words.texts.fieldSelect },
    ...listLook(base, own, words),
    options: namedCountries(words.locale, listed(countries)).map(({ code, name }) => ({
      value: code,
      label: callingCodes ? `${name} (${callingCodeOf(code)})` : name,
    })),
  }),
};
