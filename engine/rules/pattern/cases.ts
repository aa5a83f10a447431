import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'pattern'> = {
  field: {},
  rule: { rule: 'pattern', pattern: '[0-9]{5}|x', message: ruleMessage },
  passes: ['12345', 'x', ''],
  fails: ['123456', 'ax', '1234'],
};
