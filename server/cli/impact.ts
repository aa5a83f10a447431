/** `funnel impact TRACE… --against FOLDER`: what an edit would have done to recorded visits and stored leads. */
import type { EditMapping } from '../../engine/trace/mapping.ts';
import { readConfig } from '../config.ts';
import { impactOnLeads, type LeadImpact, leadGroups } from '../impact/leads.ts';
import { describeImpact, impactJson, impactMarkdown, isGrave } from '../impact/report.ts';
import { tracesOfFiles, visitImpacts } from '../impact/visits.ts';
import { openStoreReader } from '../store/open.ts';
import { tracesIn } from '../traces/read.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { siteOf } from './definitions.ts';
import { noMapping, readEditMapping } from './edit-mapping.ts';
import { flowsOf } from './trace-flows.ts';

interface Folders {
  readonly today: string;
  readonly edited: string;
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
    const visits = await visitImpacts(tracesOfFiles(found.files), flows, mapping);
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
