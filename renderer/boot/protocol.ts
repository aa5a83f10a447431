/** The interface between the boot script, the server's HTML and the islands. */
import type { Json } from '../../schemas/compiled.ts';
import type { TabVisit } from './tab-visit.ts';

export interface Toast {
  readonly title: string;
  readonly text: string;
  /** An error interrupts a screen reader; an echo is not read aloud, because a field reads the same. */
  readonly as?: 'error' | 'echo';
}

/** A press in an island before it was awake. */
export interface Press {
  readonly type: 'click' | 'submit';
  readonly target: HTMLElement;
}

/** The operations on islands that other boot code uses. */
export interface Islands {
  fetch(island: HTMLElement): void;
  /** @param unseen whether the visitor does not wait for it */
  wake(island: HTMLElement, unseen?: boolean): void;
}

/** What an island's module exports. */
export interface IslandModule {
  /**
   * Starts the session of the flow below `root`, then performs the early interactions in order. An overlay that restarts
   * needs to be woken again: `onReset` receives the element with the server's HTML that replaces `root`.
   */
  wake(root: HTMLElement, early: readonly Press[], onReset: (root: HTMLElement) => void): Promise<void>;
}

/** An event of a visit, with the time and the random number that it was given. */
export interface Act {
  readonly event: { readonly type: string };
  readonly stamp: { readonly at: number; readonly random: number };
}

/** The functions of the boot script that islands use. */
export interface Funnel {
  /** Replaces the current toast and returns the new element. Null removes the current toast. */
  toast(toast: Toast | null): HTMLElement | undefined;
  /**
   * Begins a wait for the network. During the wait a toast reports a slow or lost connection.
   * @returns ends the wait; `failed` shows the toast of a failure that is not reported elsewhere
   */
  wait(): (failed?: boolean) => void;
  /** Tracks an event. Does nothing on a site without a pixel. */
  track(event: TrackEvent): void;
  /** Tracks a page view. Repeated calls for the same path count once. */
  viewed(): void;
  /** Starts the behaviours of elements rendered since the last call. */
  behave(): void;
  /** The visitor's first page in this tab. */
  readonly landing: Landing;
  /** Adds the source of the visit to an address; missing on sites that do not carry it. */
  carry?: (address: URL) => void;
  /** Sends a submission with what protects its intake; missing on sites without. */
  post?: (path: string, init: SubmissionRequest) => Promise<Response>;
  /** What the visitor has done and no recorder has yet. */
  readonly acts: Act[];
}

/** The request of a submission. */
export interface SubmissionRequest extends RequestInit {
  readonly headers: Readonly<Record<string, string>> & { readonly 'idempotency-key': string };
  readonly signal: AbortSignal;
}

/** A tracking event. The values of `user` are personal: they are hashed before they are sent. */
export interface TrackEvent {
  readonly event: string;
  /** Prefix of the event id. */
  readonly prefix: string | null;
  /** The event id, if it is the one of a message that the server sends; otherwise it has the prefix and the time. */
  readonly id?: unknown;
  readonly data: Readonly<Record<string, unknown>>;
  readonly user: Readonly<Record<string, unknown>>;
  /** Whether it is sent only once per visit, even if its page is loaded again. */
  readonly once?: boolean;
  /** Whether it includes the page's address and the referrer. */
  readonly page?: boolean;
}

export interface Landing {
  readonly path: string;
  readonly search: string;
  readonly referrer: string;
  /** A random id, included in the visit's lead, traces and log lines. */
  readonly visitId: string;
}

/** Pictures delayed by the script in the head. `img[data-src]` selects those not loaded yet. */
export interface DelayedPictures {
  /** Receives each picture that is delayed from now on; null until the boot script runs. */
  take: ((image: HTMLImageElement) => void) | null;
  /** Lets the browser load a picture. @param folder of its other formats, by quality; the server chooses by default */
  show(image: HTMLImageElement, folder?: string): void;
}

/** Class of the root element that disables deferred layout of far sections. */
export const wholeClass = 'whole';

declare global {
  interface Window {
    funnel?: Funnel;
    /** Only on pages with overlays. */
    overlays?: (islands: Islands) => void;
    pictures?: DelayedPictures;
  }
}

/** The `sessionStorage` key of a flow's saved visit. */
export const savedKey = (flow: string): `funnel:${string}` => `funnel:${flow}`;

/** How long the personal values of an abandoned visit are restored, in milliseconds. */
export const personalAge = 2 * 60 * 60 * 1000;

/** What an island restores of a saved visit. */
export interface RestoredVisit {
  readonly screen: string | null;
  readonly values: Readonly<Record<string, Json>>;
  readonly loaded: readonly string[];
  /** Parameters of the screen's address, if they are not in that of the page. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The screen of the current history entry; undefined if no island created the entry. */
export const entryScreen = (): string | undefined => (history.state as { screen?: string } | null)?.screen;

/** The visit saved in this tab, or null. A visit that is over is restored only in its own history entries. */
export function readVisit(flow: string): TabVisit | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(savedKey(flow)) ?? 'null') as TabVisit | null;
    return saved?.over && !entryScreen() ? null : saved;
  } catch {
    return null;
  }
}

/** The screen at which a saved visit continues. */
export const screenToResume = ({ path, screen }: TabVisit): string | undefined =>
  entryScreen() ?? (path === location.pathname ? screen : undefined);
