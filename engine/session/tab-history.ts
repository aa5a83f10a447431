/** The history of a tab as its events make it. */
import type { FlowDefinition } from '../definition.ts';
import type { Leaf } from '../flow/index.ts';
import { stepRole } from '../steps/machines.ts';

/** The screens of a visit's entries, and the place of the current one. */
export interface TabHistory {
  readonly entries: readonly string[];
  readonly at: number;
}

export const emptyHistory: TabHistory = { entries: [], at: -1 };

/** The place of the nearest other entry of a screen; -1 if there is none. */
function nearestEntry({ entries, at }: TabHistory, screen: string): number {
  let nearest = -1;
  for (const [place, each] of entries.entries())
    if (each === screen && place !== at && (nearest < 0 || Math.abs(place - at) < Math.abs(nearest - at)))
      nearest = place;
  return nearest;
}

/** The history with another screen at one of its places. */
export const withScreen = (history: TabHistory, at: number, screen: string): TabHistory => ({
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
