/** Every rule, with what the loader needs to know about it. A missing rule is a type error. */
import type { Rule, RuleBase, RuleDefinition, RuleWord } from '../../schemas/generated/types.ts';
import { countryCodes, exampleNumber } from '../fields/country/countries.ts';
import { optional } from '../values/optional.ts';
import { endless } from './date.ts';

type RuleOf<Word extends RuleWord> = RuleBase & Extract<RuleDefinition, { rule: Word }>;

/** A field whose values are validated by the rules of another form. */
export interface Judged {
  /** The field's own rules of the same type. */
  readonly rules: readonly Rule[];
  /** The maximum length of the field's text in UTF-16 units. */
  readonly cap: number;
  /** Whether an expression computes the value. It may fill in an empty value or shorten a long one. */
  readonly isMade: boolean;
}

interface RuleAuthoring<Definition> {
  /** Creates the definition of a rule; null if a required parameter is missing from the file. */
  define(base: RuleBase, written: Rule): Definition | null;
  /** Whether every value that the field accepts also passes this rule of another form. */
  isImplied(rule: Rule, judged: Judged): boolean;
}

const isSame = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name]);

const most = Number.POSITIVE_INFINITY;

export const ruleAuthoring: { readonly [Word in RuleWord]: RuleAuthoring<RuleOf<Word>> } = {
  required: {
    define: (base) => ({ ...base, rule: 'required' }),
    isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
  },
  accepted: {
    define: (base) => ({ ...base, rule: 'accepted' }),
    isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
  },
  atLeast: {
    define: (base, { count }) => (count === undefined ? null : { ...base, rule: 'atLeast', count }),
    isImplied: (rule, { rules }) => rules.some(({ count = 0 }) => count >= (rule.count ?? 0)),
  },
  minLength: {
    define: (base, { length }) => (length === undefined ? null : { ...base, rule: 'minLength', length }),
    isImplied: (rule, { rules, isMade }) => isMade || rules.some(({ length = 0 }) => length >= (rule.length ?? 0)),
  },
  maxLength: {
    define: (base, { length }) => (length === undefined ? null : { ...base, rule: 'maxLength', length }),
    isImplied: ({ length: limit = 0 }, { rules, cap, isMade }) =>
      isMade || cap <= limit || rules.some(({ length = most }) => length <= limit),
  },
  digits: {
    define: (base, rule) =>
      rule.min === undefined && rule.max === undefined
        ? null
        : { ...base, rule: 'digits', ...optional(rule, 'min', 'max') },
    isImplied: (rule, { rules }) =>
      rules.some(({ min = 0, max = most }) => min >= (rule.min ?? 0) && max <= (rule.max ?? most)),
  },
  email: {
    define: (base) => ({ ...base, rule: 'email' }),
    isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
  },
  oneOf: {
    define: (base) => ({ ...base, rule: 'oneOf' }),
    isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
  },
  pattern: {
    define: (base, { pattern }) => (pattern === undefined ? null : { ...base, rule: 'pattern', pattern }),
    isImplied: (rule, { rules, isMade }) => isMade || rules.some(({ pattern }) => pattern === rule.pattern),
  },
  date: {
    define: (base, rule) =>
      rule.format === undefined
        ? null
        : { ...base, rule: 'date', format: rule.format, ...optional(rule, 'from', 'to') },
    isImplied: (rule, { rules, isMade }) =>
      isMade ||
      rules.some(
        ({ format, from = '', to = endless }) =>
          format === rule.format && from >= (rule.from ?? '') && to <= (rule.to ?? endless),
      ),
  },
  atMost: {
    define: (base, { count }) => (count === undefined ? null : { ...base, rule: 'atMost', count }),
    isImplied: (rule, { rules }) => rules.some(({ count = most }) => count <= (rule.count ?? most)),
  },
  url: {
    define: (base) => ({ ...base, rule: 'url' }),
    isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
  },
  number: {
    define: (base) => ({ ...base, rule: 'number' }),
    isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
  },
  range: {
    define: (base) => ({ ...base, rule: 'range' }),
    isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
  },
  notBefore: {
    define: (base, { field }) => (field === undefined ? null : { ...base, rule: 'notBefore', field }),
    isImplied: (rule, { rules, isMade }) => isMade || rules.some(({ field }) => field === rule.field),
  },
  phone: {
    define: (base, rule) => {
      const { country, countries } = rule;
      const example = country ?? countries?.[0];
      const isKnown = example !== undefined && countryCodes.includes(example);
      return {
        ...{ ...base, rule: 'phone', ...optional(rule, 'field', 'country', 'countries') },
        example: exampleNumber(isKnown ? example : 'US'),
      };
    },
    isImplied: (rule, { rules }) =>
      rules.some(
        ({ countries }) =>
          rule.countries === undefined || countries?.every((code) => rule.countries?.includes(code)) === true,
      ),
  },
  computed: {
    // The type of the field defines it.
    define: () => null,
    isImplied: () => true,
  },
  ranked: {
    define: (base) => ({ ...base, rule: 'ranked' }),
    isImplied: (_, { rules }) => rules.length > 0,
  },
  // Lowered with what `words/` says of the rule (`engine/load/lower/own-rule.ts`).
  own: {
    define: () => null,
    isImplied: (rule, { rules, isMade }) =>
      isMade || rules.some((each) => each.rule === rule.rule && isSame(each.with ?? {}, rule.with ?? {})),
  },
  exclusive: {
    define: (base) => ({ ...base, rule: 'exclusive' }),
    // The options say which are exclusive.
    isImplied: () => true,
  },
};

/** The rule that a word of a file is: one of the engine's, or else one of the site's. */
export const ruleOf = (word: string): RuleWord => (Object.hasOwn(ruleAuthoring, word) ? (word as RuleWord) : 'own');
