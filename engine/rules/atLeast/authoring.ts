import type { RuleAuthoring } from '../rule-authoring.ts';

export const atLeast: RuleAuthoring<'atLeast'> = {
  define: (base, { count }) => (count === undefined ? null : { ...base, rule: 'atLeast', count }),
  isImplied: (rule, { rules }) => rules.some(({ count = 0 }) => count >= (rule.count ?? 0)),
};
