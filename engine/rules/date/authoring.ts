import { optional } from '../../values/pick.ts';
import type { RuleAuthoring } from '../rule-authoring.ts';
import { endless } from './day.ts';

export const date: RuleAuthoring<'date'> = {
  define: (base, rule) =>
    rule.format === undefined ? null : { ...base, rule: 'date', format: rule.format, ...optional(rule, 'from', 'to') },
  isImplied: (rule, { rules, isMade }) =>
    isMade ||
    rules.some(
      ({ format, from = '', to = endless }) =>
        format === rule.format && from >= (rule.from ?? '') && to <= (rule.to ?? endless),
    ),
};
