/** The countries and territories that have telephone numbers, with their names in a language. Only the loader uses it. */
import { type CountryCode, getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';
import examples from 'libphonenumber-js/mobile/examples';

/** ISO 3166 codes of two letters. */
export const countryCodes: readonly string[] = getCountries(metadata);

const isCode = (code: string): code is CountryCode => countryCodes.includes(code);

/** The code before international numbers of a country, such as `+55`. @throws RangeError for an unknown country */
export function callingCodeOf(code: string): string {
  if (!isCode(code)) throw new RangeError(`Unknown country "${code}".`);
  return `+${getCountryCallingCode(code, metadata)}`;
}

/** A valid number of a country in the format E.164, from the plan of its numbers. @throws RangeError for an unknown country */
export function exampleNumber(code: string): string {
  if (!isCode(code)) throw new RangeError(`Unknown country "${code}".`);
  return getExampleNumber(code, examples, metadata)?.number ?? callingCodeOf(code);
}

/** The country in a locale such as `pt-BR`; undefined if it names none that has telephone numbers. */
export function countryOf(locale: string): string | undefined {
  const { region } = new Intl.Locale(locale);
  return region !== undefined && isCode(region) ? region : undefined;
}

/**
 * The names of countries.
 * @param codes those listed by an author, in their order; all in alphabetical order if undefined
 */
export function namedCountries(locale: string, codes: readonly string[] | undefined) {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const named = (codes ?? countryCodes).map((code) => ({ code, name: names.of(code) ?? code }));
  const { compare } = new Intl.Collator(locale);
  return codes === undefined ? named.toSorted((one, other) => compare(one.name, other.name)) : named;
}
