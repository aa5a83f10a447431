/** Checks the countries of fields, and of telephone numbers. */
import type { Field, FormFile, Rule } from '../../../schemas/generated/types.ts';
import { countryCodes } from '../../fields/country/countries.ts';

/** Why a list of countries is wrong; undefined if it is right. */
export function countriesMistake(countries: 'any' | readonly string[] | undefined): string | undefined {
  if (countries === undefined || countries === 'any') return undefined;
  const unknown = countries.find((code) => !countryCodes.includes(code));
  const twice = countries.find((code, index) => countries.indexOf(code) !== index);
  if (unknown !== undefined) return unknownCountry(unknown);
  return twice === undefined ? undefined : `${twice} is listed twice.`;
}

const unknownCountry = (code: string): string =>
  `${code} is not the code of a country with telephone numbers. Write its code of two capital letters (ISO 3166).`;

/** What is wrong with the countries of a field, by property. */
export function* mistakenCountries(field: Field): Generator<readonly [keyof Field, string]> {
  const { type, countries, country, mask, rules = [] } = field;
  const reason = countriesMistake(countries);
  if (reason !== undefined) yield ['countries', reason];
  if (type === 'tel' && countries !== undefined)
    yield ['countries', 'Ask for the number in a field of its own: `type: tel`, with `countries`.'];
  if (type === 'tel' && country !== undefined)
    yield ['country', '`country` is the first one of a list. Add `countries: any`, or a list of them.'];
  if (mask !== undefined && rules.some(({ rule }) => rule === 'phone'))
    yield ['mask', 'A mask has the form of one country’s numbers. Remove the mask, or the other countries.'];
}

/** What is wrong with a rule `phone`, by property. */
export function* mistakenPhone(rule: Rule, fields: FormFile['fields']): Generator<readonly [keyof Rule, string]> {
  const { field, country, countries } = rule;
  const reason = countriesMistake(countries);
  if (reason !== undefined) yield ['countries', reason];
  if (country !== undefined && !countryCodes.includes(country)) yield ['country', unknownCountry(country)];
  else if (country !== undefined && countries !== undefined && !countries.includes(country))
    yield ['country', `${country} is not one of the countries whose numbers are accepted.`];
  const other = field === undefined ? undefined : fields[field];
  if (other !== undefined && other.type !== 'country')
    yield ['field', `phone reads the country from a field of type country, which ${field} is not.`];
}
