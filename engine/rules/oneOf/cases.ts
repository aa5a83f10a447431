import { type RuleCases, ruleMessage, ruleOptions } from '../rule-cases.ts';

export const cases: RuleCases<'oneOf'> = {
  field: { type: 'choice', options: ruleOptions },
  rule: { rule: 'oneOf', message: ruleMessage },
  passes: ['a', 'b', ''],
  fails: ['c', 'A', ' a', 'constructor'],
};
