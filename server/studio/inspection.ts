/** A visit as the inspector shows it, step by step. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { TracedStep } from '../../engine/trace/course.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { recordedOutcome } from '../../engine/trace/recording.ts';
import type {
  FlowMap,
  InspectedReply,
  InspectedSession,
  InspectedStep,
  VisitReply,
} from '../../renderer/studio/contract.ts';
import type { StoredRecord, StoreReader } from '../store/types.ts';
import { type ReadSession, readSessions } from '../timelines/read-sessions.ts';
import { endEntry, stepEntries } from '../timelines/session-entries.ts';
import { timelineOf } from '../timelines/timeline.ts';
import type { FlowWords } from '../timelines/words.ts';
import { recordedSource } from '../traces/source.ts';
import { specOfTraces } from '../traces/spec.ts';
import type { TracedVisit } from '../traces/visits.ts';
import { flowMapOf } from './flow-map.ts';
import { shownParts } from './screen-parts.ts';
import { flowIn } from './traced-session.ts';

export interface InspectionContext {
  /** Epoch milliseconds at which an open visit is judged; now by default. */
  readonly now?: number | undefined;
  readonly site: SiteDefinition;
  /** Of the public site. */
  readonly origin: string;
  readonly store: Pick<StoreReader, 'deliveries'>;
  /** The traces of another visit. */
  readonly tracesOf: (visitId: string) => Promise<TracedVisit>;
}

/** What a call was answered; null if a step is no reply. */
function replyOf({ line, call, report, isUnusable }: TracedStep, words: FlowWords): InspectedReply | null {
  const outcome = recordedOutcome(line);
  if (outcome === null) return null;
  const error = outcome.type === 'FAILED' ? outcome.error : undefined;
  const message = error?.message ?? null;
  return {
    call: call === null ? outcome.id : `${call.method} ${call.path}`,
    status: error?.status ?? report?.status ?? null,
    isAccepted: outcome.type === 'DONE' && !isUnusable,
    message: message === null ? null : words.reply(call?.path ?? '', message),
    ms: report === null || report.tries === 0 ? null : report.ms,
    tries: report?.tries ?? null,
    why: report?.why ?? null,
  };
}

function framesOf(site: SiteDefinition, read: ReadSession): InspectedStep[] {
  const { course, definitions, words } = read;
  const shown = shownParts(site, read);
  return course.steps.map((step, index) => {
    const end = endEntry(step);
    const entries = [...stepEntries(step, definitions, words), ...(end === null ? [] : [end])];
    return {
      line: step.line,
      screen: step.to.screen,
      isCalling: step.to.isCalling,
      errors: step.errors,
      entries: entries.map(({ what, text }) => ({ what, text })),
      reply: replyOf(step, words),
      shown: shown[index] ?? null,
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
  { site, origin, now = Date.now(), ...stored }: InspectionContext,
): Promise<VisitReply> {
  const read = readSessions(traced, site, now);
  const timeline = await timelineOf(
    { visit: name, traced, records, log: [] },
    { site, ...stored, isPersonal: false },
    read,
  );
  const maps: Record<string, FlowMap> = {};
  const sessions = read.sessions.map((session): InspectedSession => {
    const { head } = session.course;
    const { flow } = session.definitions;
    if (flow !== null) maps[head.flow] ??= flowMapOf(site, flow, origin);
    return {
      flow: head.flow,
      source: recordedSource(head.input.visit),
      isCurrent: flow?.behaviour === head.behaviour,
      version: head.definition,
      frames: framesOf(site, session),
    };
  });
  return {
    name,
    at: timeline.entries[0]?.at ?? null,
    outcome: timeline.ending?.kind ?? (records.length > 0 ? 'submitted' : 'unreadable'),
    ended: timeline.ended,
    explanations: timeline.explanations,
    decided: timeline.decided,
    sessions,
    server: timeline.entries
      .filter(({ what }) => what === 'lead' || what === 'delivery')
      .map(({ at, what, text }) => ({ at, what, text })),
    maps,
    faults: timeline.faults.map(({ name: file, error }) => ({ name: file.split('/').at(-1) ?? file, error })),
  };
}

/** The traces of a visit as JSON Lines. */
export const traceText = (lines: readonly TraceLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A Playwright test of a visit. @throws RangeError if there can be none */
export async function specText(name: string, traced: TracedVisit, site: SiteDefinition): Promise<string> {
  try {
    return await specOfTraces(site, traced.traces, (head) => flowIn(site, head), name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The names of files on the server are of no use to staff.
    throw new RangeError(error.message.replaceAll(/\S*\/(?=[^/\s]+\.jsonl)/g, ''));
  }
}
