/** The history of the tab in which a walk is taken. */
import { leafOf, type Session } from '../session/session.ts';
import { stepRole } from '../steps/machines.ts';
import type { Move } from './moves.ts';

/** The screens of a visit's entries, and the place of the current one. */
export interface TabHistory {
  readonly entries: readonly string[];
  readonly at: number;
}

export const emptyHistory: TabHistory = { entries: [], at: -1 };

/** Whether a move begins another visit. A page that is loaded again continues the history of the tab. */
export const startsVisit = (move: Move): boolean =>
  move.kind === 'open' && (move.how === 'address' || move.how === 'shared');

/** The place of the nearest other entry of a screen; -1 if there is none. */
function nearestEntry({ entries, at }: TabHistory, screen: string): number {
  let nearest = -1;
  for (const [place, each] of entries.entries())
    if (each === screen && place !== at && (nearest < 0 || Math.abs(place - at) < Math.abs(nearest - at)))
      nearest = place;
  return nearest;
}

/**
 * The history after a move. A step of questions that is opened by its address has an entry without a question, too: that of a
 * visitor who follows a link within the page before the first answer.
 * @param before the session before the move; null for the first one
 */
export function historyAfter(history: TabHistory, before: Session | null, move: Move, session: Session): TabHistory {
  const { flow } = session.compiled;
  const { screen, step } = leafOf(session);
  if (move.kind === 'open' && (before === null || startsVisit(move))) {
    const isUnnamed = (move.input.screen ?? flow.start) === step && screen !== step;
    return isUnnamed ? { entries: [step, screen], at: 1 } : { entries: [screen], at: 0 };
  }
  const replaced = (at: number): TabHistory => ({ entries: history.entries.with(at, screen), at });
  if (move.kind === 'open') return replaced(history.at);
  if (move.event.type === 'GO') {
    const place = nearestEntry(history, move.event.screen);
    return place < 0 ? history : replaced(place);
  }
  const here = before === null ? null : leafOf(before);
  const role = stepRole(flow.steps[step]);
  if (here?.screen === screen || (role !== 'screen' && role !== 'pause')) return history;
  if (stepRole(flow.steps[here?.step ?? '']) === 'pause') return replaced(history.at);
  const entries = [...history.entries.slice(0, history.at + 1), screen];
  return { entries, at: entries.length - 1 };
}
