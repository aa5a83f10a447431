import type { RuleAuthoring } from '../rule-authoring.ts';

export const offered: RuleAuthoring<'offered'> = {
  define: (base) => ({ ...base, rule: 'offered' }),
  // The options say when they are offered.
  isImplied: () => true,
};
