import type { RuleAuthoring } from '../rule-authoring.ts';

export const computed: RuleAuthoring<'computed'> = {
  // The type of the field defines it.
  define: () => null,
  isImplied: () => true,
};
