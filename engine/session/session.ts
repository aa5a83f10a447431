/**
 * A session: a visitor's way through a flow, as a pure function of what happened.
 * The only module, with `engine/flow/`, that knows XState; the next major changes its inspection, so nothing else may.
 */
import type { Json } from '../../schemas/compiled.ts';
import { ExpressionError } from '../expressions/error.ts';
import type { FlowContext, SessionInput } from '../flow/context.ts';
import type { CompiledFlow, Leaf } from '../flow/index.ts';
import { type Lookup, scopeOf } from '../flow/scope.ts';
import type { FlowEvent, Screen } from '../flow/screen.ts';
import type { StampedEvent } from '../flow/words.ts';
import type { Effect, OutsideEvent } from './effects.ts';
import { type ExecutableAction, effectsOf } from './resolve.ts';
import { timerEvent } from './timers.ts';

export type SessionEvent = FlowEvent | OutsideEvent;

/** What every event is stamped with: drawn outside, so that a replay can hand in the same. */
export interface Stamp {
  /** Epoch milliseconds. */
  readonly at: number;
  /** A number in [0, 1). */
  readonly random: number;
}

interface Snapshot {
  readonly value: unknown;
  readonly context: FlowContext;
  readonly status: string;
}

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

type Moved = readonly [Snapshot, readonly ExecutableAction[]];

function stepOf(compiled: CompiledFlow, [snapshot, actions]: Moved, handled: boolean, stamp: Stamp): SessionStep {
  const unsent: string[] = [];
  const effects = actions.flatMap((action) => {
    try {
      return effectsOf(compiled, action);
    } catch (error) {
      if (!(error instanceof ExpressionError) || action.type !== 'xstate.spawnChild') throw error;
      unsent.push((action.params as { id: string }).id);
      return [];
    }
  });
  // What a call sends has no value, so it is never made: it has failed.
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
  return stepOf(compiled, compiled.stepper.begin(input) as unknown as Moved, true, input);
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
 * What an event does to a session. Pure. A reply that the flow cannot use is a failed call.
 * @throws ExpressionError when an expression has no value; the session given in is still good
 */
export function sendEvent(session: Session, event: SessionEvent, stamp: Stamp): SessionStep {
  const { compiled, snapshot } = session;
  const given = machineEvent(session, event, stamp);
  const handled = (snapshot as unknown as { can(event: StampedEvent): boolean }).can(given);
  if (!handled) return { session, effects: [], handled };
  try {
    return stepOf(compiled, compiled.stepper.step(snapshot as never, given) as unknown as Moved, handled, stamp);
  } catch (error) {
    if (event.type !== 'DONE' || !(error instanceof ExpressionError)) throw error;
    return sendEvent(session, { type: 'FAILED', id: event.id, error: { message: null, status: null } }, stamp);
  }
}

/** The path of the leaf state a session is in: `quiz.perfil`, `identificacao.call-0`. */
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

/** What the leaf a session is in means to a view. */
export function leafOf(session: Session): Leaf {
  const state = stateOf(session);
  const leaf = session.compiled.leaves.get(state);
  if (leaf === undefined) throw new Error(`State ${state} of flow ${session.compiled.flow.flow} has no screen.`);
  return leaf;
}

/** The values expressions of the step at hand can read, `step` and `steps` on a step that asks included. */
export function scopeAt(session: Session): Lookup {
  const { compiled, snapshot } = session;
  const leaf = leafOf(session);
  const count = questionsAt(session)?.items.length ?? 0;
  const place: Record<string, Json> = leaf.question === null ? {} : { step: leaf.question + 1, steps: count };
  return scopeOf(compiled.flow, snapshot.context, place);
}

function questionsAt({ compiled, ...session }: Session) {
  const ask = compiled.flow.steps[leafOf({ compiled, ...session }).step]?.ask;
  return ask === undefined ? undefined : compiled.flow.questions?.[ask];
}

/** The step whose path this is. */
export const stepAt = (compiled: CompiledFlow, path: string): string | null =>
  Object.entries(compiled.flow.steps).find(([, step]) => step.path?.includes(path))?.[0] ?? null;

/** What a view needs to draw the step at hand. */
export function screenOf(session: Session): Screen {
  const { compiled, snapshot } = session;
  const leaf = leafOf(session);
  const { context } = snapshot;
  const step = compiled.flow.steps[leaf.step];
  const set = questionsAt(session);
  const item = leaf.question === null ? undefined : set?.items[leaf.question];
  const form = step?.form === undefined ? undefined : compiled.forms.find((each) => each.id === step.form);
  const answers = set === undefined ? undefined : context.values[set.into];
  return {
    id: leaf.screen,
    step: leaf.step,
    status: leaf.status,
    pending: leaf.pending,
    question:
      item === undefined || leaf.question === null || set === undefined
        ? null
        : {
            set: step?.ask as string,
            index: leaf.question,
            count: set.items.length,
            item,
            selected: (Array.isArray(answers)
              ? ((answers[leaf.question] as number | null | undefined) ?? null)
              : null) as number | null,
            error: context.errors[item.id] ?? null,
          },
    form:
      form === undefined
        ? null
        : { definition: form, values: context.values, errors: context.errors, problem: context.problem },
  };
}
