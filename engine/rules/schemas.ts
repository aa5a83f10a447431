/** The rules that most forms have, as Yup schemas for each kind of value that they can validate. */
import type { MixedSchema, StringSchema } from 'yup';
import type { FieldDefinition, RuleDefinition, RuleWord } from '../../schemas/generated/types.ts';
import { capOf } from '../fields/bounds.ts';
import { optionsOf } from '../fields/field.ts';
import type { FieldValue } from '../fields/kinds/kind.ts';
import { digitsOf, localDigits } from '../fields/masks/masks.ts';
import { isEmail } from './email.ts';
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

type RuleOf<Word extends RuleWord> = Extract<RuleDefinition, { rule: Word }>;

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
const demand = <Of extends SchemaOf[keyof SchemaOf]>(schema: Of, message: RuleMessage): Of =>
  schema.spec.optional ? (schema.required(message) as Of) : schema;

/** Requires that every item is an option and that no item is repeated. */
export const offer = (list: SchemaOf['list'], message: RuleMessage, field: FieldDefinition): SchemaOf['list'] => {
  const offered = new Set(valuesOf(field));
  const test = (items: readonly string[]) =>
    items.every((item) => offered.has(item)) && new Set(items).size === items.length;
  return list.test({ message, test: present(test) });
};

/** The engine's rules. Those of a site are behind the rule `own` (`own.ts`). */
export type BuiltInRule = Exclude<RuleWord, 'own'>;

/** Some rules. */
export type RuleTable<Word extends RuleWord = RuleWord> = { readonly [Each in Word]: RuleSchemas<RuleOf<Each>> };

export const commonRules = {
  required: { text: demand, flag: demand, list: demand },
  accepted: { flag: demand },
  atLeast: {
    list: (list, message, { count }) =>
      demand(list, message).test({ message, test: present((items: readonly string[]) => items.length >= count) }),
  },
  minLength: { text: (text, message, { length }) => text.min(length, message) },
  maxLength: { text: (text, message, { length }) => text.max(length, message) },
  // Yup's own `email` rejects non-ASCII letters.
  email: { text: (text, message) => text.test({ message, test: present(isEmail) }) },
  digits: {
    text: (text, message, { min = 0, max = Number.POSITIVE_INFINITY }, { mask }) => {
      const fits = (value: string): boolean => {
        const digits = digitsOf(value);
        const { length } = mask === undefined ? digits : localDigits(mask, digits);
        return length >= min && length <= max;
      };
      return text.test({ message, test: present(fits) });
    },
  },
  oneOf: {
    text: (text, message, _rule, field) => text.oneOf(valuesOf(field), message),
    list: (list, message, _rule, field) => offer(list, message, field),
  },
  pattern: {
    text(text, message, { pattern }, field) {
      const cap = capOf(field);
      // Yup runs every test, so the pattern itself has to skip a text that is over the field's length limit.
      const bound = cap === undefined ? '' : `(?=[^]{0,${cap}}$)`;
      // Like HTML's `pattern` attribute: matches the whole text, in Unicode mode.
      return text.matches(new RegExp(`^${bound}(?:${pattern})$`, 'u'), { message });
    },
  },
} satisfies Partial<RuleTable<BuiltInRule>>;
