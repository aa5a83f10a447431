/** What the boot script, the server's HTML and the islands agree on. */

/** A toast as it is shown. */
export interface Toast {
  readonly title: string;
  readonly text: string;
}

/** Something a visitor did on an island before it was awake. */
export interface Early {
  readonly type: 'click' | 'submit' | 'change' | 'input';
  readonly target: HTMLElement;
}

/** What an island's module exports. */
export interface IslandModule {
  /** Takes over the server's HTML below `root`, then does what was asked early, in its order. */
  wake(root: HTMLElement, early: readonly Early[]): Promise<void>;
}

/** The little that the boot script lends to islands. */
export interface Funnel {
  toast(toast: Toast): void;
  /** Where the visitor landed first in this tab. */
  readonly landing: Landing;
}

export interface Landing {
  readonly path: string;
  readonly search: string;
  readonly referrer: string;
}

declare global {
  interface Window {
    funnel?: Funnel;
  }
}

/** The key a visit of a flow is saved under, in the tab's own storage. */
export const savedKey = (flow: string): string => `funnel:${flow}`;

/** A saved visit: no personal values, no machine snapshot. */
export interface SavedVisit {
  readonly behaviour: string;
  readonly path: string;
  readonly screen: string;
  /** Whether something on the screen is chosen that the server's drawing of it does not show. */
  readonly chosen: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}
