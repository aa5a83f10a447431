import { most, type RuleAuthoring } from '../rule-authoring.ts';

export const maxLength: RuleAuthoring<'maxLength'> = {
  define: (base, { length }) => (length === undefined ? null : { ...base, rule: 'maxLength', length }),
  isImplied: ({ length: limit = 0 }, { rules, cap, isMade }) =>
    isMade || cap <= limit || rules.some(({ length = most }) => length <= limit),
};
