/** Judges a publication: the visits that were recorded last and the leads that were stored last, on the edited definitions. */
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { EditMapping } from '../../engine/trace/mapping.ts';
import { createFolderLoader } from '../definitions/load.ts';
import { parsedSources } from '../definitions/parsed-sources.ts';
import { readDefinitionFiles } from '../definitions/read.ts';
import { openStoreReader, type StoreConfig } from '../store/open.ts';
import type { Lead } from '../store/types.ts';
import type { TraceSource } from '../traces/read.ts';
import { withAliases } from './aliases.ts';
import { causesOfLeads, causesOfVisits, type EditPlace, editsBetween } from './causes.ts';
import { flowsOfFolder, type SiteAt } from './flows.ts';
import { type ChangedLeads, impactOnLeads, type LeadImpact, leadGroups } from './leads.ts';
import { type ChangeGroup, changeGroups } from './report.ts';
import {
  countsByRule,
  isExceeded,
  isUnproven,
  type PublishRule,
  type RuleCount,
  ruleOfLead,
  ruleOfVisit,
  wholeRules,
} from './rules.ts';
import { lastTraces, type VisitImpact, visitImpacts } from './visits.ts';

/** Visits or leads that meet one change, with the edits that cause it. */
export interface PublishFinding {
  readonly rule: PublishRule;
  /** The flow and the screen, or the collection. */
  readonly where: string;
  readonly change: string;
  readonly count: number;
  /** Traces, or ids of leads, without personal values. */
  readonly examples: readonly string[];
  readonly causes: readonly EditPlace[];
}

/** How much the recorded visits prove. */
export interface VisitCounts {
  readonly all: number;
  readonly compared: number;
  /** Those whose recording cannot be read, and those that differ from the version that visitors have already. */
  readonly unproven: number;
  /** Those among the compared ones of which a part cannot be replayed. */
  readonly partial: number;
}

export interface PublishReport {
  readonly visits: VisitCounts;
  /** The share of the visits that the site records in production; null if it names none. */
  readonly share: number | null;
  /** Leads that the version that visitors have accepts; null if none were judged. */
  readonly leads: number | null;
  readonly counts: readonly RuleCount[];
  /** The rules that are exceeded. */
  readonly exceeded: readonly RuleCount[];
  readonly findings: readonly PublishFinding[];
}

/** A version, as a folder. */
export interface GateVersion {
  readonly folder: string;
  /** A saved version may have words that were renamed since. */
  readonly isSaved?: boolean;
}

export interface GateVersions {
  /** What visitors have now. */
  readonly today: GateVersion;
  readonly edited: GateVersion;
}

/** What is judged: traces and leads of at most the numbers of the rules. */
export interface GateMaterial {
  traces(most: number): AsyncIterable<TraceSource>;
  /** Null for none. */
  leads: ((most: number) => AsyncIterable<Lead>) | null;
}

const noMapping: EditMapping = {
  renamed: { flows: {}, steps: {}, fields: {} },
  removed: { flows: [], steps: [], fields: [] },
};

/** The files of a version as they are written. */
const sourcesOf = async ({ folder }: GateVersion) => parsedSources((await readDefinitionFiles(folder)).files).sources;

/** Visits and leads judged by the rules. @param names of the edit that no alias tells */
export async function publishReport(
  versions: GateVersions,
  sites: { readonly today: SiteDefinition; readonly edited: SiteDefinition },
  visits: readonly VisitImpact[],
  leads: LeadImpact | null,
): Promise<PublishReport> {
  const counts = countsByRule(wholeRules(sites.today.site.publish), visits, leads);
  const [before, after] = [await sourcesOf(versions.today), await sourcesOf(versions.edited)];
  const edits = editsBetween(before, after);
  const visitFinding = (group: ChangeGroup): PublishFinding[] => {
    const rule = ruleOfVisit(group.verdict);
    if (rule === null) return [];
    const where = group.screen === '' ? group.flow : `${group.flow}, ${group.screen}`;
    const causes = rule === 'unprovenVisits' ? [] : causesOfVisits(edits, sites, group);
    return [{ rule, where, change: group.change, count: group.count, examples: group.traces, causes }];
  };
  const leadFinding = (group: ChangedLeads): PublishFinding => ({
    ...{ rule: ruleOfLead(group.verdict), where: group.collection, change: group.reason, count: group.count },
    ...{ examples: group.ids, causes: causesOfLeads(edits, sites, group) },
  });
  const unproven = visits.filter(isUnproven).length;
  return {
    visits: {
      ...{ all: visits.length, compared: visits.length - unproven, unproven },
      partial: visits.filter((visit) => visit.error === null && !isUnproven(visit) && visit.isPartial).length,
    },
    share: sites.today.site.recording?.share ?? null,
    leads: leads?.leads ?? null,
    counts,
    exceeded: counts.filter(isExceeded),
    findings: [
      ...(leads === null ? [] : leadGroups(leads)).map(leadFinding),
      ...changeGroups(visits).flatMap(visitFinding),
    ],
  };
}

/**
 * Judges an edit by the rules of the version that visitors have.
 * @throws RangeError when the definitions of a version have errors
 */
export async function judgePublication(versions: GateVersions, material: GateMaterial): Promise<PublishReport> {
  const load = createFolderLoader();
  const siteAt =
    ({ folder, isSaved = false }: GateVersion): SiteAt =>
    async (axes) => {
      const { site } = await load(folder, { migrate: isSaved, axes });
      if (site === null) throw new RangeError(`The definitions in ${folder} have errors.`);
      return site;
    };
  const of = { today: siteAt(versions.today), edited: siteAt(versions.edited) };
  const sites = { today: await of.today(), edited: await of.edited() };
  const rules = wholeRules(sites.today.site.publish);
  const mapping = withAliases(noMapping, sites.today, sites.edited);
  const flows = {
    today: flowsOfFolder(of.today, versions.today.folder),
    edited: flowsOfFolder(of.edited, versions.edited.folder),
  };
  const visits = await visitImpacts(material.traces(rules.visits), flows, mapping);
  const leads =
    material.leads === null || rules.leads === 0
      ? null
      : await impactOnLeads(material.leads(rules.leads), sites.today, sites.edited, mapping);
  return publishReport(versions, sites, visits, leads);
}

/** Judges an edit by what a server has stored. @throws RangeError, or StoreError */
export async function judgeByStored(versions: GateVersions, config: StoreConfig): Promise<PublishReport> {
  const store = await openStoreReader(config);
  try {
    return await judgePublication(versions, {
      traces: (most) => lastTraces(join(config.dataDir, 'traces'), most),
      leads: (newest) => store.leads({ newest }),
    });
  } finally {
    await store.close();
  }
}
