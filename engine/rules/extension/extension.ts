/** The rules of a site's own (`extensions/rules/`), which the rule `extension` looks up by name. */
import type { Json } from '../../../schemas/compiled.ts';
import type { RuleDefinition } from '../../../schemas/generated/types.ts';
import type { RuleTests } from '../tests.ts';

export type ExtensionRuleDefinition = Extract<RuleDefinition, { rule: 'extension' }>;

/** The code of a rule. */
export interface ExtensionRuleCode {
  test(value: string, parameters: Readonly<Record<string, Json>>): boolean;
}

/** Rules of a site's own, by name. */
export type ExtensionRules = Readonly<Record<string, ExtensionRuleCode>>;

/** Whether a rule accepts a value. An error of its code is a refusal, in browser and server alike. */
export function passesExtension(
  rule: ExtensionRuleCode,
  value: string,
  parameters: Readonly<Record<string, Json>>,
): boolean {
  try {
    return rule.test(value, parameters) === true;
  } catch {
    return false;
  }
}

/** The rule `own`. @param rules at least those that the forms use */
export const extensionRule = (rules: ExtensionRules): RuleTests<ExtensionRuleDefinition> => ({
  text({ name, with: parameters }) {
    const rule = rules[name];
    if (rule === undefined) throw new TypeError(`The rule "${name}" is not loaded.`);
    return (text) => passesExtension(rule, text, parameters);
  },
});
