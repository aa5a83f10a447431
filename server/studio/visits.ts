/** The recorded visits: a list with filters, the newest first. */
import { stat } from 'node:fs/promises';
import type { SiteDefinition } from '../../engine/definition.ts';
import { courseOfTrace, isSeen } from '../../engine/trace/course.ts';
import { agedEnding, endingOfCourse, endingOfVisit, isLongAgo, storedEnding } from '../../engine/trace/ending.ts';
import type { VisitFinding, VisitRow, VisitsReply } from '../../renderer/studio/contract.ts';
import { endingText } from '../timelines/ending-text.ts';
import { findingsIn } from '../timelines/findings.ts';
import { endingContext } from '../timelines/read-sessions.ts';
import { hasStored, noStoredVisits, type StoredVisitIndex, type StoredVisits } from '../timelines/stored-visits.ts';
import { flowWords } from '../timelines/words.ts';
import { readTracedVisit, traceDays, visitFilesOn } from '../traces/visits.ts';

/** What a list is filtered by; null for everything. */
export interface VisitFilter {
  readonly flow: string | null;
  /** A screen that the visit reached. */
  readonly screen: string | null;
  /** The beginning of the flow's fingerprint. */
  readonly version: string | null;
  readonly outcome: string | null;
  /** One of `VisitFinding`. */
  readonly finding: string | null;
  /** Counted from 1. */
  readonly page: number;
}

/** A row, and what filters need of it. */
interface Summary extends VisitRow {
  readonly reached: readonly string[];
  readonly findings: readonly VisitFinding[];
}

/** A row that is kept as long as nothing changes of what it was made from. */
interface KeptRow {
  readonly summary: Summary;
  /** What it depends on of the flows in it, by their ids. */
  readonly flows: ReadonlyMap<string, string>;
}

const pageSize = 50;
/** Visits beyond this number are not listed. */
const mostVisits = 50_000;
/** How long one list may read recordings, in milliseconds. The next one goes on; what was read is kept. */
const patienceMs = 2000;

/** What a row depends on of a flow: its texts and forms, where its calls are stored, and what the site sells. */
function flowVersion({ flows, intakes, site }: SiteDefinition, id: string): string {
  const flow = Object.hasOwn(flows, id) ? flows[id] : undefined;
  const stored = Object.values(intakes).filter(({ path }) => Object.hasOwn(flow?.calls ?? {}, path));
  return JSON.stringify([
    flow?.hash,
    site.allowedHosts,
    site.sales,
    stored.map(({ path, records }) => [path, records]),
  ]);
}

async function summaryOf(
  id: string,
  files: readonly string[],
  site: SiteDefinition,
  stored: StoredVisits,
): Promise<KeptRow> {
  const { traces } = await readTracedVisit(files);
  const flows = new Map(traces.map(({ head }) => [head.flow, flowVersion(site, head.flow)]));
  const written = (await stat(files[0] ?? '').catch(() => null))?.mtimeMs ?? 0;
  const parts = traces.flatMap(({ head, lines }) => {
    const context = endingContext(site, head.flow);
    try {
      const course = courseOfTrace(context.flow, lines);
      return [{ head, context, course, ending: agedEnding(endingOfCourse(course, context), Date.now()) }];
    } catch {
      return [];
    }
  });
  const traced = endingOfVisit(parts.map((part) => part.ending));
  const last = parts.find((part) => part.ending === traced);
  const accepted = parts.reduce((sum, part) => sum + part.ending.accepted, 0);
  const hasRecord = last !== undefined && hasStored(stored, id, site, last.head.flow);
  const ending = traced && storedEnding(traced, hasRecord, accepted);
  const [first] = parts;
  if (ending === null || last === undefined || first === undefined) {
    const summary: Summary = {
      ...{ id, flow: '', version: '', isCurrent: true, outcome: 'unreadable', screen: '', screenTitle: '', steps: 0 },
      ...{ at: written, hasErrors: false, reached: [], findings: [] },
      ended: 'its recording could not be read',
    };
    return { summary, flows };
  }
  const words = flowWords(site, last.context.flow);
  const steps = parts.flatMap(({ course, context }) => course.steps.map((step) => ({ step, flow: context.flow })));
  const findings = findingsIn(parts.map(({ course, context }) => ({ course, flow: context.flow })));
  const summary: Summary = {
    id,
    // A visitor's clock may be ahead.
    at: Math.min(first.head.input.at, written),
    flow: last.head.flow,
    version: last.head.definition,
    isCurrent: last.context.flow?.behaviour === last.head.behaviour,
    outcome: ending.kind,
    ended: endingText(ending, words),
    screen: ending.screen,
    screenTitle: words.screen(ending.screen),
    steps: steps.length,
    hasErrors: findings.includes('errors'),
    findings,
    reached: [...new Set(steps.flatMap(({ step, flow }) => (isSeen(flow, step.to) ? [step.to.screen] : [])))],
  };
  return { summary, flows };
}

