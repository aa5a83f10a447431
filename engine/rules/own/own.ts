/** The rules of a site's own (`words/rules/`), which the rule `own` looks up by name. */
import type { Json } from '../../../schemas/compiled.ts';
import type { RuleDefinition } from '../../../schemas/generated/types.ts';
import type { RuleTests } from '../tests.ts';

export type OwnRuleDefinition = Extract<RuleDefinition, { rule: 'own' }>;

/** The code of a rule. */
export interface OwnRuleCode {
  test(value: string, parameters: Readonly<Record<string, Json>>): boolean;
}

/** Rules of a site's own, by name. */
export type OwnRules = Readonly<Record<string, OwnRuleCode>>;

/** Whether a rule accepts a value. An error of its code is a refusal, in browser and server alike. */
export function passesOwn(rule: OwnRuleCode, value: string, parameters: Readonly<Record<string, Json>>): boolean {
  try {
    return rule.test(value, parameters) === true;
  } catch {
    return false;
  }
}

/** The rule `own`. @param rules at least those that the forms use */
export const ownRule = (rules: OwnRules): RuleTests<OwnRuleDefinition> => ({
  text({ name, with: parameters }) {
    const rule = rules[name];
    if (rule === undefined) throw new TypeError(`The rule "${name}" is not loaded.`);
    return (text) => passesOwn(rule, text, parameters);
  },
});
