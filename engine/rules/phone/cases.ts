import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'phone'> = {
  field: { type: 'tel' },
  rule: { rule: 'phone', country: 'BR', message: ruleMessage },
  passes: ['(81) 98765-4321', '081 3265 4321', '+55 (81) 98765-4321', '+351 912 345 678', '0044 20 7946 0958', ''],
  fails: ['123', '+99 9999', 'me liga', '81987654321 ramal 3', '+', '00', '(81) 98765-43210', '+55 81 8'],
};
