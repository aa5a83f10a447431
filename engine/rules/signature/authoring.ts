import type { RuleAuthoring } from '../rule-authoring.ts';

export const signature: RuleAuthoring<'signature'> = {
  define: (base) => ({ ...base, rule: 'signature' }),
  isImplied: (_, { rules }) => rules.length > 0,
};
