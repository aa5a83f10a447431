import { type RuleCases, ruleMessage, ruleOptions } from '../rule-cases.ts';

export const cases: RuleCases<'atMost'> = {
  field: { type: 'choices', options: ruleOptions },
  rule: { rule: 'atMost', count: 1, message: ruleMessage },
  passes: [[], ['a'], ['b']],
  fails: [['a', 'b']],
};
