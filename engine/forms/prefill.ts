/** Values of fields that the address of a page supplies (`prefill`). */
import type { Json } from '../../schemas/compiled.ts';
import { kindOf, optionsOf } from '../fields/field.ts';
import { applyMask } from '../fields/masks/masks.ts';
import type { ExtensionRules } from '../rules/extension/extension.ts';
import { compileForm } from './compile.ts';
import type { FieldDefinition, FormDefinition, FormMessages } from './types.ts';
import { validateField } from './validate.ts';

/** The verdict counts here; no visitor reads the message. */
const messages: FormMessages = { tooLong: '', wrongType: '', unknownOption: '', beyondMask: '', foreignCode: '' };

/** What a parameter says about a field, as a visitor would enter it; null if it is nothing that a visitor could enter. */
function enteredValue(field: FieldDefinition, given: readonly string[]): Json {
  const offered = new Set(optionsOf(field)?.map(({ value }) => value));
  const [first = ''] = given;
  switch (kindOf(field)) {
    case 'flag':
      return first === 'true' ? true : null;
    case 'list': {
      const items = given.flatMap((each) => (offered.has(each) ? [each] : each.split(',')));
      const chosen = [...new Set(items)].filter((item) => offered.has(item));
      return chosen.length === 0 ? null : chosen;
    }
    case 'text': {
      if (offered.size > 0) return offered.has(first) ? first : null;
      const text = first.replace(/\r\n?/g, '\n').trim();
      // The plus sign of an address such as ana+news@example.com is a space in a query.
      const plain = field.type === 'email' ? text.replaceAll(' ', '+') : text;
      return plain === '' ? null : field.mask === undefined ? plain : applyMask(field.mask, plain);
    }
  }
}

/**
 * The values of fields with `prefill` that an address supplies. A value that no visitor could enter (an unknown option, a
 * text that is too long) is ignored. A value that breaks a rule is shown, and reported when the form is submitted, as a
 * typed one is; in a hidden field, and in a slider or a calendar, which no
 * visitor could give it, it is ignored.
 * @param query the parameters of the address
 * @param own the site's own rules
 * @returns the values by the name of their field
 */
export function prefilledValues(
  forms: readonly FormDefinition[],
  query: { getAll(name: string): readonly string[] },
  own: ExtensionRules = {},
): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const form of forms)
    for (const field of form.fields) {
      const given = field.prefill === undefined ? [] : query.getAll(field.prefill);
      const value = given.length === 0 ? null : enteredValue(field, given);
      if (value === null) continue;
      // A visitor cannot see the value of a hidden field, and a native control shows no wrong one.
      const rules = field.type === 'hidden' || field.attributes?.['type'] !== undefined ? field.rules : [];
      const alone = compileForm({ ...form, fields: [{ ...field, rules }] }, messages, own);
      if (validateField(alone, field.name, value).ok) values[field.name] = value;
    }
  return values;
}
