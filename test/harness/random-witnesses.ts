/** Random sites whose shortest walks are run. */
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { baseWith } from '../../tools/mistakes.ts';
import { flowSiteOf, randomFlows } from './random-flow-site.ts';
import type { Random } from './random-form.ts';
import { randomShort } from './random-short.ts';

/** A random site, with the flows of which walks are run: every fourth one is a funnel in one file. */
export function witnessSite(
  random: Random,
  number: number,
): { readonly files: readonly DefinitionFile[]; readonly flows: readonly string[] } {
  if (number % 4 === 0) return { files: baseWith({ 'short.funnel.yaml': randomShort(random).file }), flows: ['short'] };
  const flows = randomFlows(random);
  return { files: flowSiteOf(flows), flows: flows.map(({ id }) => id) };
}
