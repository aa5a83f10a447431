import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'email'> = {
  field: { type: 'email' },
  rule: { rule: 'email', message: ruleMessage },
  passes: ['a@b.c', ' a@b.c ', 'é@ü.ção', 'a@b..c', ''],
  fails: ['a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a@b@c.d', 'a b@c.d', 'a@b .c'],
};
