import type { RuleAuthoring } from '../rule-authoring.ts';

export const url: RuleAuthoring<'url'> = {
  define: (base) => ({ ...base, rule: 'url' }),
  isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
};
