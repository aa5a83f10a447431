/** What the value of a field has to pass: the tests of its type, its rules and its mask, in the order in which they are reported. */
import { capOf } from '../fields/bounds.ts';
import { kindOf, meets, optionsOf } from '../fields/field.ts';
import { digitsOf, isForeign, localDigits, longestOf } from '../fields/masks/masks.ts';
import { demands } from '../rules/generated/demands.ts';
import {
  areOptions,
  type FormValues,
  isOption,
  type Passes,
  type RuleTable,
  type ValueOf,
  valuesOf,
} from '../rules/tests.ts';
import { charactersOf } from './characters.ts';
import type { FieldDefinition, FieldValue, FormMessages } from './types.ts';

export interface Check {
  readonly message: string;
  /** Whether it applies beside these values; it always does if it is missing. */
  readonly applies?: (values: FormValues) => boolean;
  /** Whether an empty value fails it. */
  readonly demands: boolean;
  /** Whether a value that is not empty passes. */
  readonly passes: Passes<FieldValue>;
}

/** A field with its checks. */
export interface CheckedField {
  readonly definition: FieldDefinition;
  readonly checks: readonly Check[];
  /** The message for a value that no field of its kind can hold. */
  readonly wrongType: string;
}

const check = <Value>(message: string, passes: Passes<Value>): Check => ({
  message,
  demands: false,
  passes: passes as Passes<FieldValue>,
});

/** The checks of each kind of field, before those of its rules. */
const plainChecks: {
  readonly [Kind in keyof ValueOf]: (field: FieldDefinition, messages: FormMessages) => readonly Check[];
} = {
  text(field, { tooLong, wrongType, unknownOption }) {
    const cap = capOf(field) ?? Number.POSITIVE_INFINITY;
    const length = check(tooLong, (text: string) => text.length <= cap);
    if (optionsOf(field) !== undefined) return [...offers(field, unknownOption, isOption), length];
    const characters = charactersOf(field);
    return [length, check(wrongType, (text: string) => characters.test(text))];
  },
  flag: () => [],
  list(field, { tooLong, unknownOption }) {
    const most = valuesOf(field).length;
    const length = check(tooLong, (items: readonly string[]) => items.length <= most);
    return [length, ...offers(field, unknownOption, areOptions)];
  },
};

/** The check of a field's options. The rule `oneOf` is the same with the author's message. */
const offers = <Value>(
  field: FieldDefinition,
  message: string,
  test: (field: FieldDefinition) => Passes<Value>,
): readonly Check[] => (field.rules.some(({ rule }) => rule === 'oneOf') ? [] : [check(message, test(field))]);

/** The test of a rule. Its type and the kind of its field determine the parameters. */
type MakeTest = (rule: never, field: FieldDefinition) => Passes<FieldValue>;

function ruleChecks(
  field: FieldDefinition,
  fields: readonly FieldDefinition[],
  rules: Partial<RuleTable>,
): readonly Check[] {
  const kind = kindOf(field);
  return field.rules.map((rule) => {
    const { when, message } = rule;
    const tests = rules[rule.rule] as Readonly<Record<string, MakeTest>>;
    const own = { message, demands: demands(rule.rule), passes: (tests[kind] as MakeTest)(rule as never, field) };
    return when === undefined ? own : { ...own, applies: (values) => meets(when, fields, values) };
  });
}

/** A mask never truncates. More digits than it can format are an error, even where the author's rules allow them. */
function maskChecks({ mask }: FieldDefinition, { wrongType, foreignCode, beyondMask }: FormMessages): readonly Check[] {
  if (mask === undefined) return [];
  return [
    check(wrongType, (text: string) => digitsOf(text) !== ''),
    check(foreignCode, (text: string) => !isForeign(mask, text)),
    check(beyondMask, (text: string) => localDigits(mask, digitsOf(text)).length <= longestOf(mask)),
  ];
}

/**
 * A field with its checks.
 * @param fields all fields of its form, which conditions of rules read
 * @param messages texts for the checks that apply to every field, even without rules
 * @param rules at least the rules that the field uses
 */
export const checkedField = (
  definition: FieldDefinition,
  fields: readonly FieldDefinition[],
  messages: FormMessages,
  rules: Partial<RuleTable>,
): CheckedField => ({
  definition,
  checks: [
    ...plainChecks[kindOf(definition)](definition, messages),
    ...ruleChecks(definition, fields, rules),
    ...maskChecks(definition, messages),
  ],
  wrongType: messages.wrongType,
});

/**
 * Judges one value.
 * @param value undefined for an empty one, null for one that the field cannot hold
 * @param values those of the form
 * @returns the message of the first check that it fails; undefined if it passes all
 */
export function messageFor(
  { checks, wrongType }: CheckedField,
  value: FieldValue | null | undefined,
  values: FormValues,
): string | undefined {
  if (value === null) return wrongType;
  return checks.find(
    ({ applies, demands, passes }) =>
      (applies === undefined || applies(values)) && (value === undefined ? demands : !passes(value, values)),
  )?.message;
}
