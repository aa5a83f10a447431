/** A telephone number of any country as two fields: the country under `…_country`, the number under the field's own name. */
import type { Field } from '../../../schemas/generated/types.ts';
import { listed } from '../../fields/country/authoring.ts';
import { countryOf } from '../../fields/country/countries.ts';
import { filled } from '../../fields/kinds/authoring.ts';
import { optional } from '../../values/pick.ts';
import { because, copied } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { labelOfPart, type WrittenOut } from './field-expansion.ts';

/** The name of the field with the country of a telephone number. */
const countryName = (name: string): string => `${name}_country`;

export function phoneWithCountry(
  name: string,
  field: Field,
  path: DataPath,
  { texts, locale }: Defaults,
  isTitled = false,
): readonly WrittenOut[] {
  const { countries, country, ...own } = field;
  const part = (text: string): unknown => because([...path, 'label'], labelOfPart('', undefined, { text }));
  const number = isTitled ? { ...own, label: part(texts.partPhone) } : own;
  const codes = listed(countries);
  const first = country ?? (codes === undefined ? countryOf(locale) : codes[0]);
  const rule = {
    ...{ rule: 'phone', field: countryName(name), message: texts.fieldWorldPhone },
    ...(codes === undefined ? {} : { countries: [...codes] }),
    ...(first === undefined ? {} : { country: country === undefined ? first : copied([...path, 'country'], country) }),
  };
  return [
    {
      name: countryName(name),
      field: {
        ...{ type: 'country', callingCodes: true, countries },
        label: isTitled
          ? part(texts.partCountry)
          : because([...path, 'label'], filled(texts.fieldPhoneCountry, { label: String(field.label) })),
        ...(first === undefined ? {} : { default: first }),
        ...optional(field, 'when'),
      } as Field,
      rules: [],
      holds: `The country of ${name}`,
    },
    { name, field: number as Field, rules: [because([...path, 'countries'], rule)] },
  ];
}
