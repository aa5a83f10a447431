/** What rules are: Yup schemas for each kind of value that they can validate. */
import type { MixedSchema, StringSchema } from 'yup';
import type { FieldDefinition, RuleDefinition, RuleWord } from '../../schemas/generated/types.ts';
import { optionsOf } from '../fields/field.ts';
import type { FieldValue } from '../fields/kinds/kind.ts';
import { present } from './present.ts';

/** A message for Yup. It is a function because Yup interpolates `${…}` in a string. */
export type RuleMessage = () => string;

/**
 * The schema of each kind of value. An empty value is validated as undefined, which Yup's methods skip. Flags and lists
 * use `mixed` instead of Yup's own classes, which would add 0.7 KB for each visitor.
 */
export interface SchemaOf {
  text: StringSchema<string | undefined>;
  flag: MixedSchema<boolean | undefined>;
  list: MixedSchema<readonly string[] | undefined>;
}

/** The definition of a rule. */
export type RuleOf<Word extends RuleWord> = Extract<RuleDefinition, { rule: Word }>;

/** Adds a rule to a schema, for each kind of value that the rule supports. */
export type RuleSchemas<Rule> = {
  readonly [Kind in keyof SchemaOf]?: (
    schema: SchemaOf[Kind],
    message: RuleMessage,
    rule: Rule,
    field: FieldDefinition,
  ) => SchemaOf[Kind];
} & {
  /**
   * The value that is validated and kept in place of another one.
   * @param values those of the form; hidden fields are empty
   */
  readonly keep?: (
    value: FieldValue | null,
    rule: Rule,
    values: Readonly<Record<string, FieldValue | null>>,
    field: FieldDefinition,
  ) => FieldValue | null;
};

/** The values of a field's options. */
export const valuesOf = (field: FieldDefinition): string[] => (optionsOf(field) ?? []).map(({ value }) => value);

/** Requires a value. If several rules do, the message of the first is used. */
export const demand = <Of extends SchemaOf[keyof SchemaOf]>(schema: Of, message: RuleMessage): Of =>
  schema.spec.optional ? (schema.required(message) as Of) : schema;

/** Requires that every item is an option and that no item is repeated. */
export const offer = (list: SchemaOf['list'], message: RuleMessage, field: FieldDefinition): SchemaOf['list'] => {
  const offered = new Set(valuesOf(field));
  const test = (items: readonly string[]) =>
    items.every((item) => offered.has(item)) && new Set(items).size === items.length;
  return list.test({ message, test: present(test) });
};

/** The engine's rules. Those of a site are behind the rule `own` (`own/own.ts`). */
export type BuiltInRule = Exclude<RuleWord, 'own'>;

/** Some rules. */
export type RuleTable<Word extends RuleWord = RuleWord> = { readonly [Each in Word]: RuleSchemas<RuleOf<Each>> };

/** @typeParam Word the name of the rule, which types accept only if it is listed in `schemas/vocabulary.ts` */
export type RuleSchemasOf<Word extends BuiltInRule> = RuleSchemas<RuleOf<Word>>;
