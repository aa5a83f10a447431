/**
 * Pure transitions of one machine, fast. XState's own `transition()` makes an actor and runs the machine's initial
 * state again on every call; here the actor a machine's children would belong to is made once, and never started.
 */
import { type AnyActorScope, type AnyMachineSnapshot, type AnyStateMachine, createActor, fromTransition } from 'xstate';
import { FlowError } from './flow-error.ts';

export interface Stepper {
  /** The first snapshot and the actions it asks for. @throws FlowError `endless-steps` */
  begin(input: unknown): readonly [snapshot: AnyMachineSnapshot, actions: readonly unknown[]];
  /** The next snapshot and the actions it asks for. Runs nothing. @throws FlowError `endless-steps` */
  step(
    snapshot: AnyMachineSnapshot,
    event: { readonly type: string },
  ): readonly [snapshot: AnyMachineSnapshot, actions: readonly unknown[]];
}

const nothing = (): void => {};

/** A stepper for a machine. */
export function createStepper(machine: AnyStateMachine): Stepper {
  // An actor of the machine itself would run its first state once more.
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
      // A machine that fails while it starts keeps the error in its snapshot.
      const { status, error } = result as { status?: string; error?: unknown };
      if (status === 'error') throw error;
      return [result, actions];
    } catch (error) {
      // XState's own bound (`maxIterations`) throws a plain Error.
      if (error instanceof Error && error.message.startsWith('Infinite loop'))
        throw new FlowError('endless-steps', `Steps of ${machine.id} lead to one another without waiting.`);
      throw error;
    }
  };
  return {
    begin: (input) => collecting((scope) => machine.getInitialSnapshot(scope, input as never)),
    step: (snapshot, event) => collecting((scope) => machine.transition(snapshot, event, scope)),
  };
}
