/** What the loader needs to know about a rule. */
import type { Rule, RuleBase, RuleDefinition, RuleWord } from '../../schemas/generated/types.ts';

/** A field whose values are validated by the rules of another form. */
export interface RuleSetting {
  /** The field's own rules of the same type. */
  readonly rules: readonly Rule[];
  /** The maximum length of the field's text in UTF-16 units. */
  readonly cap: number;
  /** Whether an expression computes the value. It may fill in an empty value or shorten a long one. */
  readonly isMade: boolean;
}

/** @typeParam Word its name, which types accept only if it is listed in `schemas/vocabulary.ts` */
export interface RuleAuthoring<Word extends RuleWord = RuleWord> {
  /** Creates the definition of a rule; null if a required parameter is missing from the file. */
  define(base: RuleBase, written: Rule): (RuleBase & Extract<RuleDefinition, { rule: Word }>) | null;
  /** Whether every value that the field accepts also passes this rule of another form. */
  isImplied(rule: Rule, judged: RuleSetting): boolean;
}

/** More than any limit. */
export const most = Number.POSITIVE_INFINITY;
