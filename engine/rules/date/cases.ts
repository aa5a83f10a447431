import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'date'> = {
  field: {},
  rule: { rule: 'date', format: 'MM/DD/YYYY', message: ruleMessage },
  passes: ['02/29/1984', '02/29/2000', '12/31/1984', ''],
  fails: ['02/31/1984', '02/29/1985', '02/29/1900', '13/01/1984', '00/10/1984', '01/00/1984', '01/01/0000', '1/1/1984'],
};
