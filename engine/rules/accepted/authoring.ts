import type { RuleAuthoring } from '../rule-authoring.ts';

export const accepted: RuleAuthoring<'accepted'> = {
  define: (base) => ({ ...base, rule: 'accepted' }),
  isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
};
