/** The flows of a site, for traces. */
import type { Axes } from '../../engine/axes/axes.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import { compiledFlow } from '../definitions/flow-machine.ts';

/** Finds the flow of a trace, and the site that contains it. */
export interface FlowOf {
  /** @throws RangeError for a flow that the site does not have */
  (head: TraceHead): Promise<CompiledFlow>;
  site(head: TraceHead): Promise<SiteDefinition>;
}

/** Loads a folder for values of its axes; those at present are left out. @throws RangeError when it has errors */
export type SiteAt = (axes?: Partial<Axes>) => Promise<SiteDefinition>;

interface SiteFlows {
  readonly site: SiteDefinition;
  readonly flow: (id: string) => CompiledFlow;
}

/**
 * The flows of a folder, each compiled when a trace first needs it. A site is loaded once for the phases of its events.
 * @param folder for messages
 * @param axes the values at which every trace is replayed, instead of the trace's own
 */
export function flowsOfFolder(siteAt: SiteAt, folder: string, axes?: Axes): FlowOf {
  const sites = new Map<string, Promise<SiteFlows>>();
  const loadedFor = ({ moments }: TraceHead): Promise<SiteFlows> => {
    const key = axes === undefined ? JSON.stringify(moments ?? null) : '';
    const known = sites.get(key);
    if (known !== undefined) return known;
    const loading = siteAt(axes ?? (moments === undefined ? undefined : { phase: moments }));
    const made = loading.then((site) => ({ site, flow: compiledFlows(site, folder) }));
    sites.set(key, made);
    return made;
  };
  return Object.assign(async (head: TraceHead) => (await loadedFor(head)).flow(head.flow), {
    site: async (head: TraceHead) => (await loadedFor(head)).site,
  });
}

/** @throws RangeError for a flow that the site does not have */
function compiledFlows(site: SiteDefinition, folder: string): (id: string) => CompiledFlow {
  const compiled = new Map<string, CompiledFlow>();
  return (id) => {
    const known = compiled.get(id);
    if (known !== undefined) return known;
    const flow = Object.hasOwn(site.flows, id) ? site.flows[id] : undefined;
    if (flow === undefined) throw new RangeError(`The definitions in ${folder} have no flow "${id}".`);
    const made = compiledFlow(site, flow);
    compiled.set(id, made);
    return made;
  };
}
