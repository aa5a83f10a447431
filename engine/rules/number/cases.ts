import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'number'> = {
  field: { number: { group: '.', point: ',', decimals: 2 } },
  rule: { rule: 'number', message: ruleMessage },
  passes: ['0', '-10', '2000', '2.000', '1.234,5', '1234,56', '0,01', '1.5', ' 7 ', '2,000', ''],
  fails: ['a', '1e3', '0,001', '1,234', '1,2,3', '12.34.56', '1 000', '--1', '∞', '0x10', '1'.repeat(16)],
};
