/** Loads the rules of a site's own (`extensions/rules/`), for the forms that have one. */
import type { FormDefinition } from '../../engine/forms/types.ts';
import { type ExtensionRuleCode, extensionRule } from '../../engine/rules/extension/extension.ts';
import type { RuleTable } from '../../engine/rules/tests.ts';

/** The rule `own` with the rules of these forms. */
export async function extensionRules(forms: readonly FormDefinition[]): Promise<Pick<RuleTable, 'extension'>> {
  const addresses = Object.entries(
    Object.assign({}, ...forms.map(({ more }) => more?.extension)) as Record<string, string>,
  );
  const loaded = addresses.map(async ([name, address]) => [
    name,
    ((await import(/* @vite-ignore */ address)) as { readonly default: ExtensionRuleCode }).default,
  ]);
  return { extension: extensionRule(Object.fromEntries(await Promise.all(loaded))) };
}
