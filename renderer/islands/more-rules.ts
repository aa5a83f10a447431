/** The rules that few forms have. */
import type { FormDefinition } from '../../engine/forms/types.ts';
import type { RuleTable } from '../../engine/rules/tests.ts';

/** Fetches the rules that forms name in `more`. */
export async function fetchMoreRules(forms: readonly FormDefinition[]): Promise<Partial<RuleTable>> {
  const needs = (chunk: keyof NonNullable<FormDefinition['more']>) => forms.some(({ more }) => more?.[chunk]);
  const [more, phone, computed, signature, varied, own] = await Promise.all([
    needs('rules') ? import('../../engine/rules/generated/more.ts') : null,
    needs('phone') ? import('../../engine/rules/generated/phone.ts') : null,
    needs('computed') ? import('../../engine/rules/generated/computed.ts') : null,
    needs('signature') ? import('../../engine/rules/generated/signature.ts') : null,
    needs('varied') ? import('../../engine/rules/generated/varied.ts') : null,
    needs('extension') ? import('./extension-rules.ts').then(({ extensionRules }) => extensionRules(forms)) : null,
  ]);
  return {
    ...more?.moreRules,
    ...phone?.phoneRules,
    ...computed?.computedRules,
    ...signature?.signatureRules,
    ...varied?.variedRules,
    ...own,
  };
}
