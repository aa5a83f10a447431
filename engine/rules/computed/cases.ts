import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'computed'> = {
  field: {},
  rule: { rule: 'computed', code: 7, reads: {}, message: ruleMessage },
  passes: ['7', 'x', ''],
  fails: [],
};
