import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'notBefore'> = {
  field: {},
  rule: { rule: 'notBefore', field: 'outro', message: ruleMessage },
  passes: ['2026-01-01', 'a', ''],
  // A form of one field has no other date.
  fails: [],
};
