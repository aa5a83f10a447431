/** The autocomplete tokens that a field's control may have (WHATWG HTML, section 4.10.18.7). */
import type { FieldType } from '../../schemas/generated/types.ts';
import { nearest } from '../errors/nearest.ts';
import { authoring } from './generated/authoring.ts';
import type { AutofillGroup } from './kinds/authoring.ts';

const namesIn: Readonly<Record<AutofillGroup, readonly string[]>> = {
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

const groupOf = new Map(
  Object.entries(namesIn).flatMap(([group, names]) => names.map((name) => [name, group as AutofillGroup] as const)),
);
const contacts = /^(?:home|work|mobile|fax|pager)$/;

/**
 * Explains why a field cannot have an autocomplete value, and suggests a replacement.
 * @returns null if the value is allowed
 */
export function autofillMistake(type: FieldType, value: string): { reason: string; instead: string } | null {
  const groups = authoring[type].autofill;
  if (groups.length === 0)
    return { reason: `A field of type ${type} has no autocomplete.`, instead: 'Remove autocomplete.' };
  if (value === 'off' || value === 'on') return null;
  const words = value.split(' ');
  if (words[0]?.startsWith('section-')) words.shift();
  if (words[0] === 'shipping' || words[0] === 'billing') words.shift();
  const contact = contacts.test(words[0] ?? '') ? words.shift() : undefined;
  const [name = '', ...rest] = words;
  const group = rest.length > 0 ? undefined : groupOf.get(name);
  const fitting = [...groupOf].flatMap(([each, of]) => (groups.includes(of) ? [each] : []));
  const instead = `Write ${nearest(name, fitting) ?? fitting[0]}, or another token for a field of type ${type}.`;
  if (group === undefined) return { reason: `HTML has no autocomplete token ${value}.`, instead };
  if (!groups.includes(group)) return { reason: `HTML does not allow ${name} on a field of type ${type}.`, instead };
  if (contact !== undefined && !/^(?:tel|email|impp)/.test(name))
    return { reason: `${contact} can only precede a telephone or e-mail token, not ${name}.`, instead };
  return null;
}