/**
 * @param folder of the traces
 * @param index what the server has stored of visits
 */
export function createVisitList(
  folder: string,
  index: Pick<StoredVisitIndex, 'collections' | 'undelivered'> = noStoredVisits,
) {
  /** By their files, sizes, age and stored submissions. */
  let known: ReadonlyMap<string, KeptRow> = new Map();

  async function all(site: SiteDefinition): Promise<{ visits: Summary[]; left: VisitsReply['left'] }> {
    const next = new Map<string, KeptRow>();
    const visits: Summary[] = [];
    const stored = await index.collections();
    const versions = new Map<string, string>();
    const versionOf = (flow: string): string => {
      const version = versions.get(flow) ?? flowVersion(site, flow);
      versions.set(flow, version);
      return version;
    };
    const isValid = ({ flows }: KeptRow): boolean => [...flows].every(([flow, version]) => versionOf(flow) === version);
    const end = Date.now() + patienceMs;
    const left = await (async (): Promise<VisitsReply['left']> => {
      for (const day of (await traceDays(folder)).reverse())
        for (const [id, files] of await visitFilesOn(folder, day)) {
          if (visits.length >= mostVisits) return 'many';
          const stats = await Promise.all(files.map((file) => stat(file).catch(() => null)));
          const sizes = stats.map((each) => each?.size ?? 0);
          const isOld = isLongAgo(Math.max(...stats.map((each) => each?.mtimeMs ?? 0)), Date.now());
          const key = JSON.stringify([files, sizes, isOld, [...(stored.get(id) ?? [])]]);
          const kept = known.get(key);
          if ((kept === undefined || !isValid(kept)) && Date.now() > end) return 'reading';
          const row = kept !== undefined && isValid(kept) ? kept : await summaryOf(id, files, site, stored);
          next.set(key, row);
          visits.push(row.summary);
        }
      return null;
    })();
    // The next list goes on behind this one, where rows may still be valid.
    known = left === 'reading' ? new Map([...known, ...next]) : next;
    return { visits: visits.sort((one, other) => other.at - one.at), left };
  }

  return {
    async list(site: SiteDefinition, filter: VisitFilter): Promise<VisitsReply> {
      const { visits, left } = await all(site);
      const isUndelivered = filter.finding === 'undelivered';
      // Kept rows do not know it: messages fail, and are sent again, long after the visit.
      const undelivered = isUndelivered ? await index.undelivered() : new Set();
      const isFound = ({ id, findings }: Summary): boolean =>
        isUndelivered ? undelivered.has(id) : findings.some((each) => each === filter.finding);
      const found = visits.filter(
        (visit) =>
          (filter.flow === null || visit.flow === filter.flow) &&
          (filter.screen === null || visit.reached.includes(filter.screen)) &&
          (filter.version === null || visit.version.startsWith(filter.version)) &&
          (filter.outcome === null || visit.outcome === filter.outcome) &&
          (filter.finding === null || isFound(visit)),
      );
      const pages = Math.max(1, Math.ceil(found.length / pageSize));
      const page = Math.min(filter.page, pages);
      const ofFlow = visits.filter(({ flow }) => filter.flow === null || flow === filter.flow);
      const words = flowWords(site, endingContext(site, filter.flow ?? '').flow);
      const screens = filter.flow === null ? [] : [...new Set(ofFlow.flatMap(({ reached }) => reached))];
      return {
        visits: found.slice((page - 1) * pageSize, page * pageSize).map(({ reached: _, findings: __, ...row }) => row),
        ...{ total: found.length, page, pages, left },
        flows: [...new Set(visits.map(({ flow }) => flow))].filter(Boolean).sort(),
        versions: [...new Set(ofFlow.map(({ version }) => version))].filter(Boolean),
        screens: screens.map((id) => ({ id, title: words.screen(id) })),
      };
    },
    /** The trace files of a visit; empty if there are none. */
    async filesOf(id: string): Promise<string[]> {
      const days = await traceDays(folder);
      const files = await Promise.all(days.map(async (day) => (await visitFilesOn(folder, day)).get(id) ?? []));
      return files.flat();
    },
  };
}
