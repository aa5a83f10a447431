/** The site under `funnels/`, loaded as the server loads it: what is expected of a page is read here, not copied. */
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import { type CompiledFlow, compileFlow } from '../../engine/flow/index.ts';
import { judgeForms } from '../../engine/forms/index.ts';
import { formMessages } from '../../engine/messages/catalogue.ts';
import { loadFolder } from '../../server/definitions/load.ts';
import { projectRoot } from './site-server.ts';

export async function loadFunnels(folder = join(projectRoot, 'funnels')): Promise<SiteDefinition> {
  const { site, problems } = await loadFolder(folder);
  if (site === null)
    throw new Error(`The definitions have errors: ${problems.map(({ message }) => message).join('\n')}`);
  return site;
}

/** A flow of it as a machine. */
export function compiledFlow(site: SiteDefinition, id: string): CompiledFlow {
  const flow = site.flows[id];
  if (flow === undefined) throw new Error(`There is no flow ${id}.`);
  const forms = flow.forms.map((form) => site.forms[form]).filter((form) => form !== undefined);
  return compileFlow(flow, forms, judgeForms(forms, formMessages(site.site)));
}
