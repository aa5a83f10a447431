/** `funnel impact TRACE… --against FOLDER`: what an edit would have done to recorded visits and stored leads. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { impactOf } from '../../engine/trace/impact.ts';
import { type EditMapping, flowMapping } from '../../engine/trace/mapping.ts';
import type { ReplyCheck } from '../../engine/trace/reply-impact.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import { readConfig } from '../config.ts';
import { openStoreReader } from '../store/open.ts';
import { readTraces, type TraceSource, tracesIn } from '../traces/read.ts';
import { checkedReplies } from '../traces/replay-intakes.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { siteOf } from './definitions.ts';
import { noMapping, readEditMapping } from './edit-mapping.ts';
import { impactOnLeads, type LeadImpact, leadGroups } from './impact-leads.ts';
import { describeImpact, impactJson, impactMarkdown, isGrave, type VisitImpact, withTrace } from './impact-report.ts';
import { type FlowOf, flowsOf } from './trace-flows.ts';

interface Folders {
  readonly today: string;
  readonly edited: string;
}

/** The flow of the edited definitions; null if they have none with this id. */
const flowIfAny = (flowOf: FlowOf, head: TraceHead): Promise<CompiledFlow | null> =>
  flowOf(head).catch((error: unknown) => {
    if (error instanceof RangeError) return null;
    throw error;
  });

/** What the intakes of a folder answer, at the moment of a visit. */
const repliesOf =
  (site: SiteDefinition): ReplyCheck =>
  (compiled, steps, strayedAt) =>
    checkedReplies(site, compiled, steps, strayedAt);

async function traceImpact(
  source: TraceSource,
  { today, edited }: { readonly today: FlowOf; readonly edited: FlowOf },
  mapping: EditMapping,
): Promise<VisitImpact> {
  const { name } = source;
  if (source.error !== null) return { name, impact: null, error: source.error };
  try {
    const { head, lines } = source;
    const own = flowMapping(mapping, head.flow);
    const flow = own.flow === null ? null : await flowIfAny(edited, { ...head, flow: own.flow });
    // A trace without a visit is a walk of `funnel paths`: its replies are made up.
    const replies =
      head.visitId === undefined
        ? null
        : { today: repliesOf(await today.site(head)), edited: repliesOf(await edited.site(head)) };
    return { name, flow: head.flow, impact: impactOf(await today(head), flow, lines, own, replies), error: null };
  } catch (error) {
    return { name, impact: null, error: error instanceof Error ? error.message : String(error) };
  }
}

/** The impact on each visit. A visit that continued in several pages has several traces, and its gravest impact. */
async function visitImpacts(
  files: readonly string[],
  flows: { readonly today: FlowOf; readonly edited: FlowOf },
  mapping: EditMapping,
): Promise<VisitImpact[]> {
  const visits = new Map<string, VisitImpact>();
  for (const file of files)
    for (const source of await readTraces(file)) {
      const found = await traceImpact(source, flows, mapping);
      const visit = source.error === null ? source.head.visitId : undefined;
      const key = visit === undefined || found.error !== null ? `trace ${found.name}` : `visit ${visit}`;
      const known = visits.get(key);
      visits.set(key, known === undefined ? found : withTrace(known, found));
    }
  return [...visits.values()];
}

async function leadImpact({ today, edited }: Folders, mapping: EditMapping): Promise<LeadImpact> {
  const store = await openStoreReader(readConfig(process.env, process.cwd()));
  try {
    return await impactOnLeads(store.leads(), await siteOf(today), await siteOf(edited), mapping);
  } finally {
    await store.close();
  }
}

/**
 * Replays visits on edited definitions.
 * @returns the exit code: 0 if at most texts change, 1 if visits or leads are affected, 2 if a trace or a folder cannot be read
 */
export async function impact({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  const edited = values['against'];
  const withLeads = switches.has('leads');
  if (edited === undefined) throw new InvalidArguments('Name the folder of the edited definitions: --against FOLDER.');
  if (positionals.length === 0 && !withLeads)
    throw new InvalidArguments('Give a trace file or a folder of traces, or --leads to check the stored leads.');
  try {
    const found = positionals.length === 0 ? { files: [], definitions: undefined } : await tracesIn(positionals);
    const folders = { edited, today: values['funnels'] ?? found.definitions ?? 'funnels' };
    const mapping = values['mapping'] === undefined ? noMapping : await readEditMapping(values['mapping']);
    const flows = { today: await flowsOf(folders.today, undefined), edited: await flowsOf(edited, undefined) };
    const visits = await visitImpacts(found.files, flows, mapping);
    const leads = withLeads ? await leadImpact(folders, mapping) : null;
    if (switches.has('json')) output.out(JSON.stringify(impactJson(visits, leads), null, 2));
    else output.out((switches.has('markdown') ? impactMarkdown : describeImpact)(visits, leads));
    if (visits.some(isGrave) || (leads !== null && leadGroups(leads).length > 0)) return 1;
    return visits.some(({ error }) => error !== null) ? 2 : 0;
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
