import type { Rule, RuleBase } from '../../../schemas/generated/types.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import type { ExtensionRuleDefinition } from '../../rules/extension/extension.ts';

/** The definition of a rule of the site's own; null if there is none of that name. */
export function defineExtensionRule(
  base: RuleBase,
  written: Rule,
  { rules }: Extensions,
): (RuleBase & ExtensionRuleDefinition) | null {
  const name: string = written.rule;
  const extension = rules[name];
  if (extension === undefined) return null;
  const [valid = ''] = extension.valid;
  const [invalid = ''] = extension.invalid;
  return { ...base, rule: 'extension', name, with: written.with ?? {}, valid, invalid };
}
