import { type RuleCases, ruleMessage, ruleOptions } from '../rule-cases.ts';

export const cases: RuleCases<'exclusive'> = {
  field: { type: 'choices', options: [...ruleOptions, { value: 'none', label: 'None', exclusive: true }] },
  rule: { rule: 'exclusive', message: ruleMessage },
  passes: [[], ['none'], ['a'], ['a', 'b']],
  fails: [
    ['a', 'none'],
    ['none', 'b', 'a'],
  ],
};
