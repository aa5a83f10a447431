import type { FieldDefinition } from '../../../schemas/generated/types.ts';
import { meets, optionsOf } from '../../fields/field.ts';
import type { RuleSchemasOf } from '../schemas.ts';

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

/** Whether all chosen options of a field are offered. */
const areOffered = (field: FieldDefinition, chosen: readonly string[], context: unknown): boolean => {
  const { values = {} } = (context ?? {}) as { readonly values?: Values };
  const away = optionsAway(field, values);
  return chosen.every((value) => !away.has(value));
};

/** The conditions of chosen options hold. */
export const offered: RuleSchemasOf<'offered'> = {
  text: (text, message, _rule, field) =>
    text.test({
      message,
      test: (value, { options: { context } }) => value == null || areOffered(field, [value], context),
    }),
  list: (list, message, _rule, field) =>
    list.test({
      message,
      test: (items, { options: { context } }) => items == null || areOffered(field, items, context),
    }),
};
