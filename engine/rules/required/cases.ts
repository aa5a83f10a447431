import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'required'> = {
  field: {},
  rule: { rule: 'required', message: ruleMessage },
  passes: ['x', ' x ', '0'],
  fails: ['', '   ', '\u00a0\ufeff', undefined],
};
