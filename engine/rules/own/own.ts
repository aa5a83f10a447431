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

/** The most characters that a field can have. Nothing is imported for it: browsers would fetch that with every island. */
const longest = 10_000;

/** The rule `own`. @param rules at least those that the forms use */
export const ownRule = (rules: OwnRules): RuleTests<OwnRuleDefinition> => ({
  text({ name, with: parameters }, field) {
    const rule = rules[name];
    if (rule === undefined) throw new TypeError(`The rule "${name}" is not loaded.`);
    const cap = field.maxLength ?? longest;
    return (text) => text.length > cap || passesOwn(rule, text, parameters);
  },
});
