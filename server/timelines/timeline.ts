/** The timeline of a visit: its traces, records, messages and log lines in one order, and how it ended. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { type Ending, type EndingContext, endingOf, endingOfVisit } from '../../engine/trace/ending.ts';
import type { StoredRecord, StoreReader } from '../store/types.ts';
import { recordedSource } from '../traces/source.ts';
import type { TracedVisit } from '../traces/visits.ts';
import { endingText } from './ending-text.ts';
import { inOrder, type TimelineEntry } from './entry.ts';
import { recordEntries } from './record-entries.ts';
import { sessionEntries } from './session-entries.ts';
import { type FlowWords, flowWords } from './words.ts';

export interface TimelineSession {
  readonly flow: string;
  /** See `recordedSource`. */
  readonly source: string;
  /** Whether the flow behaves today as it did when the session was recorded; its texts may differ. */
  readonly isCurrent: boolean;
  readonly ending: Ending;
}

export interface Timeline {
  /** Null for submissions that carry no visit: a form posted without script. */
  readonly visit: string | null;
  readonly sessions: readonly TimelineSession[];
  readonly entries: readonly TimelineEntry[];
  /** That of the traces; null if there is none. */
  readonly ending: Ending | null;
  /** How the visit ended, in words. */
  readonly ended: string;
  /** The traces that could not be read. */
  readonly faults: TracedVisit['faults'];
}

/** What is known of a visit. */
export interface VisitSources {
  readonly visit: string | null;
  readonly traced: TracedVisit;
  readonly records: readonly StoredRecord[];
  readonly log: readonly TimelineEntry[];
}

export interface TimelineContext {
  /** Null if the definitions cannot be loaded: entries then contain ids in place of titles and labels. */
  readonly site: SiteDefinition | null;
  readonly store: Pick<StoreReader, 'deliveries'>;
  /** Whether the values of leads are included. */
  readonly isPersonal: boolean;
}

/** The context of a flow's endings. */
export const endingContext = (site: SiteDefinition | null, flow: string): EndingContext => ({
  flow: site !== null && Object.hasOwn(site.flows, flow) ? (site.flows[flow] ?? null) : null,
  forms: site?.forms ?? {},
});

/** Says how a visit ended. Its records know whether a form was stored although no reply arrived. */
function endedText(ending: Ending | null, words: FlowWords | undefined, { records, visit }: VisitSources): string {
  const stored = records.length;
  if (ending === null || words === undefined)
    return stored > 0
      ? 'submitted: a form was stored; no trace was recorded'
      : `unknown: no trace was recorded${visit === null ? '' : ' of this visit'}`;
  const text = endingText(ending, words);
  return ending.kind === 'network-lost' && stored > 0
    ? `${text}, but ${stored} ${stored === 1 ? 'submission was' : 'submissions were'} stored`
    : text;
}

/** Builds the timeline of a visit. @throws StoreError */
export async function timelineOf(sources: VisitSources, context: TimelineContext): Promise<Timeline> {
  const { site, store, isPersonal } = context;
  const sessions: TimelineSession[] = [];
  const words = new Map<Ending, FlowWords>();
  const entries: TimelineEntry[] = [];
  const faults = [...sources.traced.faults];
  for (const { name, head, lines } of sources.traced.traces) {
    const definitions = endingContext(site, head.flow);
    const own = flowWords(site, definitions.flow);
    try {
      const ending = endingOf(lines, definitions);
      words.set(ending, own);
      entries.push(...sessionEntries(lines, definitions, own));
      const isCurrent = definitions.flow?.behaviour === head.behaviour;
      sessions.push({ flow: head.flow, source: recordedSource(head.input.visit), isCurrent, ending });
    } catch (error) {
      faults.push({ name, error: error instanceof Error ? error.message : String(error) });
    }
  }
  for (const record of sources.records) entries.push(...(await recordEntries(record, store, isPersonal)));
  const ending = endingOfVisit(sessions.map((session) => session.ending));
  return {
    visit: sources.visit,
    sessions,
    entries: inOrder([...entries, ...sources.log]),
    ending,
    ended: endedText(ending, ending === null ? undefined : words.get(ending), sources),
    faults,
  };
}
