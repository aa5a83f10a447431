/** The history of the tab in which a walk is taken. */
import { leafOf, type Session } from '../session/session.ts';
import { historyAfterEvent, type TabHistory, withScreen } from '../session/tab-history.ts';
import type { Move } from './moves.ts';

/** Whether a move begins another visit. A page that is loaded again continues the history of the tab. */
export const startsVisit = (move: Move): boolean =>
  move.kind === 'open' && (move.how === 'address' || move.how === 'shared');

/**
 * The history after a move. A step of questions that is opened by its address has an entry without a question, too: that of a
 * visitor who follows a link within the page before the first answer.
 * @param before the session before the move; null for the first one
 */
export function historyAfter(history: TabHistory, before: Session | null, move: Move, session: Session): TabHistory {
  const { flow } = session.compiled;
  const leaf = leafOf(session);
  const { screen, step } = leaf;
  if (move.kind === 'open' && (before === null || startsVisit(move))) {
    const isUnnamed = (move.input.screen ?? flow.start) === step && screen !== step;
    return isUnnamed ? { entries: [step, screen], at: 1 } : { entries: [screen], at: 0 };
  }
  if (move.kind === 'open') return withScreen(history, history.at, screen);
  return historyAfterEvent(flow, history, before === null ? null : leafOf(before), move.event, leaf);
}
