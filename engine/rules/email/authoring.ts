import type { RuleAuthoring } from '../rule-authoring.ts';

export const email: RuleAuthoring<'email'> = {
  define: (base) => ({ ...base, rule: 'email' }),
  isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
};
