/** Fields of type `address` and `contact` as a field for each part: `home_city` for the part `city` of `home`. */
import type { Field, Rule } from '../../../schemas/generated/types.ts';
import type { MessageCatalogue, MessageKey } from '../../messages/keys.ts';
import { because, copied } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { usualFor } from './field-defaults.ts';
import { labelOfPart, type WrittenOut } from './field-expansion.ts';

type Part = keyof NonNullable<Field['parts']>;

interface PartWords {
  readonly label: MessageKey;
  readonly field: Partial<Field>;
  /** Whether an address is complete without it. */
  readonly isOptional?: true;
}

const line = (label: MessageKey, autocomplete: string | undefined, maxLength: number): PartWords => ({
  label,
  field: { type: 'text', ...(autocomplete === undefined ? {} : { autocomplete }), maxLength, pii: 'text' },
});

/** No country is assumed: an author says which parts an address has, in which order, with which mask and rules. */
const words: { readonly [Each in Part]: PartWords } = {
  street: line('partStreet', 'address-line1', 120),
  number: line('partNumber', undefined, 20),
  complement: { ...line('partComplement', 'address-line2', 80), isOptional: true },
  district: line('partDistrict', 'address-level3', 80),
  city: line('partCity', 'address-level2', 80),
  state: line('partState', 'address-level1', 80),
  postalCode: line('partPostalCode', 'postal-code', 20),
  country: { label: 'partCountry', field: { type: 'country', autocomplete: 'country' } },
  name: { label: 'partName', field: { type: 'text', autocomplete: 'name', pii: 'name', maxLength: 120 } },
  email: { label: 'partEmail', field: { type: 'email' } },
  phone: { label: 'partPhone', field: { type: 'tel' } },
  company: line('partCompany', 'organization', 120),
};

export const usualParts: { readonly [Type in 'address' | 'contact']: readonly Part[] } = {
  address: ['street', 'complement', 'city', 'state', 'postalCode', 'country'],
  contact: ['name', 'email', 'phone'],
};

/** Rules for a part that may be empty: a text without rules would be a warning. */
const lengthRule = ({ maxLength = 120 }: Partial<Field>, texts: MessageCatalogue): Rule => ({
  ...{ rule: 'maxLength', length: maxLength, message: texts.formTooLong },
});

const groupWith =
  (type: 'address' | 'contact') =>
  (name: string, field: Field, path: DataPath, defaults: Defaults, isTitled = false): readonly WrittenOut[] => {
    const { texts } = defaults;
    const { parts = Object.fromEntries(usualParts[type].map((part) => [part, {}])), hint, required, when } = field;
    return (Object.entries(parts) as [Part, NonNullable<NonNullable<Field['parts']>[Part]>][]).map(
      ([part, own], index) => {
        const { label: usualLabel, field: usual, isOptional = false } = words[part];
        const place = field.parts === undefined ? path : [...path, 'parts', part];
        const made = { ...usual, ...own } as Field;
        const { keys, rules } = usualFor(made, defaults, false);
        const isRequired = own.required ?? (isOptional ? false : (required ?? false));
        const label = labelOfPart(texts.fieldPart, isTitled ? undefined : String(field.label), {
          part: texts[usualLabel],
        });
        const added = made.rules === undefined && made.type === 'text' ? [lengthRule(made, texts)] : rules;
        const given = Object.entries(own).map(([key, value]) => [key, copied([...place, key], value)]);
        return {
          name: `${name}_${part}`,
          field: {
            ...{ ...keys, ...usual, label: because([...path, 'label'], label) },
            ...Object.fromEntries(given),
            ...(hint === undefined || index > 0 || own.hint !== undefined ? {} : { hint }),
            ...(when === undefined ? {} : { when }),
            required: isRequired,
            rules: [
              ...(own.rules ?? []).map((rule, at) => copied([...place, 'rules', at], rule)),
              ...added.map((rule) => because([...path, 'type'], rule)),
            ],
          } as Field,
          rules: [],
          holds: `The part ${part} of ${name}`,
        };
      },
    );
  };

export const addressParts = groupWith('address');
export const contactParts = groupWith('contact');
