import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'minLength'> = {
  field: {},
  rule: { rule: 'minLength', length: 3, message: ruleMessage },
  passes: ['abc', ' abc ', '👍a', '', '  '],
  fails: ['ab', ' ab ', '👍'],
};
