/** The flows of a folder of definitions, for traces. */
import { instantOf } from '../../engine/calendar/phases.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import { type CompiledFlow, compileFlow } from '../../engine/flow/index.ts';
import { formValidator } from '../../engine/forms/index.ts';
import { formMessages } from '../../engine/messages/catalogue.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import { createFolderLoader, type LoadFolderOptions } from '../definitions/load.ts';

/** The edited definitions and the moments of a site share most of their files: what they have in common is loaded once. */
const loadFolder = createFolderLoader();

/** The site of a folder. @throws RangeError when its definitions have errors */
export async function siteOf(folder: string, options: LoadFolderOptions): Promise<SiteDefinition> {
  const { site, problems } = await loadFolder(folder, options);
  if (site === null)
    throw new RangeError(`The definitions in ${folder} have ${problems.length} problem(s): run \`funnel check\`.`);
  return site;
}

/** Finds the flow of a trace. */
export type FlowOf = (head: TraceHead) => Promise<CompiledFlow>;

/**
 * The flows of a folder, each compiled when a trace first needs it.
 * @param moment the moment at which every trace is replayed, instead of the trace's own
 */
export async function flowsOf(folder: string, moment: string | undefined): Promise<FlowOf> {
  const today = await siteOf(folder, {});
  const at = moment === undefined ? undefined : instantOf(moment, today.timed);
  if (at === null)
    throw new RangeError(
      `--at needs a date and time with an offset, such as 2026-03-01T09:00:00-03:00, or ${today.timed[0]?.id ?? 'event'}.after.`,
    );
  const sites = new Map<string, Promise<(id: string) => CompiledFlow>>();
  return async ({ flow, moments }) => {
    const key = at === undefined ? JSON.stringify(moments ?? null) : '';
    const known = sites.get(key);
    if (known !== undefined) return (await known)(flow);
    const options = at === undefined ? { moments } : { at };
    const site = at === undefined && moments === undefined ? Promise.resolve(today) : siteOf(folder, options);
    const made = site.then((each) => compiledFlows(each, folder));
    sites.set(key, made);
    return (await made)(flow);
  };
}

function compiledFlows(site: SiteDefinition, folder: string): (id: string) => CompiledFlow {
  const messages = formMessages(site.site);
  const compiled = new Map<string, CompiledFlow>();
  return (id) => {
    const known = compiled.get(id);
    if (known !== undefined) return known;
    const flow = Object.hasOwn(site.flows, id) ? site.flows[id] : undefined;
    if (flow === undefined) throw new RangeError(`The definitions in ${folder} have no flow "${id}".`);
    const forms = flow.forms.map((form) => site.forms[form]).filter((form) => form !== undefined);
    const made = compileFlow(flow, forms, formValidator(forms, messages));
    compiled.set(id, made);
    return made;
  };
}
