import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'digits'> = {
  field: { type: 'tel' },
  rule: { rule: 'digits', min: 10, max: 11, message: ruleMessage },
  passes: ['(11) 98765-4321', '1198765432', ''],
  fails: ['119876543', '119876543210', '١١٩٨٧٦٥٤٣٢', 'abc'],
};
