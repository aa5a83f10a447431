/** The history of the tab in which a walk is taken. */
import type { FlowDefinition } from '../definition.ts';
import type { Leaf } from '../flow/index.ts';
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
  const leaf = leafOf(session);
  const { screen, step } = leaf;
  if (move.kind === 'open' && (before === null || startsVisit(move))) {
    const isUnnamed = (move.input.screen ?? flow.start) === step && screen !== step;
    return isUnnamed ? { entries: [step, screen], at: 1 } : { entries: [screen], at: 0 };
  }
  if (move.kind === 'open') return withScreen(history, history.at, screen);
  return historyAfterEvent(flow, history, before === null ? null : leafOf(before), move.event, leaf);
}

const withScreen = (history: TabHistory, at: number, screen: string): TabHistory => ({
  entries: history.entries.with(at, screen),
  at,
});

/** By how many entries a visitor went through the history to a screen; 0 if it has no other entry of the screen. */
export function entriesTo(history: TabHistory, screen: string): number {
  const place = nearestEntry(history, screen);
  return place < 0 ? 0 : place - history.at;
}

/** The history after an event that led from one leaf to another. @param here null if nothing was shown before */
export function historyAfterEvent(
  flow: FlowDefinition,
  history: TabHistory,
  here: Leaf | null,
  event: { readonly type: string; readonly screen?: unknown },
  { screen, step }: Leaf,
): TabHistory {
  if (event.type === 'GO') {
    const by = entriesTo(history, String(event.screen));
    return by === 0 ? history : withScreen(history, history.at + by, screen);
  }
  const role = stepRole(flow.steps[step]);
  if (here?.screen === screen || (role !== 'screen' && role !== 'pause')) return history;
  if (stepRole(flow.steps[here?.step ?? '']) === 'pause') return withScreen(history, history.at, screen);
  const entries = [...history.entries.slice(0, history.at + 1), screen];
  return { entries, at: entries.length - 1 };
}
