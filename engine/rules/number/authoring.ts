import type { RuleAuthoring } from '../rule-authoring.ts';

export const number: RuleAuthoring<'number'> = {
  define: (base) => ({ ...base, rule: 'number' }),
  isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
};
