import type { RuleAuthoring } from '../rule-authoring.ts';

const isSame = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name]);

/** Lowered with what `words/` says of the rule (`engine/load/lower/own-rule.ts`). */
export const own: RuleAuthoring<'own'> = {
  define: () => null,
  isImplied: (rule, { rules, isMade }) =>
    isMade || rules.some((each) => each.rule === rule.rule && isSame(each.with ?? {}, rule.with ?? {})),
};
