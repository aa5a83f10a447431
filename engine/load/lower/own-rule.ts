import type { Rule, RuleBase } from '../../../schemas/generated/types.ts';
import type { OwnRuleDefinition } from '../../rules/own/own.ts';
import type { Words } from '../../words/words.ts';

/** The definition of a rule of the site's own; null if there is none of that name. */
export function defineOwnRule(base: RuleBase, written: Rule, { rules }: Words): (RuleBase & OwnRuleDefinition) | null {
  const name: string = written.rule;
  const word = rules[name];
  if (word === undefined) return null;
  const [valid = ''] = word.valid;
  const [invalid = ''] = word.invalid;
  return { ...base, rule: 'own', name, with: written.with ?? {}, valid, invalid };
}
