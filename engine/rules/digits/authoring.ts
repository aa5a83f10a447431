import { optional } from '../../values/pick.ts';
import { most, type RuleAuthoring } from '../rule-authoring.ts';

export const digits: RuleAuthoring<'digits'> = {
  define: (base, rule) =>
    rule.min === undefined && rule.max === undefined
      ? null
      : { ...base, rule: 'digits', ...optional(rule, 'min', 'max') },
  isImplied: (rule, { rules }) =>
    rules.some(({ min = 0, max = most }) => min >= (rule.min ?? 0) && max <= (rule.max ?? most)),
};
