/** `funnel impact TRACE… --against FOLDER`: what an edit would have done to recorded visits and stored leads. */
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { withAliases } from '../impact/aliases.ts';
import { type PublishReport, publishReport } from '../impact/gate.ts';
import { gateText } from '../impact/gate-text.ts';
import { impactOnLeads, type LeadImpact, leadGroups } from '../impact/leads.ts';
import { describeImpact, impactJson, impactMarkdown, isGrave } from '../impact/report.ts';
import { wholeRules } from '../impact/rules.ts';
import { lastTraces, tracesOfFiles, type VisitImpact, visitImpacts } from '../impact/visits.ts';
import { openStoreReader } from '../store/open.ts';
import { tracesIn } from '../traces/read.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { siteOf } from './definitions.ts';
import { versionFolder } from './diff-versions.ts';
import { noMapping, readEditMapping } from './edit-mapping.ts';
import { gateJunit, gateMarkdown, gateSarif } from './gate-output.ts';
import { flowsOf } from './trace-flows.ts';

/** What was judged. */
interface Judgement {
  readonly visits: readonly VisitImpact[];
  readonly leads: LeadImpact | null;
  /** Null without `--gate`. */
  readonly report: PublishReport | null;
}

interface Order {
  readonly today: string;
  readonly edited: string;
  readonly files: readonly string[];
  readonly mappingFile: string | undefined;
  /** Whether the visits and the leads that a server has stored are judged. */
  readonly isStored: boolean;
  readonly withLeads: boolean;
  readonly isGated: boolean;
}

/** @throws RangeError, StoreError */
async function judge({ today, edited, files, mappingFile, isStored, withLeads, isGated }: Order): Promise<Judgement> {
  const written = mappingFile === undefined ? noMapping : await readEditMapping(mappingFile);
  const flows = { today: await flowsOf(today, undefined), edited: await flowsOf(edited, undefined) };
  const sites = { today: await siteOf(today), edited: await siteOf(edited) };
  const mapping = isGated ? withAliases(written, sites.today, sites.edited) : written;
  const rules = wholeRules(sites.today.site.publish);
  const config = readConfig(process.env, process.cwd());
  async function* traces() {
    yield* tracesOfFiles(files);
    if (isStored) yield* lastTraces(join(config.dataDir, 'traces'), rules.visits);
  }
  const visits = await visitImpacts(traces(), flows, mapping);
  let leads: LeadImpact | null = null;
  if (withLeads) {
    const store = await openStoreReader(config);
    try {
      const some = store.leads(isGated ? { newest: rules.leads } : {});
      leads = await impactOnLeads(some, sites.today, sites.edited, mapping);
    } finally {
      await store.close();
    }
  }
  const versions = { today: { folder: today }, edited: { folder: edited } };
  return { visits, leads, report: isGated ? await publishReport(versions, sites, visits, leads) : null };
}

/** What the command prints. */
function printed({ visits, leads, report }: Judgement, switches: ReadonlySet<string>, edited: string): string {
  if (report === null) {
    if (switches.has('json')) return JSON.stringify(impactJson(visits, leads), null, 2);
    return (switches.has('markdown') ? impactMarkdown : describeImpact)(visits, leads);
  }
  if (switches.has('json')) return JSON.stringify({ ...impactJson(visits, leads), gate: report }, null, 2);
  if (switches.has('sarif')) return JSON.stringify(gateSarif(report, edited), null, 2);
  if (switches.has('junit')) return gateJunit(report);
  return switches.has('markdown') ? `${gateMarkdown(report)}\n\n${impactMarkdown(visits, leads)}` : gateText(report);
}

/** @returns the exit code */
function codeOf({ visits, leads, report }: Judgement): number {
  if (report !== null) return report.exceeded.length > 0 ? 1 : 0;
  if (visits.some(isGrave) || (leads !== null && leadGroups(leads).length > 0)) return 1;
  return visits.some(({ error }) => error !== null) ? 2 : 0;
}

/**
 * Replays visits on edited definitions.
 * @returns the exit code: 0 if at most texts change, 1 if visits or leads are affected, 2 if a trace or a folder cannot be
 *   read. With `--gate` 1 if a rule of `publish` is exceeded, otherwise 0
 */
export async function impact({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  const edited = values['against'];
  const isStored = switches.has('stored');
  const withLeads = switches.has('leads') || isStored;
  const isGated = ['gate', 'sarif', 'junit'].some((name) => switches.has(name));
  if (edited === undefined) throw new InvalidArguments('Name the folder of the edited definitions: --against FOLDER.');
  if (positionals.length === 0 && !withLeads)
    throw new InvalidArguments('Give a trace file or a folder of traces, or --leads to check the stored leads.');
  const before = values['funnels'];
  try {
    const found = positionals.length === 0 ? { files: [], definitions: undefined } : await tracesIn(positionals);
    const named = before ?? found.definitions ?? 'funnels';
    const today = await versionFolder(named, edited);
    try {
      const order = { today: today.folder, edited, files: found.files, mappingFile: values['mapping'] };
      const judged = await judge({ ...order, isStored, withLeads, isGated });
      output.out(printed(judged, switches, edited));
      return codeOf(judged);
    } finally {
      await today.remove();
    }
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
