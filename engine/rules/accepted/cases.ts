import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'accepted'> = {
  field: { type: 'checkbox' },
  rule: { rule: 'accepted', message: ruleMessage },
  passes: [true],
  fails: [false, undefined],
};
