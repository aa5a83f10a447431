/** Replays a walk on a flow, which may have been edited since, and finds the first difference. */
import type { CompiledFlow } from '../flow/index.ts';
import { watchFlow } from '../flow/transitions.ts';
import { type Session, stateOf } from '../session/session.ts';
import type { Walk, WalkStep } from './cover.ts';
import { takeMove } from './take.ts';

/** The first move of a walk that leads elsewhere. */
export interface WalkDifference {
  /** The number of the move, from 0. */
  readonly n: number;
  readonly expected: WalkStep;
  /** The state that the move leads to, or the error of an expression. */
  readonly found: string;
  /** The kinds of its effects. */
  readonly effects: readonly string[];
}

/** Replays a walk. @returns null if each move leads to the expected state with the expected kinds of effects */
export function replayWalk(compiled: CompiledFlow, { steps }: Walk): WalkDifference | null {
  const watched = watchFlow(compiled);
  let session: Session | null = null;
  for (const [n, expected] of steps.entries()) {
    const taken = takeMove(watched, session, expected.move);
    session = taken.session;
    const found = taken.threw ?? stateOf(session);
    const effects = taken.effects.map(({ kind }) => kind);
    if (found !== expected.state || effects.join() !== expected.effects.join()) return { n, expected, found, effects };
  }
  return null;
}
