/**
 * Pure transitions of one machine, fast. XState's `transition()` creates an actor and runs the machine's initial state
 * on every call. Here the actor that would own the machine's children is created once and never started.
 */
import { type AnyActorScope, type AnyMachineSnapshot, type AnyStateMachine, createActor, fromTransition } from 'xstate';
import { FlowError } from './flow-error.ts';

export interface Stepper {
  /** The first snapshot and its actions. @throws FlowError `endless-steps` */
  begin(input: unknown): readonly [snapshot: AnyMachineSnapshot, actions: readonly unknown[]];
  /** The next snapshot and its actions, which are not executed. @throws FlowError `endless-steps` */
  step(
    snapshot: AnyMachineSnapshot,
    event: { readonly type: string },
  ): readonly [snapshot: AnyMachineSnapshot, actions: readonly unknown[]];
}

const nothing = (): void => {};

export function createStepper(machine: AnyStateMachine): Stepper {
  // An actor of the machine itself would run its initial state again.
  const self = createActor(fromTransition((none: null) => none, null));
  const collecting = <T>(run: (scope: AnyActorScope) => T): readonly [T, readonly unknown[]] => {
    const actions: unknown[] = [];
    const scope = {
      self,
      system: self.system,
      id: '',
      sessionId: '',
      logger: nothing,
      defer: nothing,
      emit: nothing,
      stopChild: nothing,
      actionExecutor: (action: unknown) => void actions.push(action),
    };
    try {
      const result = run(scope as unknown as AnyActorScope);
      // A machine that fails on start stores the error in its snapshot.
      const { status, error } = result as { status?: string; error?: unknown };
      if (status === 'error') throw error;
      return [result, actions];
    } catch (error) {
      // XState's own limit (`maxIterations`) throws a plain Error.
      if (error instanceof Error && error.message.startsWith('Infinite loop'))
        throw new FlowError('endless-steps', `Steps of ${machine.id} loop without waiting.`);
      throw error;
    }
  };
  return {
    begin: (input) => collecting((scope) => machine.getInitialSnapshot(scope, input as never)),
    step: (snapshot, event) => collecting((scope) => machine.transition(snapshot, event, scope)),
  };
}
