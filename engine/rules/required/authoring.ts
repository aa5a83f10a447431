import type { RuleAuthoring } from '../rule-authoring.ts';

export const required: RuleAuthoring<'required'> = {
  define: (base) => ({ ...base, rule: 'required' }),
  isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
};
