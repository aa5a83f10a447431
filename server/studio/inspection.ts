/** A visit as the inspector shows it, step by step. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { courseOfTrace } from '../../engine/trace/course.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import type {
  FlowMap,
  InspectedSession,
  InspectedStep,
  ReplayReply,
  VisitReply,
} from '../../renderer/studio/contract.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import { compiledFlow } from '../definitions/compiled-flow.ts';
import type { StoredRecord, StoreReader } from '../store/types.ts';
import { endEntry, stepEntries } from '../timelines/session-entries.ts';
import { endingContext, timelineOf } from '../timelines/timeline.ts';
import { flowWords } from '../timelines/words.ts';
import { recordedSource } from '../traces/source.ts';
import { specOfTraces } from '../traces/spec.ts';
import type { TracedVisit } from '../traces/visits.ts';
import { flowMapOf } from './flow-map.ts';

export interface InspectionContext {
  readonly site: SiteDefinition;
  /** Of the public site. */
  readonly origin: string;
  readonly store: Pick<StoreReader, 'deliveries'>;
}

/** The flow of a trace as it is today. @throws RangeError */
function flowToday(site: SiteDefinition, { flow: id }: TraceHead) {
  const flow = Object.hasOwn(site.flows, id) ? site.flows[id] : undefined;
  if (flow === undefined) throw new RangeError(`There is no flow ${id} any more.`);
  return compiledFlow(site, flow);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function replayed(site: SiteDefinition, head: TraceHead, lines: readonly TraceLine[]): ReplayReply {
  try {
    const { divergence, words, missing } = replayTrace(flowToday(site, head), lines);
    return { divergence, words, missing, error: null };
  } catch (error) {
    return { divergence: null, words: [], missing: null, error: messageOf(error) };
  }
}

function framesOf(site: SiteDefinition, head: TraceHead, lines: readonly TraceLine[]): InspectedStep[] {
  const context = endingContext(site, head.flow);
  const words = flowWords(site, context.flow);
  return courseOfTrace(context.flow, lines).steps.map((step) => {
    const end = endEntry(step);
    const entries = [...stepEntries(step, context, words), ...(end === null ? [] : [end])];
    return {
      line: step.line,
      screen: step.to.screen,
      isCalling: step.to.isCalling,
      errors: step.errors,
      entries: entries.map(({ what, text }) => ({ what, text })),
    };
  });
}

/**
 * Builds what the inspector shows.
 * @param name of the visit, or of the file
 * @throws StoreError
 */
export async function inspectVisit(
  name: string,
  traced: TracedVisit,
  records: readonly StoredRecord[],
  { site, origin, store }: InspectionContext,
): Promise<VisitReply> {
  const timeline = await timelineOf({ visit: name, traced, records, log: [] }, { site, store, isPersonal: false });
  const sessions: InspectedSession[] = [];
  const maps: Record<string, FlowMap> = {};
  for (const { head, lines } of traced.traces) {
    const flow = endingContext(site, head.flow).flow;
    if (flow !== null) maps[head.flow] ??= flowMapOf(site, flow, origin);
    try {
      sessions.push({
        flow: head.flow,
        source: recordedSource(head.input.visit),
        isCurrent: flow?.behaviour === head.behaviour,
        version: head.definition,
        frames: framesOf(site, head, lines),
        replay: replayed(site, head, lines),
      });
    } catch {
      // The timeline lists it among its faults.
    }
  }
  let spec: string | null = null;
  let noSpec: string | null = null;
  try {
    spec = await specOfTraces(site, traced.traces, (head) => flowToday(site, head), name);
  } catch (error) {
    noSpec = messageOf(error).replaceAll(/\S*\/(?=[^/\s]+\.jsonl)/g, '');
  }
  return {
    name,
    at: timeline.entries[0]?.at ?? null,
    outcome: timeline.ending?.kind ?? (records.length > 0 ? 'submitted' : 'unreadable'),
    ended: timeline.ended,
    sessions,
    server: timeline.entries
      .filter(({ what }) => what === 'lead' || what === 'delivery')
      .map(({ at, what, text }) => ({ at, what, text })),
    maps,
    faults: timeline.faults.map(({ name: file, error }) => ({ name: file.split('/').at(-1) ?? file, error })),
    trace: traced.traces.flatMap(({ lines }) => lines.map((line) => `${JSON.stringify(line)}\n`)).join(''),
    spec,
    noSpec,
  };
}
