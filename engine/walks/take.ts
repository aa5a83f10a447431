/** Takes one move of a visit on the machine, and says what it covers. */

import type { FlowTransition, WatchedFlow } from '../flow/transitions.ts';
import type { Effect } from '../session/effects.ts';
import { type Session, sendEvent, startSession } from '../session/session.ts';
import { type Move, walkRandom, walkTime } from './moves.ts';

/** The result of a move. */
export interface TakenMove {
  readonly session: Session;
  readonly effects: readonly Effect[];
  /** False if no transition took the event. */
  readonly handled: boolean;
  readonly transitions: readonly FlowTransition[];
  /** The error of an expression that had no value; null if there was none. The session is then the one before. */
  readonly threw: string | null;
}

const stamp = { at: walkTime, random: walkRandom };

/**
 * Takes a move.
 * @param session null before the first move, which has to open the flow
 */
export function takeMove(watched: WatchedFlow, session: Session | null, move: Move): TakenMove {
  watched.taken();
  try {
    if (move.kind === 'open')
      return { ...startSession(watched.compiled, move.input), transitions: watched.taken(), threw: null };
    if (session === null) throw new RangeError('A walk begins with the opening of the flow.');
    const step = sendEvent(session, move.event, stamp);
    return { ...step, transitions: watched.taken(), threw: null };
  } catch (error) {
    if (session === null) throw error;
    const threw = error instanceof Error ? error.message : String(error);
    return { session, effects: [], handled: true, transitions: [], threw };
  }
}
