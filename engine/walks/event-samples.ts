/** The events that a session accepts, with examples of their values. */
import type { CompiledFlow } from '../flow/index.ts';
import { watchFlow } from '../flow/transitions.ts';
import { leafOf, type Session, type SessionEvent, type Stamp, sendEvent } from '../session/session.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import { type Move, type MoveSource, movesFrom, movesSource } from './moves.ts';

/** A move that sends an event. */
export type AcceptedMove = Extract<Move, { kind: 'send' }>;

const anybody = { values: {}, source: {} };

/** The moves of one question, one for each of its options. */
function answersOf({ flow }: CompiledFlow, session: Session): Move[] {
  const { step: id, question } = leafOf(session);
  const step = flow.steps[id];
  if (step?.kind !== 'ask' || question === null) return [];
  const { options = [] } = flow.questions?.[step.ask]?.items[question] ?? {};
  return options.flatMap(({ value }): Move[] => [
    { kind: 'send', event: { type: 'SELECT', value } },
    { kind: 'send', event: { type: 'NEXT', value } },
  ]);
}

/** Prepares the events of a flow; it takes longer than a step. */
export const acceptedSource = (compiled: CompiledFlow): MoveSource => movesSource(watchFlow(compiled));

/**
 * The events that a session accepts now. Each is tried, because a guard may refuse it.
 * @param visited the screens that the visit has shown, to which Back leads
 */
export function acceptedMoves(
  source: MoveSource,
  session: Session,
  visited: ReadonlySet<string>,
  stamp: Stamp,
): AcceptedMove[] {
  const { compiled } = source.watched;
  const { screen } = leafOf(session);
  const known = new Set<string>();
  return [...answersOf(compiled, session), ...movesFrom(source, anybody, session, [...visited])].flatMap((move) => {
    if (move.kind !== 'send' || (move.event.type === 'GO' && move.event.screen === screen)) return [];
    const key = canonicalJson(move.event as never);
    if (known.has(key) || !isTaken(session, move.event, stamp)) return [];
    known.add(key);
    return [move];
  });
}

function isTaken(session: Session, event: SessionEvent, stamp: Stamp): boolean {
  try {
    return sendEvent(session, event, stamp).handled;
  } catch {
    // An expression without a value: the visitor meets the same.
    return true;
  }
}
