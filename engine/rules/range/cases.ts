import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'range'> = {
  field: { number: { group: '.', point: ',', decimals: 2, min: -10, max: 2000 } },
  rule: { rule: 'range', message: ruleMessage },
  passes: ['-10', '2000', '2.000', '0,5', 'a', ''],
  fails: ['-10,5', '2000,01', '2.001', '99999'],
};
