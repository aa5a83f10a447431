import type { FieldDefinition, RuleDefinition, RuleWord } from '../../schemas/generated/types.ts';
import { optionsOf } from '../fields/field.ts';
import type { FieldValue, ValueKind } from '../fields/kinds/kind.ts';
import { digitsOf, localDigits } from '../fields/masks/masks.ts';
import { isEmpty } from '../fields/reading.ts';
import { isEmail } from './email.ts';

type RuleOf<Word extends RuleWord> = Extract<RuleDefinition, { rule: Word }>;

/** Says whether a normalised value of the right type holds. */
export type Check = (value: FieldValue) => boolean;

/** What a rule word means. */
export interface RuleMeaning<Word extends RuleWord> {
  /** The kinds of value it can judge; on a field of another kind the form does not compile. */
  readonly judges: readonly ValueKind[];
  /** It speaks of emptiness itself; every other rule lets an empty value pass. */
  readonly judgesEmpty?: true;
  /** Builds the check once, when the form is compiled. */
  check(rule: RuleOf<Word>, field: FieldDefinition): Check;
}

const text: readonly ValueKind[] = ['text'];

/** Every rule word, with its meaning. A word missing here does not compile. */
export const ruleMeanings = {
  required: { judges: ['text', 'flag', 'list'], judgesEmpty: true, check: () => (value) => !isEmpty(value) },
  accepted: { judges: ['flag'], judgesEmpty: true, check: () => (value) => value === true },
  atLeast: { judges: ['list'], judgesEmpty: true, check: (rule) => onList((list) => list.length >= rule.count) },
  minLength: { judges: text, check: (rule) => onText((value) => value.length >= rule.length) },
  maxLength: { judges: text, check: (rule) => onText((value) => value.length <= rule.length) },
  email: { judges: text, check: () => onText(isEmail) },
  digits: {
    judges: text,
    check: ({ min = 0, max = Number.POSITIVE_INFINITY }, { mask }) =>
      onText((value) => {
        const digits = digitsOf(value);
        const count = (mask === undefined ? digits : localDigits(mask, digits)).length;
        return count >= min && count <= max;
      }),
  },
  oneOf: { judges: ['text', 'list'], check: (_rule, field) => isOffered(field) },
  pattern: {
    judges: text,
    check: (rule) => {
      // Like the `pattern` attribute of HTML: the whole text has to match, in Unicode mode.
      const whole = new RegExp(`^(?:${rule.pattern})$`, 'u');
      return onText((value) => whole.test(value));
    },
  },
} satisfies { [Word in RuleWord]: RuleMeaning<Word> };

/** The check that every value is one of the field's options, none of them twice. */
export function isOffered(field: FieldDefinition): Check {
  const offered = new Set((optionsOf(field) ?? []).map((option) => option.value));
  return (value) => {
    if (typeof value === 'boolean') return false;
    const list = typeof value === 'string' ? [value] : value;
    return list.every((item) => offered.has(item)) && new Set(list).size === list.length;
  };
}

function onText(holds: (value: string) => boolean): Check {
  return (value) => typeof value === 'string' && holds(value);
}

function onList(holds: (value: readonly string[]) => boolean): Check {
  return (value) => typeof value === 'object' && holds(value);
}
