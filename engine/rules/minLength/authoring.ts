import type { RuleAuthoring } from '../rule-authoring.ts';

export const minLength: RuleAuthoring<'minLength'> = {
  define: (base, { length }) => (length === undefined ? null : { ...base, rule: 'minLength', length }),
  isImplied: (rule, { rules, isMade }) => isMade || rules.some(({ length = 0 }) => length >= (rule.length ?? 0)),
};
