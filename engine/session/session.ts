/**
 * A session: a visitor's progress through a flow, as a pure function of its events.
 * Only this module and `engine/flow/` use XState, because its next major version changes the inspection API.
 */
import type { Json } from '../../schemas/compiled.ts';
import type { StepDefinition } from '../../schemas/generated/types.ts';
import { ExpressionError } from '../expressions/error.ts';
import type { SessionInput } from '../flow/context.ts';
import type { CompiledFlow, Leaf } from '../flow/index.ts';
import type { StampedEvent } from '../flow/machine-arguments.ts';
import { onItsWay } from '../flow/on-its-way.ts';
import { type Lookup, scopeOf } from '../flow/scope.ts';
import type { Snapshot, Transition } from '../flow/stepper.ts';
import { machineOf } from '../steps/machines.ts';
import type { FlowEvent, QuestionScreen, Screen } from '../steps/screen.ts';
import type { Effect, OutsideEvent } from './effects.ts';
import { effectsOf } from './resolve.ts';
import { timerEvent } from './timers.ts';

export type SessionEvent = FlowEvent | OutsideEvent;

/**
 * The time and random number of an event. They are created outside the session, so that a replay can pass the same
 * ones.
 */
export type Stamp = {
  /** Epoch milliseconds. */
  readonly at: number;
  /** A number in [0, 1). */
  readonly random: number;
};

export interface Session {
  readonly compiled: CompiledFlow;
  readonly snapshot: Snapshot;
}

export interface SessionStep {
  readonly session: Session;
  readonly effects: readonly Effect[];
  /** False when no transition took the event. */
  readonly handled: boolean;
}

function stepOf(compiled: CompiledFlow, [snapshot, actions]: Transition, handled: boolean, stamp: Stamp): SessionStep {
  const unsent: string[] = [];
  const { step } = leafOf({ compiled, snapshot });
  const effects = actions.flatMap((action) => {
    try {
      return effectsOf(compiled, action, step);
    } catch (error) {
      if (!(error instanceof ExpressionError) || action.type !== 'xstate.spawnChild') throw error;
      unsent.push((action.params as { id: string }).id);
      return [];
    }
  });
  // A call whose payload cannot be evaluated is not made. It counts as failed.
  return unsent.reduce<SessionStep>(
    (step, id) => {
      const after = sendEvent(step.session, { type: 'FAILED', id, error: { message: null, status: null } }, stamp);
      return { ...after, effects: [...step.effects, ...after.effects], handled };
    },
    { session: { compiled, snapshot }, effects, handled },
  );
}

/** Starts a session. Pure: the same input gives the same step. */
export function startSession(compiled: CompiledFlow, input: SessionInput): SessionStep {
  return stepOf(compiled, compiled.stepper.begin(input), true, input);
}

function machineEvent({ compiled, snapshot }: Session, event: SessionEvent, stamp: Stamp): StampedEvent {
  switch (event.type) {
    case 'on':
      return { type: `on.${event.name}`, ...stamp };
    case 'DONE':
      return { type: `xstate.done.actor.${event.id}`, output: event.output, ...stamp };
    case 'FAILED':
      return { type: `xstate.error.actor.${event.id}`, error: event.error, ...stamp };
    case 'TIMER':
      return { type: timerEvent(compiled, event.id, snapshot.context), ...stamp };
    default:
      return { ...event, ...stamp };
  }
}

/**
 * Applies an event to a session. Pure. A reply that the flow cannot use counts as a failed call.
 * @throws ExpressionError if an expression has no value; the session passed in stays valid
 */
export function sendEvent(session: Session, event: SessionEvent, stamp: Stamp): SessionStep {
  const { compiled, snapshot } = session;
  const given = machineEvent(session, event, stamp);
  const handled = snapshot.can(given);
  if (!handled) return { session, effects: [], handled };
  try {
    return stepOf(compiled, compiled.stepper.step(snapshot, given), handled, stamp);
  } catch (error) {
    if (event.type !== 'DONE' || !(error instanceof ExpressionError)) throw error;
    return sendEvent(session, { type: 'FAILED', id: event.id, error: { message: null, status: null } }, stamp);
  }
}

/** A session in the same state, with other values. */
export function withValues({ compiled, snapshot }: Session, values: Readonly<Record<string, Json>>): Session {
  const { context } = snapshot;
  return { compiled, snapshot: { ...snapshot, context: { ...context, values: { ...context.values, ...values } } } };
}

/** The path of a session's current leaf state: `quiz.profile`, `identification.call-0`. */
export function stateOf(session: Session): string {
  let value = session.snapshot.value;
  const path: string[] = [];
  while (typeof value === 'object' && value !== null) {
    const [key, below] = Object.entries(value)[0] as [string, unknown];
    path.push(key);
    value = below;
  }
  return [...path, String(value)].join('.');
}

/** The screen and status of a session's current leaf state. */
export function leafOf(session: Session): Leaf {
  const state = stateOf(session);
  const leaf = session.compiled.leaves.get(state);
  if (leaf === undefined) throw new Error(state);
  return leaf;
}

/** The values that expressions of the current step can read, including `step` and `steps` on an `ask` step. */
export function scopeAt(session: Session): Lookup {
  const question = questionAt(session);
  const place: Record<string, Json> = question === null ? {} : { step: question.index + 1, steps: question.count };
  const { compiled, snapshot } = session;
  return scopeOf(compiled.flow, onItsWay(compiled, snapshot.context, leafOf(session).step), place);
}

const stepOfLeaf = ({ flow }: CompiledFlow, { step }: Leaf) => flow.steps[step] as StepDefinition;

function questionAt(session: Session): QuestionScreen | null {
  const { compiled, snapshot } = session;
  const leaf = leafOf(session);
  const step = stepOfLeaf(compiled, leaf);
  return machineOf(step).question?.(step, compiled.flow, leaf, snapshot.context) ?? null;
}

/** The step with this path. */
export const stepAt = (compiled: CompiledFlow, path: string): string | null =>
  Object.entries(compiled.flow.steps).find(([, step]) => step.path?.includes(path))?.[0] ?? null;

/** The data that a view needs to draw the current step. */
export function screenOf(session: Session): Screen {
  const { compiled, snapshot } = session;
  const leaf = leafOf(session);
  const step = stepOfLeaf(compiled, leaf);
  return {
    id: leaf.screen,
    step: leaf.step,
    status: leaf.status,
    pending: leaf.pending,
    question: questionAt(session),
    form: machineOf(step).form?.(step, compiled.forms, snapshot.context) ?? null,
  };
}
