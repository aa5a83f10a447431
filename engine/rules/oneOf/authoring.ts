import type { RuleAuthoring } from '../rule-authoring.ts';

export const oneOf: RuleAuthoring<'oneOf'> = {
  define: (base) => ({ ...base, rule: 'oneOf' }),
  isImplied: (_, { rules, isMade }) => isMade || rules.length > 0,
};
