/** The timeline of a visit: its traces, records, messages and log lines in one order, and how it ended. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { circumstancesOf } from '../../engine/trace/circumstances.ts';
import { type Ending, endingOfVisit, isFailedCall, storedEnding } from '../../engine/trace/ending.ts';
import type { StoredRecord, StoreReader } from '../store/types.ts';
import { recordedSource } from '../traces/source.ts';
import type { TracedVisit } from '../traces/visits.ts';
import { circumstanceText } from './circumstance-text.ts';
import { endingText } from './ending-text.ts';
import { inOrder, type TimelineEntry } from './entry.ts';
import { type ReadSession, type ReadVisit, readSessions } from './read-sessions.ts';
import { recordEntries } from './record-entries.ts';
import type { FlowWords } from './words.ts';

export interface TimelineSession {
  readonly flow: string;
  /** See `recordedSource`. */
  readonly source: string;
  /** Whether the flow behaves today as it did when the session was recorded; its texts may differ. */
  readonly isCurrent: boolean;
  readonly ending: Ending;
}

/** A step of a visit. */
export interface TimelinePlace {
  /** The index of the session. */
  readonly session: number;
  /** The index of the step. */
  readonly step: number;
}

export interface Explanation extends TimelinePlace {
  readonly text: string;
  /** The visit of another tab that it names. */
  readonly visitId: string | null;
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
  /** What else explains it, one sentence each. */
  readonly explanations: readonly Explanation[];
  /** The step that decided the ending; null without a trace. */
  readonly decided: TimelinePlace | null;
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
  /** The traces of another visit, of which a tab was open at the time. */
  readonly tracesOf: (visitId: string) => Promise<TracedVisit>;
}

/** Says how a visit ended. @param isStored whether it has sent a form of which its traces know nothing. Its records know whether a form was stored although no reply arrived. */
function endedText(
  ending: Ending | null,
  isStored: boolean,
  words: FlowWords | undefined,
  { records, visit }: VisitSources,
): string {
  const stored = records.length;
  if (ending === null || words === undefined)
    return stored > 0
      ? 'submitted: a form was stored; no trace was recorded'
      : `unknown: no trace was recorded${visit === null ? '' : ' of this visit'}`;
  const text = endingText(ending, words);
  if (isStored) return `submitted: a form was stored; its trace says: ${text}`;
  return isFailedCall(ending) && stored > 0
    ? `${text}, but ${stored} ${stored === 1 ? 'submission was' : 'submissions were'} stored`
    : text;
}

/**
 * Builds the timeline of a visit.
 * @param read its sessions, if they were read already
 * @throws StoreError
 */
export async function timelineOf(
  sources: VisitSources,
  { site, store, isPersonal, tracesOf }: TimelineContext,
  read: ReadVisit = readSessions(sources.traced, site),
): Promise<Timeline> {
  const entries = read.sessions.flatMap((session) => session.entries);
  for (const record of sources.records) entries.push(...(await recordEntries(record, store, isPersonal)));
  const traced = endingOfVisit(read.sessions.map((session) => session.ending));
  const session = read.sessions.findIndex((each) => each.ending === traced);
  const accepted = read.sessions.reduce((sum, each) => sum + each.ending.accepted, 0);
  const ending = traced && storedEnding(traced, sources.records.length > 0, accepted);
  return {
    visit: sources.visit,
    sessions: read.sessions.map(({ course: { head }, definitions: { flow }, ending: own }) => ({
      ...{ flow: head.flow, source: recordedSource(head.input.visit), ending: own },
      isCurrent: flow?.behaviour === head.behaviour,
    })),
    entries: inOrder([...entries, ...sources.log]),
    ending,
    ended: endedText(traced, ending !== traced, read.sessions[session]?.words, sources),
    explanations: await Promise.all(
      [
        ...explanationsOf(read.sessions, session, sources.visit),
        ...(await undelivered(sources.records, store)).map(
          (text): Explanation => ({ text, visitId: null, session: Math.max(0, session), step: ending?.decidedAt ?? 0 }),
        ),
      ].map(async (each) => {
        const other = each.visitId === null ? null : readSessions(await tracesOf(each.visitId), site).sessions;
        const ended = other === null ? null : sessionsEnded(other);
        return ended === null ? each : { ...each, text: `${each.text} That visit ended so: ${ended}.` };
      }),
    ),
    decided: ending === null ? null : { session, step: ending.decidedAt },
    faults: read.faults,
  };
}

/** The messages after the visit's submissions that cannot be delivered, a sentence each. */
async function undelivered(
  records: readonly StoredRecord[],
  { deliveries }: TimelineContext['store'],
): Promise<string[]> {
  const texts: string[] = [];
  for (const { id } of records)
    for (const message of await deliveries.list({ recordId: id, status: 'dead', limit: 100 })) {
      const detail = (await deliveries.attempts(message.id)).at(-1)?.detail ?? '';
      texts.push(
        `${message.delivery} to ${message.destination} could not be delivered${detail === '' ? '' : `: ${detail}`}.`,
      );
    }
  return texts;
}

/** How a visit ended that is known by its traces alone; null without one. */
function sessionsEnded(sessions: readonly ReadSession[]): string | null {
  const ending = endingOfVisit(sessions.map((session) => session.ending));
  const last = sessions.find((session) => session.ending === ending);
  return ending === null || last === undefined ? null : endingText(ending, last.words);
}

/** The first session that would go another way today, and the one that ended the visit if that would, too. */
function editsSince(sessions: readonly ReadSession[], decisive: number): Explanation[] {
  const edited = sessions.flatMap((each, session): Explanation[] =>
    each.edited === null ? [] : [{ session, ...each.edited, visitId: null }],
  );
  return edited.filter((each, index) => index === 0 || each.session === decisive);
}

/** What explains an ending besides itself. @param decisive the index of the session that ended the visit */
function explanationsOf(sessions: readonly ReadSession[], decisive: number, visit: string | null): Explanation[] {
  const sources = sessions.map(({ course, definitions: { flow } }) => ({ course, flow }));
  const found = circumstancesOf(sources, visit).map((each): Explanation => {
    const { session, step } = each;
    const text = circumstanceText(each, (sessions[session] as ReadSession).words);
    return { session, step, text, visitId: each.kind === 'other-tab' ? each.visitId : null };
  });
  for (const [session, { ending, words }] of sessions.entries()) {
    const hasSent = ending.kind === 'bought' || ending.kind === 'submitted';
    if (!hasSent || session === decisive) continue;
    const text = `Another page of this visit ended otherwise: ${endingText(ending, words)}.`;
    found.push({ session, step: ending.decidedAt, text, visitId: null });
  }
  return [...found, ...editsSince(sessions, decisive)];
}
