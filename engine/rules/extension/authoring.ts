import type { RuleAuthoring } from '../rule-authoring.ts';

const isSame = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name]);

/** Lowered with what `extensions/` says of the rule (`engine/load/lower/extension-rule.ts`). */
export const extension: RuleAuthoring<'extension'> = {
  define: () => null,
  isImplied: (rule, { rules, isMade }) =>
    isMade || rules.some((each) => each.rule === rule.rule && isSame(each.with ?? {}, rule.with ?? {})),
};
