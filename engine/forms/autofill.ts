/** Which autocomplete tokens a field's control may carry (WHATWG HTML, section 4.10.18.7). */
import { nearest } from '../text/nearest.ts';
import type { FieldType } from './types.ts';

/** The specification's control groups, each with the field types whose control belongs to it. */
const groups = {
  text: ['text', 'textarea'],
  multiline: ['textarea'],
  address: ['text', 'textarea', 'email'],
  telephone: ['text', 'textarea', 'tel'],
} as const satisfies Record<string, readonly FieldType[]>;

const namesIn: Readonly<Record<keyof typeof groups, readonly string[]>> = {
  text: [
    ...['name', 'honorific-prefix', 'given-name', 'additional-name', 'family-name', 'honorific-suffix', 'nickname'],
    ...['organization-title', 'organization', 'address-line1', 'address-line2', 'address-line3', 'address-level1'],
    ...['address-level2', 'address-level3', 'address-level4', 'country', 'country-name', 'postal-code', 'language'],
    ...['tel-country-code', 'tel-national', 'tel-area-code', 'tel-local', 'tel-local-prefix', 'tel-local-suffix'],
    ...['tel-extension', 'one-time-code', 'sex', 'bday', 'bday-day', 'bday-month', 'bday-year', 'url', 'photo', 'impp'],
  ],
  multiline: ['street-address'],
  address: ['email', 'username'],
  telephone: ['tel'],
};

const typesOf = new Map<string, readonly FieldType[]>(
  Object.entries(namesIn).flatMap(([group, names]) =>
    names.map((name) => [name, groups[group as keyof typeof groups]] as const),
  ),
);
const contacts = /^(?:home|work|mobile|fax|pager)$/;

/**
 * Why a field may not carry an autocomplete value, as a sentence, with what to write instead.
 * @returns null when it may
 */
export function autofillMistake(type: FieldType, value: string): { said: string; instead: string } | null {
  if (![...typesOf.values()].some((types) => types.includes(type)))
    return { said: `A field of type ${type} has no autocomplete.`, instead: 'Remove autocomplete.' };
  if (value === 'off' || value === 'on') return null;
  const words = value.split(' ');
  if (words[0]?.startsWith('section-')) words.shift();
  if (words[0] === 'shipping' || words[0] === 'billing') words.shift();
  const contact = contacts.test(words[0] ?? '') ? words.shift() : undefined;
  const [name = '', ...rest] = words;
  const types = rest.length > 0 ? undefined : typesOf.get(name);
  const fitting = [...typesOf].flatMap(([each, of]) => (of.includes(type) ? [each] : []));
  const instead = `Write ${nearest(name, fitting) ?? fitting[0]}, or another token for a field of type ${type}.`;
  if (types === undefined) return { said: `HTML has no autocomplete token ${value}.`, instead };
  if (!types.includes(type)) return { said: `HTML does not allow ${name} on a field of type ${type}.`, instead };
  if (contact !== undefined && !/^(?:tel|email|impp)/.test(name))
    return { said: `${contact} goes with a telephone number or an e-mail address, not with ${name}.`, instead };
  return null;
}
