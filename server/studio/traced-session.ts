/** What can be done with one session of a visit: replay it on a version, and continue it with another event. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { type Session, type SessionEvent, screenOf, stateOf } from '../../engine/session/session.ts';
import { outcomeOf, stepLine, type TraceLine } from '../../engine/trace/record.ts';
import { replayTrace, runOf } from '../../engine/trace/replay.ts';
import { acceptedMoves, acceptedSource } from '../../engine/walks/event-samples.ts';
import type { EventsReply, ReplayReply } from '../../renderer/studio/contract.ts';
import type { TraceHead, TraceStep } from '../../schemas/generated/types.ts';
import { compiledFlow } from '../definitions/flow-machine.ts';
import { eventText } from './event-text.ts';

/** The flow of a trace in a version. @throws RangeError */
export function flowIn(site: SiteDefinition, { flow: id }: TraceHead) {
  const flow = Object.hasOwn(site.flows, id) ? site.flows[id] : undefined;
  if (flow === undefined) throw new RangeError(`This version has no flow ${id}.`);
  return compiledFlow(site, flow);
}

/** Replays a trace on the definitions of a version. */
export function replayedOn(site: SiteDefinition, lines: readonly TraceLine[]): ReplayReply {
  try {
    const [head] = lines as readonly [TraceHead];
    const { divergence, words, missing, sameDefinition } = replayTrace(flowIn(site, head), lines);
    return { divergence, words, missing, isRecorded: sameDefinition, error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { divergence: null, words: [], missing: null, isRecorded: false, error: message };
  }
}

/** The time between a recorded step and an event that follows it, in milliseconds. */
const pause = 1000;

/** A session as it was after one of its steps. */
interface StepSession {
  readonly session: Session;
  readonly lines: readonly TraceLine[];
  readonly visited: ReadonlySet<string>;
  readonly stamp: { readonly at: number; readonly random: number };
}

/** @throws RangeError if the session does not get there on the definitions of today */
function resumeAt(site: SiteDefinition, all: readonly TraceLine[], step: number): StepSession {
  const [head] = all as readonly [TraceHead];
  const run = runOf(flowIn(site, head), head);
  const lines: TraceLine[] = [head];
  const visited = new Set<string>();
  let last: TraceStep | null = null;
  for (const line of all) {
    if (line.kind !== 'step') continue;
    if (line.n > step) break;
    const { session } = run(line);
    if (stateOf(session) !== line.state)
      throw new RangeError(
        `The flow was edited since: at step ${line.n + 1} this visit would go another way. An event can be sent before it.`,
      );
    visited.add(screenOf(session).id);
    lines.push(line);
    last = line;
  }
  const session = run.session();
  if (last === null || session === null || last.n !== step)
    throw new RangeError(`The recording has no step ${step + 1}.`);
  return { session, lines, visited, stamp: { at: last.at + pause, random: last.random ?? 0.5 } };
}

/** A session after one of its steps, and the lines that lead there. @throws RangeError */
export function sessionAfter(
  site: SiteDefinition,
  lines: readonly TraceLine[],
  step: number,
): Pick<StepSession, 'session' | 'lines'> {
  return resumeAt(site, lines, step);
}

/** The events that the session accepts after a step. @throws RangeError */
export function eventsAfter(site: SiteDefinition, lines: readonly TraceLine[], step: number): EventsReply['events'] {
  const { session, visited, stamp } = resumeAt(site, lines, step);
  const { compiled } = session;
  return acceptedMoves(acceptedSource(compiled), session, visited, stamp).map((move) => ({
    event: move.event,
    text: eventText(site, compiled.flow.flow, screenOf(session).id, move),
  }));
}

/** The trace that results if an event follows a step. Nothing is sent or stored. @throws RangeError */
export function continuedWith(
  site: SiteDefinition,
  all: readonly TraceLine[],
  step: number,
  event: SessionEvent,
): TraceLine[] {
  const { session, lines, stamp } = resumeAt(site, all, step);
  const outcome = outcomeOf(session, event, stamp);
  if (!outcome.handled) throw new RangeError('The session does not accept this event at this step.');
  const hasRandom = session.compiled.delays.size > 0;
  // The page is the visitor's: the continuation has none.
  const [{ page: _, ...head }] = lines as readonly [TraceHead];
  return [head, ...lines.slice(1), stepLine(step + 1, session, event, stamp, outcome, hasRandom)];
}
