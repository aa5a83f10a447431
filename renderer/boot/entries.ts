/** The history entries of a flow's screens. Their state names the screen. */

/** Navigates to an address: pushes a history entry, or replaces the current one. */
export type Navigate = (address: string, screen: string, replace: boolean) => void;

/** The place of a history entry among those of the flow, from its state. */
export const placeOf = (state: unknown): number => (state as { place?: number } | null)?.place ?? 0;

/** The state of the entry that a navigation creates. */
export const nextEntry = (screen: string, replace: boolean) => ({
  screen,
  place: placeOf(history.state) + (replace ? 0 : 1),
});

/** Sets the screen of the current history entry, which keeps its address and what else it holds. */
export const nameEntry = (screen: string): void =>
  history.replaceState({ ...history.state, ...nextEntry(screen, true) }, '');
