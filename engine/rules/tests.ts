/** What rules are: tests of the values that fields can have, and what they keep of them. */
import type { FieldDefinition, RuleDefinition, RuleWord } from '../../schemas/generated/types.ts';
import { optionsOf } from '../fields/field.ts';
import type { FieldValue } from '../fields/kinds/kind.ts';

/** The values of a form by name; hidden fields are empty. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Whether a value passes. It is never empty: whether it may be is `demands` of the rule's schema. */
export type Passes<Value> = (value: Value, values: FormValues) => boolean;

/** The values of each kind of field. */
export interface ValueOf {
  text: string;
  flag: boolean;
  list: readonly string[];
}

/** The definition of a rule. */
export type RuleOf<Word extends RuleWord> = Extract<RuleDefinition, { rule: Word }>;

/** The test of a rule for each kind of value that it supports. A test is made once for a field. */
export type RuleTests<Rule> = {
  readonly [Kind in keyof ValueOf]?: (rule: Rule, field: FieldDefinition) => Passes<ValueOf[Kind]>;
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

/** The test of a rule that only demands a value. */
export const anyValue = () => (): boolean => true;

/** The values of a field's options. */
export const valuesOf = (field: FieldDefinition): string[] => (optionsOf(field) ?? []).map(({ value }) => value);

/** A test whether a text is an option of a field. */
export function isOption(field: FieldDefinition): Passes<string> {
  const offered = new Set(valuesOf(field));
  return (text) => offered.has(text);
}

/** A test whether all items of a list are options of a field, each at most once. */
export function areOptions(field: FieldDefinition): Passes<readonly string[]> {
  const offered = new Set(valuesOf(field));
  return (items) => items.every((item) => offered.has(item)) && new Set(items).size === items.length;
}

/** The engine's rules. Those of a site are behind the rule `own` (`own/own.ts`). */
export type BuiltInRule = Exclude<RuleWord, 'extension'>;

/** Some rules. */
export type RuleTable<Word extends RuleWord = RuleWord> = { readonly [Each in Word]: RuleTests<RuleOf<Each>> };

/** @typeParam Word the name of the rule, which types accept only if it is listed in `schemas/vocabulary.ts` */
export type RuleTestsOf<Word extends BuiltInRule> = RuleTests<RuleOf<Word>>;
