/** The countries of telephone numbers. */
import type { FieldDefinition } from '../../../schemas/generated/types.ts';
import { optionsOf } from '../../fields/field.ts';
import { readPhone } from './phone.ts';

/**
 * The values of a form, in which the country of each valid telephone number is chosen, if its field offers it. A number
 * with a code can be that of another country than the chosen one. On a page, `renderer/parts/phone.tsx` does the same.
 */
export function withCountries<Value>(
  fields: readonly FieldDefinition[],
  values: Readonly<Record<string, Value>>,
): Record<string, Value | string> {
  const settled: Record<string, Value | string> = { ...values };
  for (const { name, rules } of fields)
    for (const rule of rules) {
      const list = rule.rule === 'phone' ? fields.find((each) => each.name === rule.field) : undefined;
      const text = Object.hasOwn(values, name) ? values[name] : undefined;
      if (rule.rule !== 'phone' || list === undefined || typeof text !== 'string') continue;
      const country = readPhone(text, rule, values)?.country;
      if (country !== undefined && optionsOf(list)?.some(({ value }) => value === country))
        settled[list.name] = country;
    }
  return settled;
}
