/** Loads the rules of a site's own (`words/rules/`), for the forms that have one. */
import type { FormDefinition } from '../../engine/forms/types.ts';
import { type OwnRuleCode, ownRule } from '../../engine/rules/own/own.ts';
import type { RuleTable } from '../../engine/rules/tests.ts';

/** The rule `own` with the rules of these forms. */
export async function ownRules(forms: readonly FormDefinition[]): Promise<Pick<RuleTable, 'own'>> {
  const addresses = Object.entries(Object.assign({}, ...forms.map(({ more }) => more?.own)) as Record<string, string>);
  const loaded = addresses.map(async ([name, address]) => [
    name,
    ((await import(/* @vite-ignore */ address)) as { readonly default: OwnRuleCode }).default,
  ]);
  return { own: ownRule(Object.fromEntries(await Promise.all(loaded))) };
}
