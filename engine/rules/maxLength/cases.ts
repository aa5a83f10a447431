import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'maxLength'> = {
  field: {},
  rule: { rule: 'maxLength', length: 3, message: ruleMessage },
  passes: ['abc', ' abc ', ''],
  fails: ['abcd', '👍👍'],
};
