/** The transitions of a compiled flow as data, and which of them a session takes. */
import type { AnyStateNode, InspectionEvent } from 'xstate';
import type { CompiledFlow } from './index.ts';
import { createStepper } from './stepper.ts';

/** One transition of a flow's machine. */
export interface FlowTransition {
  /** Unique in the flow: state, event and branch. */
  readonly id: string;
  /** The path of the state that it leaves, such as `quiz.profile`; empty for a transition that all states have. */
  readonly state: string;
  /** The event's type in the machine; empty for a transition that is taken without an event. */
  readonly event: string;
  /** Its index among the transitions of the same state and event. */
  readonly branch: number;
  /** The path of the state that it enters; null if it stays. */
  readonly target: string | null;
  readonly guard: { readonly type: string; readonly params: Readonly<Record<string, unknown>> } | null;
}

/** A flow that reports the transitions which its sessions take. */
export interface WatchedFlow {
  readonly compiled: CompiledFlow;
  readonly transitions: readonly FlowTransition[];
  /** The transitions that were taken since the last call, in order. */
  taken(): readonly FlowTransition[];
}

interface MachineTransition {
  readonly eventType: string;
  readonly target?: readonly AnyStateNode[] | undefined;
  readonly guard?: unknown;
}

function* nodesBelow(node: AnyStateNode): Generator<AnyStateNode> {
  yield node;
  for (const child of Object.values(node.states)) yield* nodesBelow(child);
}

/** A watched copy of a flow. Sessions of the copy are watched; those of the original are not. */
export function watchFlow(compiled: CompiledFlow): WatchedFlow {
  const known = new Map<unknown, FlowTransition>();
  for (const node of nodesBelow(compiled.machine.root)) {
    const state = node.path.join('.');
    const groups: [string, readonly MachineTransition[]][] = [...node.transitions, ['', node.always ?? []]];
    for (const [event, group] of groups)
      group.forEach((transition, branch) => {
        const guard = transition.guard as FlowTransition['guard'] | undefined;
        known.set(transition, {
          id: `${state} ${event} ${branch}`,
          state,
          event,
          branch,
          target: transition.target?.[0]?.path.join('.') ?? null,
          guard: guard ?? null,
        });
      });
  }
  let taken: FlowTransition[] = [];
  const inspect = (event: InspectionEvent): void => {
    if (event.type !== '@xstate.microstep') return;
    for (const each of event._transitions) {
      const transition = known.get(each);
      if (transition !== undefined) taken.push(transition);
    }
  };
  return {
    compiled: { ...compiled, stepper: createStepper(compiled.machine, { inspect }) },
    transitions: [...known.values()],
    taken() {
      const some = taken;
      taken = [];
      return some;
    },
  };
}
