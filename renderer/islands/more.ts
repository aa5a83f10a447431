/** The code that few flows need. */
import type { FormDefinition } from '../../engine/forms/types.ts';
import type { RuleTable } from '../../engine/rules/tests.ts';
import type { FlowBundle } from './bundle.ts';

/**
 * Fetches the functions that a flow names, and the views and the rules that its forms name in `more`. Puts shuffled options
 * into their order.
 * @returns the rules
 */
export async function fetchMore(bundle: FlowBundle, root: HTMLElement): Promise<Partial<RuleTable>> {
  const { forms, functions } = bundle;
  const needs = (chunk: keyof NonNullable<FormDefinition['more']>) => forms.some(({ more }) => more?.[chunk]);
  const [rules, phone, computed, signature, varied, own] = await Promise.all([
    needs('rules') ? import('../../engine/rules/generated/more.ts') : null,
    needs('phone') ? import('../parts/phone.tsx') : null,
    needs('computed') ? import('../parts/computed.tsx') : null,
    needs('signature') ? import('../parts/signature.tsx') : null,
    needs('varied') ? import('../parts/varied.tsx') : null,
    needs('own') ? import('./own-rules.ts').then(({ ownRules }) => ownRules(forms)) : null,
    needs('ranking') ? import('../parts/ranking.tsx') : null,
    needs('matrix') ? import('../parts/matrix.tsx') : null,
    needs('search') ? import('../parts/search.tsx') : null,
    needs('rows') ? import('../parts/rows.tsx') : null,
    needs('looks') ? import('../parts/looks.tsx') : null,
    needs('amounts') ? import('../parts/amounts.tsx') : null,
    bundle.answers ? import('../../engine/expressions/known-answers.ts') : null,
    bundle.shuffled ? import('./shuffled.ts').then(({ shuffleBundle }) => shuffleBundle(bundle, root)) : null,
    bundle.flow.ways ? import('../../engine/flow/way.ts').then(({ loadWays }) => loadWays()) : null,
    functions ? import('../behaviours/own-functions.ts').then((own) => own.fetchFunctions(functions)) : null,
  ]);
  return {
    ...rules?.moreRules,
    ...phone?.phoneRules,
    ...computed?.computedRules,
    ...signature?.signatureRules,
    ...varied?.variedRules,
    ...own,
  };
}
