import type { RuleAuthoring } from '../rule-authoring.ts';

export const ranked: RuleAuthoring<'ranked'> = {
  define: (base) => ({ ...base, rule: 'ranked' }),
  isImplied: (_, { rules }) => rules.length > 0,
};
