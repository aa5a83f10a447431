import type { RuleAuthoring } from '../rule-authoring.ts';

export const notBefore: RuleAuthoring<'notBefore'> = {
  define: (base, { field }) => (field === undefined ? null : { ...base, rule: 'notBefore', field }),
  isImplied: (rule, { rules, isMade }) => isMade || rules.some(({ field }) => field === rule.field),
};
