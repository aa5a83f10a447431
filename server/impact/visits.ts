/** What an edit would have done to recorded visits. */
import { hash } from 'node:crypto';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { graver, type Impact, impactOf } from '../../engine/trace/impact.ts';
import { type EditMapping, type FlowMapping, flowMapping } from '../../engine/trace/mapping.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import type { ReplyCheck } from '../../engine/trace/reply-impact.ts';
import { courseText, dependsOnTime } from '../../engine/trace/same-course.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import { readTraces, type TraceSource } from '../traces/read.ts';
import { checkedReplies } from '../traces/replay-intakes.ts';
import { traceDays, visitFilesOn } from '../traces/visits.ts';
import type { FlowOf } from './flows.ts';

/** The impact on one visit, or the reason why its trace cannot be read. */
export type VisitImpact =
  | {
      readonly name: string;
      readonly flow: string;
      readonly impact: Impact;
      readonly error: null;
      /** A part of it cannot be replayed: steps are missing, or its masked values lead elsewhere than the visitor's. */
      readonly isPartial: boolean;
    }
  | { readonly name: string; readonly impact: null; readonly error: string };

/** The flows that visitors have now, and the edited ones. */
export interface FlowPair {
  readonly today: FlowOf;
  readonly edited: FlowOf;
}

/** The traces of some files, one file at a time. */
export async function* tracesOfFiles(files: readonly string[]): AsyncGenerator<TraceSource> {
  for (const file of files) yield* await readTraces(file);
}

/**
 * The traces of the visits that a server has stored last, the newest day first, and of the last day that is needed only as
 * many as are missing.
 * @param folder contains one folder per day
 */
export async function* lastTraces(folder: string, visits: number): AsyncGenerator<TraceSource> {
  let left = visits;
  for (const day of (await traceDays(folder)).reverse())
    for (const files of (await visitFilesOn(folder, day)).values()) {
      if (left === 0) return;
      left -= 1;
      for (const file of files) yield* await readTraces(file, { isGrowing: true });
    }
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

/** Whether a replay ends before the visit: see {@link VisitImpact}. */
function isPartlyReplayed(lines: readonly TraceLine[]): boolean {
  const steps = lines.filter((line) => line.kind === 'step');
  const count = Math.max(0, ...steps.map(({ n }) => n + 1));
  return new Set(steps.map(({ n }) => n)).size < count || steps.some(({ real }) => real !== undefined);
}

/** Judges one trace after another. Traces with the same course are judged once. */
function traceJudge({ today, edited }: FlowPair, mapping: EditMapping) {
  const timed = new WeakMap<CompiledFlow, boolean>();
  const isTimed = (compiled: CompiledFlow): boolean => {
    const known = timed.get(compiled) ?? dependsOnTime(compiled);
    timed.set(compiled, known);
    return known;
  };
  const judged = new Map<string, Impact>();
  const mappings = new Map<string, FlowMapping>();

  async function impactOfTrace(head: TraceHead, lines: readonly TraceLine[]): Promise<Impact> {
    const own = mappings.get(head.flow) ?? flowMapping(mapping, head.flow);
    mappings.set(head.flow, own);
    const [now, then] = [
      await today(head),
      own.flow === null ? null : await flowIfAny(edited, { ...head, flow: own.flow }),
    ];
    const key = hash('sha256', courseText(lines, isTimed(now) || (then !== null && isTimed(then))), 'base64');
    const known = judged.get(key);
    if (known !== undefined) return known;
    // A trace without a visit is a walk of `funnel paths`: its replies are made up.
    const replies =
      head.visitId === undefined
        ? null
        : { today: repliesOf(await today.site(head)), edited: repliesOf(await edited.site(head)) };
    const impact = impactOf(now, then, lines, own, replies);
    judged.set(key, impact);
    return impact;
  }

  return async (source: TraceSource): Promise<VisitImpact> => {
    const { name } = source;
    if (source.error !== null) return { name, impact: null, error: source.error };
    try {
      const { head, lines } = source;
      const impact = await impactOfTrace(head, lines);
      return { name, flow: head.flow, impact, error: null, isPartial: isPartlyReplayed(lines) };
    } catch (error) {
      return { name, impact: null, error: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** A visit with one more of its traces. */
function withTrace(visit: VisitImpact, trace: VisitImpact): VisitImpact {
  if (visit.impact === null) return trace;
  if (trace.impact === null) return visit;
  const isGraver = graver(visit.impact, trace.impact) === trace.impact;
  const words = new Map([...visit.impact.words, ...trace.impact.words].map((each) => [JSON.stringify(each), each]));
  const { impact, ...rest } = isGraver ? trace : visit;
  return {
    ...rest,
    impact: { ...impact, words: [...words.values()] },
    isPartial: visit.isPartial || trace.isPartial,
  };
}

/** The impact on each visit. A visit that continued in several pages has several traces, and its gravest impact. */
export async function visitImpacts(
  sources: AsyncIterable<TraceSource>,
  flows: FlowPair,
  mapping: EditMapping,
): Promise<VisitImpact[]> {
  const judge = traceJudge(flows, mapping);
  const visits = new Map<string, VisitImpact>();
  for await (const source of sources) {
    const found = await judge(source);
    const visit = source.error === null ? source.head.visitId : undefined;
    const key = visit === undefined || found.error !== null ? `trace ${found.name}` : `visit ${visit}`;
    const known = visits.get(key);
    visits.set(key, known === undefined ? found : withTrace(known, found));
  }
  return [...visits.values()];
}
