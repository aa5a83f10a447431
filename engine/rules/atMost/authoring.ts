import { most, type RuleAuthoring } from '../rule-authoring.ts';

export const atMost: RuleAuthoring<'atMost'> = {
  define: (base, { count }) => (count === undefined ? null : { ...base, rule: 'atMost', count }),
  isImplied: (rule, { rules }) => rules.some(({ count = most }) => count <= (rule.count ?? most)),
};
