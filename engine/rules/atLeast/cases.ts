import { type RuleCases, ruleMessage, ruleOptions } from '../rule-cases.ts';

export const cases: RuleCases<'atLeast'> = {
  field: { type: 'choices', options: ruleOptions },
  rule: { rule: 'atLeast', count: 1, message: ruleMessage },
  passes: [['a'], ['a', 'b']],
  fails: [[], undefined],
};
