/** The site in `funnels/`, loaded as the server does. Tests read expected values from it instead of copying them. */
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { compiledFlow as compileSiteFlow } from '../../server/definitions/flow-machine.ts';
import { createFolderLoader, type LoadFolder } from '../../server/definitions/load.ts';
import { projectRoot } from './site-server.ts';

/**
 * Loads a folder as the server does. The test files of a worker share this loader, and what copies of a site have in common
 * is loaded once: `incremental.full.test.ts` compares its results with those of new loaders.
 */
export const loadShared: LoadFolder = createFolderLoader();

export async function loadFunnels(folder = join(projectRoot, 'funnels')): Promise<SiteDefinition> {
  const { site, problems } = await loadShared(folder);
  if (site === null)
    throw new Error(`The definitions have errors: ${problems.map(({ message }) => message).join('\n')}`);
  return site;
}

/** One of its flows as a state machine. */
export function compiledFlow(site: SiteDefinition, id: string): CompiledFlow {
  const flow = site.flows[id];
  if (flow === undefined) throw new Error(`There is no flow ${id}.`);
  return compileSiteFlow(site, flow);
}
