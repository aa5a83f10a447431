/**
 * Records a session. What is recorded is a shadow of it: the same flow given the masked events, so no personal value
 * can reach a trace by any way, and a trace replays exactly.
 */
import type { Json } from '../../schemas/compiled.ts';
import type { TraceEnd, TraceHead, TraceStep } from '../../schemas/generated/types.ts';
import type { CompiledFlow } from '../compile/index.ts';
import type { SessionInput } from '../session/context.ts';
import {
  type Session,
  type SessionEvent,
  type Stamp,
  type Step,
  sendEvent,
  startSession,
  stateOf,
} from '../session/session.ts';
import { fingerprint } from './canonical.ts';
import { maskEvent, maskInput, personalNames } from './mask.ts';
import { patchOf } from './patch.ts';

export type TraceLine = TraceHead | TraceStep | TraceEnd;

export interface Recorder {
  /** Records what an event did. Typing in one field is kept as one step. */
  record(event: SessionEvent, stamp: Stamp): void;
  /** The trace so far; with `ended` its end line too. */
  lines(ended?: boolean): TraceLine[];
}

const contextOf = (session: Session | null): Json =>
  session === null ? {} : (session.snapshot.context as unknown as Json);

/** The line of one step. */
export function stepLine(
  n: number,
  before: Session | null,
  event: SessionEvent | null,
  stamp: Stamp,
  step: Step,
  draws: boolean,
): TraceStep {
  return {
    kind: 'step',
    n,
    at: stamp.at,
    ...(draws ? { random: stamp.random } : {}),
    event: event as never,
    ...(step.handled ? {} : { refused: true as const }),
    state: stateOf(step.session),
    patch: patchOf(contextOf(before), contextOf(step.session)) as never,
    effects: step.effects as never,
  };
}

/** The line that ends a trace. */
export const endLine = (session: Session): TraceEnd => ({
  kind: 'end',
  state: stateOf(session),
  context: fingerprint(contextOf(session)),
});

const waits = (flow: CompiledFlow['flow']): boolean =>
  Object.values(flow.steps).some(
    (step) => step.wait !== undefined || Object.values(step.on ?? {}).some((reaction) => reaction.wait !== undefined),
  );

/** Starts to record a session that starts with this input. */
export function createRecorder(compiled: CompiledFlow, given: SessionInput): Recorder {
  const { flow, forms } = compiled;
  const names = personalNames(flow, forms);
  const input = maskInput(names, given);
  const draws = waits(flow);
  const started = startSession(compiled, input);
  const head: TraceHead = {
    kind: 'head',
    format: 1,
    flow: flow.flow,
    definition: flow.hash,
    behaviour: flow.behaviour,
    input: input as never,
  };
  const steps: TraceStep[] = [stepLine(0, null, null, input, started, draws)];
  let session = started.session;
  // The session before the latest line, while that line is typing in a field.
  let typing: { field: string; before: Session } | null = null;

  return {
    record(event, stamp) {
      const masked = maskEvent(names, event);
      const again = typing !== null && event.type === 'INPUT' && event.field === typing.field;
      const before: Session = again && typing !== null ? typing.before : session;
      const step = sendEvent(before, masked, stamp);
      if (again) steps.pop();
      steps.push(stepLine(steps.length, before, masked, stamp, step, draws));
      typing = event.type === 'INPUT' && step.handled ? { field: event.field, before } : null;
      session = step.session;
    },
    lines: (ended = false) => [head, ...steps, ...(ended ? [endLine(session)] : [])],
  };
}
