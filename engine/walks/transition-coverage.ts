/** Which transitions of a flow a list of walks takes. */
import type { CompiledFlow } from '../flow/index.ts';
import { type FlowTransition, watchFlow } from '../flow/transitions.ts';
import type { Session } from '../session/session.ts';
import type { Walk } from './cover.ts';
import { findFlowPaths } from './paths.ts';
import { takeMove } from './take.ts';

/** The transitions that visitors can cause, and those of them that no walk takes. */
export interface TransitionCoverage {
  readonly all: readonly FlowTransition[];
  readonly left: readonly FlowTransition[];
}

/** Takes walks on the machine, and compares their transitions with all that visitors can cause. */
export function transitionsIn(compiled: CompiledFlow, walks: readonly Walk[]): TransitionCoverage {
  const watched = watchFlow(compiled);
  const taken = new Set<string>();
  for (const { steps } of walks) {
    let session: Session | null = null;
    for (const { move } of steps) {
      const step = takeMove(watched, session, move);
      session = step.session;
      for (const { id } of step.transitions) taken.add(id);
    }
  }
  const all = findFlowPaths(compiled).goals.flatMap(({ goal, status }) =>
    goal.kind === 'transition' && status === 'reached' ? [goal.transition] : [],
  );
  return { all, left: all.filter(({ id }) => !taken.has(id)) };
}
