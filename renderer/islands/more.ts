/** The code that the sessions of few flows need. */
import type { FormDefinition } from '../../engine/forms/types.ts';
import type { Arrange } from '../boot/arrange.ts';
import type { FlowBundle } from './bundle.ts';

/**
 * Fetches the functions that a flow names, and what its controls do by themselves. Puts shuffled options into their order.
 * @returns what puts the options of a screen into their order; null if they keep that of the file
 */
export async function fetchMore(bundle: FlowBundle, root: HTMLElement): Promise<Arrange | null> {
  const { forms, functions } = bundle;
  const needs = (chunk: keyof NonNullable<FormDefinition['more']>) => forms.some(({ more }) => more?.[chunk]);
  const [shuffled] = await Promise.all([
    bundle.shuffled ? import('./shuffle-bundle.ts') : null,
    bundle.answers ? import('../../engine/expressions/answer-display.ts') : null,
    bundle.flow.ways ? import('../../engine/flow/way.ts').then(({ loadWays }) => loadWays()) : null,
    functions ? import('../behaviours/extension-functions.ts').then((own) => own.fetchFunctions(functions)) : null,
    needs('looks') ? import('./exclusive-options.ts').then((module) => module.watchExclusiveOptions(root)) : null,
    needs('amounts') ? import('./amounts.ts').then((module) => module.watchAmounts(root)) : null,
  ]);
  return shuffled?.shuffleBundle(bundle, root) ?? null;
}
