import { type RuleCases, ruleMessage, ruleOptions } from '../rule-cases.ts';

export const cases: RuleCases<'ranked'> = {
  field: { type: 'choices', options: ruleOptions },
  rule: { rule: 'ranked', message: ruleMessage },
  passes: [[], ruleOptions.map(({ value }) => value), ruleOptions.map(({ value }) => value).reverse()],
  fails: [['a']],
};
