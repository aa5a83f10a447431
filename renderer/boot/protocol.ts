/** What the boot script, the server's HTML and the islands agree on. */

/** A toast as it is shown. */
export interface Toast {
  readonly title: string;
  readonly text: string;
  /** An error interrupts a screen reader; an echo is not read aloud, because a field reads the same. */
  readonly as?: 'error' | 'echo';
}

/** Something a visitor did on an island before it was awake. */
export interface Early {
  readonly type: 'click' | 'submit' | 'change' | 'input';
  readonly target: HTMLElement;
}

/** What an island's module exports. */
export interface IslandModule {
  /**
   * Takes over the server's HTML below `root`, then does what was asked early, in its order. An overlay that starts
   * anew is asleep again: `slept` is given the element that stands in place of `root`, as the server drew it.
   */
  wake(root: HTMLElement, early: readonly Early[], slept: (root: HTMLElement) => void): Promise<void>;
}

/** The little that the boot script lends to islands. */
export interface Funnel {
  /** Shows a toast in place of the one before it, and gives back its element; null takes that one away. */
  toast(toast: Toast | null): HTMLElement | undefined;
  /**
   * Begins a wait for the network, during which a toast reports a slow or lost one.
   * @returns ends the wait; `failed` shows the toast of a failure that nothing else reports
   */
  wait(): (failed?: boolean) => void;
  /** Tracks an event; nothing happens on a site without a pixel. */
  track(event: TrackEvent): void;
  /** Says that a page is shown; the same path twice is one view. */
  viewed(): void;
  /** Looks for what moves by itself in what has been drawn since. */
  behave(): void;
  /** Where the visitor landed first in this tab. */
  readonly landing: Landing;
}

/** An event of tracking. `user` are personal values: they are hashed before they leave. */
export interface TrackEvent {
  readonly event: string;
  /** What its id begins with. */
  readonly prefix: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly user: Readonly<Record<string, unknown>>;
  /** Whether it is sent once a visit, however often its page is loaded. */
  readonly once?: boolean;
  /** Whether it carries the page's address and where the visitor came from. */
  readonly page?: boolean;
}

export interface Landing {
  readonly path: string;
  readonly search: string;
  readonly referrer: string;
  /** Random: its lead, traces and log lines carry it. */
  readonly visitId: string;
}

/** Pictures that the script in the head holds back. `img[data-src]` are those still held. */
export interface HeldPictures {
  /** Gets each picture that is held from here on; null until the boot script takes over. */
  take: ((image: HTMLImageElement) => void) | null;
  /** Lets the browser load a picture. @param folder of its other formats, by quality; the server chooses when left out */
  show(image: HTMLImageElement, folder?: string): void;
}

/** On the root of a page that is laid out whole. */
export const wholeClass = 'whole';

declare global {
  interface Window {
    funnel?: Funnel;
    pictures?: HeldPictures;
  }
}

/** The key a visit of a flow is saved under, in the tab's own storage. */
export const savedKey = (flow: string): string => `funnel:${flow}`;

/** A saved visit: what was answered, no machine snapshot. */
export interface SavedVisit {
  readonly behaviour: string;
  readonly path: string;
  readonly screen: string;
  /** When it was saved, in epoch milliseconds. */
  readonly at: number;
  /** Whether it has ended: it is kept for Back, without personal values. */
  readonly over: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  /** The steps whose data is among the values. */
  readonly loaded: readonly string[];
}

/** The screen that the current history entry was made for; nothing in an entry that no island has named. */
export const entryScreen = (): string | undefined =>
  (history.state as { usr?: { screen?: string } } | null)?.usr?.screen;

/** The visit saved in this tab. One that is over goes on only in its own history entries. */
export function readVisit(flow: string): SavedVisit | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(savedKey(flow)) ?? 'null') as SavedVisit | null;
    return saved?.over && !entryScreen() ? null : saved;
  } catch {
    return null;
  }
}

/** The screen that a saved visit goes on at. */
export const screenToResume = ({ path, screen }: SavedVisit): string | undefined =>
  entryScreen() ?? (path === location.pathname ? screen : undefined);
