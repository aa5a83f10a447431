import type { RuleAuthoring } from '../rule-authoring.ts';

export const pattern: RuleAuthoring<'pattern'> = {
  define: (base, { pattern }) => (pattern === undefined ? null : { ...base, rule: 'pattern', pattern }),
  isImplied: (rule, { rules, isMade }) => isMade || rules.some(({ pattern }) => pattern === rule.pattern),
};
