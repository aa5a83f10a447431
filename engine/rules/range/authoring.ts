import type { RuleAuthoring } from '../rule-authoring.ts';

export const range: RuleAuthoring<'range'> = {
  define: (base) => ({ ...base, rule: 'range' }),
  isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
};
