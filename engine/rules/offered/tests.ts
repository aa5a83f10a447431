import type { FieldDefinition } from '../../../schemas/generated/types.ts';
import { meets, optionsOf } from '../../fields/field.ts';
import type { RuleTestsOf } from '../tests.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The options of a field that are not offered.
 * @param values those of the form; hidden fields are empty
 */
export function optionsAway(field: FieldDefinition, values: Values): ReadonlySet<string> {
  const reads = ('reads' in field ? field.reads : undefined) ?? [];
  const away = (optionsOf(field) ?? []).filter(({ when }) => when !== undefined && !meets(when, reads, values));
  return new Set(away.map(({ value }) => value));
}

/** The conditions of chosen options hold. */
export const offered: RuleTestsOf<'offered'> = {
  text: (_, field) => (text, values) => !optionsAway(field, values).has(text),
  list: (_, field) => (items, values) => {
    const away = optionsAway(field, values);
    return !items.some((item) => away.has(item));
  },
};
