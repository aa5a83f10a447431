/** Values that a rule accepts and refuses, for its test. */
import type { FieldDefinition, RuleDefinition } from '../../schemas/generated/types.ts';
import type { BuiltInRule, RuleOf } from './tests.ts';

export interface AnyRuleCases {
  /** What the field has besides the rule. */
  readonly field: Partial<FieldDefinition>;
  readonly rule: RuleDefinition;
  readonly passes: readonly unknown[];
  readonly fails: readonly unknown[];
}

export type RuleCases<Word extends BuiltInRule> = AnyRuleCases & { readonly rule: RuleOf<Word> };

/** The message of the rules in cases. */
export const ruleMessage = 'não';

/** The options of the fields in cases. */
export const ruleOptions = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];
