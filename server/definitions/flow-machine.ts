/** A flow of a loaded site as the machine that its visitors get. */

import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { type CompiledFlow, compileFlow } from '../../engine/flow/index.ts';
import { loadWays } from '../../engine/flow/way.ts';
import { formValidator } from '../../engine/forms/index.ts';
import { formMessages } from '../../engine/messages/catalogue.ts';

loadWays();

/** @param flow one of the site's */
export function compiledFlow({ site, forms, extensions }: SiteDefinition, flow: FlowDefinition): CompiledFlow {
  const own = flow.forms.map((form) => forms[form]).filter((form) => form !== undefined);
  return compileFlow(flow, own, formValidator(own, formMessages(site), extensions?.rules));
}
