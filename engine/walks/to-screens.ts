/** The shortest walk to each screen of a flow, as the log of a session that is there. */
import type { CompiledFlow } from '../flow/index.ts';
import { watchFlow } from '../flow/transitions.ts';
import type { IntakeAnswers } from '../intakes/answers.ts';
import { leafOf } from '../session/session.ts';
import type { SessionLog } from '../session/session-log.ts';
import { exploreFlow, type WalkPlace } from './explore.ts';
import { type Move, movesSource, walkRandom, walkTime } from './moves.ts';
import { findVisitors } from './visitors.ts';

/** The most places that are visited: a screen beyond them has no walk. */
const mostPlaces = 5000;

const stamp = { at: walkTime, random: walkRandom };

/** The log of a session at a place. What happened before its page was loaded last is in the input. */
function logOf(place: WalkPlace): SessionLog {
  const moves: Move[] = [];
  for (let at: WalkPlace | null = place; at !== null; at = at.before) {
    moves.unshift(at.move);
    if (at.move.kind === 'open') break;
  }
  const [begun, ...more] = moves;
  if (begun?.kind !== 'open') throw new Error('A walk begins with the opening of its flow.');
  return {
    input: begun.input,
    events: more.flatMap((move) => (move.kind === 'send' ? [{ event: move.event, stamp }] : [])),
  };
}

/**
 * @param answers those of the site's intakes; without them, replies are examples
 * @returns the logs by screen; a screen that only branches or redirects has none */
export function walksToScreens(
  compiled: CompiledFlow,
  answers: IntakeAnswers | null = null,
): ReadonlyMap<string, SessionLog> {
  const { visitors } = findVisitors(compiled);
  const { places } = exploreFlow(movesSource(watchFlow(compiled), answers), visitors, mostPlaces);
  const logs = new Map<string, SessionLog>();
  // The places are in the order of their distance.
  for (const place of places.values()) {
    const { screen, status } = leafOf(place.session);
    if ((status === 'ready' || status === 'waiting') && !logs.has(screen)) logs.set(screen, logOf(place));
  }
  return logs;
}
