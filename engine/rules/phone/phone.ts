/** Telephone numbers. It is in a chunk of its own: it contains the plans of all countries' numbers. */
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';
import type { RuleDefinition } from '../../../schemas/generated/types.ts';

export type PhoneDefinition = Extract<RuleDefinition, { rule: 'phone' }>;
export type PhoneValues = Readonly<Record<string, unknown>>;

/** The country of a number without a code. */
const countryIn = ({ field = '', country }: PhoneDefinition, values: PhoneValues): string | undefined =>
  String(values[field] ?? '') || country;

/**
 * The number that a text is, as people write it in its country, or with `+` or `00` and a code.
 * @param values those of the form, one of which can be the country
 * @returns undefined if no accepted country has this number
 */
export function readPhone(text: string, rule: PhoneDefinition, values: PhoneValues): PhoneNumber | undefined {
  // The library knows `00` only where it is the usual prefix; people copy it everywhere.
  const written = text.trim().replace(/^00/, '+');
  const defaultCountry = countryIn(rule, values) as CountryCode | undefined;
  const options = { extract: false, ...(defaultCountry === undefined ? {} : { defaultCountry }) };
  const number = parsePhoneNumberFromString(written, options, metadata);
  if (number?.isValid() !== true || number.ext !== undefined) return undefined;
  // Countries can share a calling code, and some of their numbers are valid in several countries.
  const possible: readonly string[] = [number.country ?? '', ...number.getPossibleCountries()];
  return rule.countries === undefined || rule.countries.some((code) => possible.includes(code)) ? number : undefined;
}
