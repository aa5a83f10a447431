/**
 * Records a session. The recorder runs a shadow session: the same flow with redacted events. A trace therefore contains
 * only redacted values and replays exactly.
 */
import type { Json } from '../../schemas/compiled.ts';
import type { TraceEnd, TraceHead, TraceLine, TraceNote, TracePage, TraceStep } from '../../schemas/generated/types.ts';
import type { FlowContext, SessionInput } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import {
  type Session,
  type SessionEvent,
  type SessionStep,
  type Stamp,
  screenOf,
  sendEvent,
  startSession,
  stateOf,
} from '../session/session.ts';
import { jsonFingerprint } from '../values/json-fingerprint.ts';
import { conditionResults } from './condition-results.ts';
import { patchOf } from './patch.ts';
import { createRedaction, type Redaction } from './redaction.ts';
import { sameVerdict } from './verdicts.ts';

export type { TraceLine };
export type EndReason = NonNullable<TraceEnd['reason']>;

export interface Recorder {
  /** Records an event and its outcome. Typing in one field is a single step until `rest` is called. */
  record(event: SessionEvent, stamp: Stamp): void;
  /** Completes the current typing step. Further typing starts another step. */
  rest(): void;
  /** Records that the visitor left. More steps may follow. @param at epoch milliseconds */
  end(reason: EndReason, at?: number): void;
  /** Records what happened in the browser beside the session. */
  note(note: Omit<TraceNote, 'kind'>): void;
  /** The number of lines that can no longer change. */
  complete(): number;
  /** The trace so far; with `ended`, including an end line. */
  lines(ended?: boolean): TraceLine[];
}

/** The outcome of an event, or the error of an expression that had no value. */
export interface StepOutcome extends SessionStep {
  /** The error's message; null if the event was processed. */
  readonly threw: string | null;
}

/** Sends an event. If an expression has no value, the session stays unchanged, as the visitor's session did. */
export function outcomeOf(session: Session, event: SessionEvent, stamp: Stamp): StepOutcome {
  try {
    return { ...sendEvent(session, event, stamp), threw: null };
  } catch (error) {
    return { session, effects: [], handled: true, threw: error instanceof Error ? error.message : String(error) };
  }
}

export const contextOf = (session: Session | null): Json => (session === null ? {} : session.snapshot.context);

/** The line of one step. */
export function stepLine(
  n: number,
  before: Session | null,
  event: SessionEvent | null,
  stamp: Stamp,
  step: StepOutcome,
  hasRandom: boolean,
): TraceStep {
  return {
    kind: 'step',
    n,
    at: stamp.at,
    ...(hasRandom ? { random: stamp.random } : {}),
    event,
    ...(step.handled ? {} : { refused: true as const }),
    ...(step.threw !== null ? { threw: true as const } : {}),
    state: stateOf(step.session),
    patch: patchOf(contextOf(before), contextOf(step.session)),
    effects: step.effects,
  };
}

/** A context without the texts for visitors, so that an edit of texts does not change its fingerprint. */
function withoutTexts(context: FlowContext): Json {
  const errors = Object.keys(context.errors);
  return { ...context, errors, problem: context.problem !== null };
}

/** The fingerprint of a session's context in the end line of a trace format. */
export const contextFingerprint = (session: Session, format: number): string =>
  jsonFingerprint(format === 1 ? contextOf(session) : withoutTexts(session.snapshot.context));

/**
 * Redacts events, with values that a form validates like the real ones.
 * @returns a function of an event, the session of the visitor that gets it, and the one that gets its redacted form
 */
export function createEventMask(
  compiled: CompiledFlow,
  redaction: Redaction,
): (event: SessionEvent, actual: Session, shadow: Session) => SessionEvent {
  const results = conditionResults(compiled);
  return (event, actual, shadow) => {
    const redacted = redaction.event(event);
    const form = screenOf(actual).form?.definition;
    if (event.type !== 'SUBMIT' || redacted.type !== 'SUBMIT' || form === undefined) return redacted;
    const values = sameVerdict(
      compiled.validate,
      form,
      { ...actual.snapshot.context.values, ...(event.values as Readonly<Record<string, Json>>) },
      { ...shadow.snapshot.context.values, ...(redacted.values as Readonly<Record<string, Json>>) },
      results,
    );
    return { ...redacted, values: { ...redacted.values, ...values } };
  };
}

/** What must be equal in the visitor's session and in its shadow. */
const courseOf = ({ session, effects, handled }: SessionStep): string =>
  [handled, stateOf(session), ...effects.map(({ kind }) => kind)].join();

/**
 * Starts to record a session.
 * @param given the input of the session
 * @param visitId the random id of the visit
 * @param page how the page was loaded
 */
export function createRecorder(
  compiled: CompiledFlow,
  given: SessionInput,
  visitId?: string,
  page?: TracePage,
): Recorder {
  const { flow, delays } = compiled;
  const redaction = createRedaction(compiled);
  const masked = createEventMask(compiled, redaction);
  const input = redaction.input(given);
  const hasRandom = delays.size > 0;
  const head: TraceHead = {
    kind: 'head',
    format: 2,
    ...(visitId === undefined ? {} : { visitId }),
    flow: flow.flow,
    definition: flow.hash,
    behaviour: flow.behaviour,
    ...(flow.phases === undefined ? {} : { moments: flow.phases }),
    ...(page === undefined ? {} : { page }),
    input,
  };
  const started = { ...startSession(compiled, input), threw: null };
  const real = startSession(compiled, given);
  let actual = real.session;
  let session = started.session;
  let count = 0;
  const lines: (TraceStep | TraceEnd | TraceNote)[] = [];
  const push = (line: TraceStep, shadow: SessionStep, visitor: SessionStep): void => {
    lines.push(courseOf(shadow) === courseOf(visitor) ? line : { ...line, real: stateOf(visitor.session) });
    count += 1;
  };
  push(stepLine(0, null, null, input, started, hasRandom), started, real);
  // The session before the latest line, while that line is a typing step.
  let typing: { field: string; before: Session } | null = null;

  const endLine = (reason: EndReason, at?: number): TraceEnd => ({
    kind: 'end',
    state: stateOf(session),
    context: contextFingerprint(session, head.format),
    steps: count,
    ...(at === undefined ? {} : { at }),
    reason,
  });

  return {
    record(event, stamp) {
      const redacted = masked(event, actual, session);
      const again = typing !== null && event.type === 'INPUT' && event.field === typing.field;
      const before: Session = again && typing !== null ? typing.before : session;
      const step = outcomeOf(before, redacted, stamp);
      const visitor = outcomeOf(actual, event, stamp);
      if (again) {
        lines.pop();
        count -= 1;
      }
      push(stepLine(count, before, redacted, stamp, step, hasRandom), step, visitor);
      typing = event.type === 'INPUT' && step.handled ? { field: event.field, before } : null;
      session = step.session;
      actual = visitor.session;
    },
    rest() {
      typing = null;
    },
    end(reason, at) {
      typing = null;
      if (lines.at(-1)?.kind !== 'end') lines.push(endLine(reason, at));
    },
    note(note) {
      typing = null;
      lines.push({ kind: 'note', ...note });
    },
    complete: () => 1 + lines.length - (typing === null ? 0 : 1),
    lines: (ended = false) => [head, ...lines, ...(ended && lines.at(-1)?.kind !== 'end' ? [endLine('download')] : [])],
  };
}
