import type { RuleAuthoring } from '../rule-authoring.ts';

export const exclusive: RuleAuthoring<'exclusive'> = {
  define: (base) => ({ ...base, rule: 'exclusive' }),
  // The options say which are exclusive.
  isImplied: () => true,
};
