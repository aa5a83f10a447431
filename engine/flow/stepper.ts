/**
 * Pure transitions of one machine, fast. XState's `transition()` creates an actor and runs the machine's initial state
 * on every call. Here the actor that would own the machine's children is created once and never started.
 */
import {
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromTransition,
} from 'xstate';
import type { FlowContext } from './context.ts';
import { FlowError } from './flow-error.ts';
import type { StampedEvent } from './machine-arguments.ts';

/** The members of a machine's snapshot that a session uses. */
export interface Snapshot {
  readonly value: unknown;
  readonly context: FlowContext;
  readonly status: string;
  /** Whether a transition takes the event. */
  can(event: StampedEvent): boolean;
}

/** An action as XState's pure transition returns it. */
export interface ExecutableAction {
  readonly type: string;
  readonly params?: unknown;
  readonly info: { readonly context: FlowContext; readonly event: StampedEvent };
}

/** A snapshot and the actions of the transition to it, which are not executed. */
export type Transition = readonly [snapshot: Snapshot, actions: readonly ExecutableAction[]];

export interface Stepper {
  /** The first snapshot and its actions. @throws FlowError `endless-steps` */
  begin(input: unknown): Transition;
  /** The next snapshot and its actions. @throws FlowError `endless-steps` */
  step(snapshot: Snapshot, event: { readonly type: string }): Transition;
}

const nothing = (): void => {};

/** @param options of the actor that would own the machine's children, such as an inspector of the transitions taken */
export function createStepper(
  machine: AnyStateMachine,
  options: Pick<ActorOptions<AnyActorLogic>, 'inspect'> = {},
): Stepper {
  // An actor of the machine itself would run its initial state again.
  const self = createActor(
    fromTransition((none: null) => none, null),
    options,
  );
  const collecting = (run: (scope: AnyActorScope) => AnyMachineSnapshot): Transition => {
    const actions: ExecutableAction[] = [];
    const scope = {
      self,
      system: self.system,
      id: '',
      sessionId: '',
      logger: nothing,
      defer: nothing,
      emit: nothing,
      stopChild: nothing,
      actionExecutor: (action: unknown) => void actions.push(action as ExecutableAction),
    };
    try {
      const result = run(scope);
      // A machine that fails on start stores the error in its snapshot.
      if (result.status === 'error') throw result.error;
      return [result, actions];
    } catch (error) {
      // XState's own limit (`maxIterations`) throws a plain Error.
      if (error instanceof Error && error.message.startsWith('Infinite loop'))
        throw new FlowError('endless-steps', `Steps of ${machine.id} loop without waiting.`);
      throw error;
    }
  };
  return {
    begin: (input) => collecting((scope) => machine.getInitialSnapshot(scope, input)),
    step: (snapshot, event) => collecting((scope) => machine.transition(snapshot as AnyMachineSnapshot, event, scope)),
  };
}
