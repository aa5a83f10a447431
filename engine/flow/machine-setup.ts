/**
 * The named guards and actions of a compiled machine. Each takes plain data, so that a machine's configuration can be
 * read, compared and drawn. An effect is implemented by the environment that performs it.
 */
import { type AnyStateMachine, assign, createMachine, fromTransition } from 'xstate';
import type { Wait } from '../../schemas/compiled.ts';
import type { FormDefinition } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import type { StateConfig, WayConfig } from '../steps/parts/place.ts';
import { type FlowContext, initialContext, type SessionInput } from './context.ts';
import { loadedAtStart } from './load-state.ts';
import { type FormValidator, type StampedEvent, verdictsOf } from './machine-arguments.ts';
import { type MachineChange, machineChanges } from './machine-changes.ts';
import { machineGuards } from './machine-guards.ts';

/** What a flow's machine is made of, beside its implementation. */
export interface MachineConfig {
  readonly id: string;
  readonly initial: string;
  /** By event: the ways that are open in every state. */
  readonly on: Readonly<Record<string, readonly WayConfig[]>>;
  readonly states: Readonly<Record<string, StateConfig>>;
  readonly options: { readonly maxIterations: number };
}

/**
 * Creates the machine of a flow with its guards, actions and delays. It is made without XState's `setup`, which would send the code
 * of every action to phones: flows use one.
 * @param forms the forms its steps use
 * @param validate validates a form
 * @param delays the bounds of the delays, by the state that waits
 */
export function createFlowMachine(
  flow: FlowDefinition,
  forms: readonly FormDefinition[],
  validate: FormValidator,
  delays: ReadonlyMap<string, Wait>,
  config: MachineConfig,
): AnyStateMachine {
  const verdictOf = verdictsOf(validate);
  // XState's types would have each state, guard and action listed; ours are typed where states name them.
  return createMachine({ context: contextFactory(flow, forms), ...(config as object) }, {
    // The machine never runs a call: the session returns it as an effect and sends the outcome back as an event.
    actors: {
      call: fromTransition(
        (none: null) => none,
        (_: { input: { path: string } }) => null,
      ),
    },
    delays: Object.fromEntries(
      [...delays].map(([state, wait]) => [
        `delay:${state}`,
        ({ context }: { context: FlowContext }) => context.waits[state] ?? wait.from,
      ]),
    ),
    guards: machineGuards(flow, forms, verdictOf),
    actions: Object.fromEntries(
      Object.entries<MachineChange>(machineChanges(flow, forms, verdictOf)).map(([name, change]) => [
        name,
        assign<FlowContext, StampedEvent, never, StampedEvent, never>(change),
      ]),
    ),
  } as object);
}

/** The context factory of a flow's machine. */
const contextFactory =
  (flow: FlowDefinition, forms: readonly FormDefinition[]) =>
  ({ input }: { input: SessionInput | undefined }): FlowContext => {
    const context = initialContext(flow, forms, input);
    return input?.loaded === undefined ? context : { ...context, loaded: loadedAtStart(flow, input, context) };
  };
