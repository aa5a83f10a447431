/** Phone numbers in addresses, and the facts that contain them. */
import type { Json } from '../../../schemas/compiled.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath } from '../source/source.ts';
import { examplePhone } from '../types/site-examples.ts';

/** What an address with a phone number begins with, for messages: `tel:` or a host. */
export type PhoneAddress = 'tel:' | `//${string}`;

/** The facts that are the whole phone number in addresses of a text. */
export function phonesIn(text: string): { as: PhoneAddress; path: string[] }[] {
  return [...text.matchAll(numbers)].map(([, begin = '', fact = '']) => ({
    as: begin === 'tel:' ? begin : `//${begin.slice('https://'.length, -1)}`,
    path: fact.slice(1).split('.'),
  }));
}

const numbers = /(tel:|https:\/\/[^\s/?#{}]+\/)\{\{\s*facts((?:\.\w+)+)\s*(?:\|\s*url\s*)?\}\}(?=$|[?#\s)])/g;

/**
 * Reports a fact with a phone number that one of its addresses cannot have, unless other facts have the same number in
 * digits: then the fact is meant for texts, and the address is the mistake.
 */
export function isPhoneMistaken(
  { site, report }: Draft,
  path: DataPath,
  value: Json | undefined,
  addresses: readonly PhoneAddress[],
): boolean {
  const number = String(value);
  const { facts, phoneHosts = [] } = site.data;
  const isWrong = (address: PhoneAddress) =>
    address === 'tel:' ? /\s/.test(number) : phoneHosts.includes(address.slice(2)) && isMalformed(number);
  const address = typeof value === 'string' || typeof value === 'number' ? addresses.find(isWrong) : undefined;
  if (address === undefined || factWithNumber(facts, number) !== undefined) return false;
  report.add('phone-malformed', site, site.place(['facts', ...path]), {
    where: address.replace('//', ''),
    number,
    fact: undefined,
    example: examplePhone(site.data),
  });
  return true;
}

/** E.164: a country code, and at most 15 digits in total. */
const isPhone = (text: string): boolean => /^[1-9]\d{6,14}$/.test(text);

/** Whether a text is a phone number, but not in digits alone. Such a host has other addresses, as wa.me/message/…, too. */
export const isMalformed = (text: string): boolean => text !== '' && !/\p{L}/u.test(text) && !isPhone(text);

/** The name of a fact that ends with the digits of a malformed number. */
export function factWithNumber(facts: unknown, number: string): string | undefined {
  const digits = number.replace(/\D/g, '');
  const within = (value: unknown, name: string): string | undefined => {
    if (typeof value === 'string') return isPhone(value) && value.endsWith(digits) ? name : undefined;
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries(value).reduce<string | undefined>(
      (found, [key, part]) => found ?? within(part, `${name}.${key}`),
      undefined,
    );
  };
  return digits.length < 7 ? undefined : within(facts, 'facts');
}
