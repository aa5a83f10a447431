import { type RuleCases, ruleMessage, ruleOptions } from '../rule-cases.ts';

export const cases: RuleCases<'offered'> = {
  field: {
    ...{ type: 'choice', reads: [{ name: 'outro', type: 'choice' }] },
    options: [...ruleOptions, { value: 'x', label: 'X', when: ['==', ['$', 'outro'], 'y'] }],
  },
  rule: { rule: 'offered', message: ruleMessage },
  passes: ['a', ''],
  // A form of one field has no other answer.
  fails: ['x'],
};
