/** What a session asks its surroundings to do. Plain data: a browser, a server, a test or a replay performs it. */
import type { Json } from '../../schemas/compiled.ts';

type Values = Readonly<Record<string, Json>>;

/**
 * What a toast is, where it is no plain notice: an `error` interrupts a screen reader; an `echo` repeats the error of the
 * field that takes the focus, so it is not read aloud a second time.
 */
export type ToastKind = 'error' | 'echo';

export type Effect =
  /** Shows a screen at its address; a null path keeps the current address. `query` is what the screen carries in it. */
  | {
      readonly kind: 'navigate';
      readonly path: string | null;
      readonly query: Readonly<Record<string, string>>;
      readonly screen: string;
    }
  | { readonly kind: 'toast'; readonly title: string; readonly text: string; readonly as?: ToastKind }
  | { readonly kind: 'alert'; readonly text: string; readonly as?: 'error' }
  /** Calls an intake. Its outcome comes back as DONE or FAILED with the same id, unless it is `background`. */
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly payload: Values;
      /** Names in the payload that say when it was made, not what it says: a repeated call may differ in them. */
      readonly times: readonly string[];
      readonly timeout: number;
      readonly background: boolean;
    }
  /** The outcome of this call is no longer waited for. */
  | { readonly kind: 'forget'; readonly id: string }
  /** Sends TIMER with this id, `timer:<state>/<ms>`, after so many milliseconds. */
  | { readonly kind: 'timer'; readonly id: string; readonly ms: number }
  | { readonly kind: 'cancel'; readonly id: string }
  | {
      readonly kind: 'track';
      readonly event: string;
      readonly prefix: string | null;
      readonly data: Values;
      readonly user: Values;
      /** Sent once a visit, however often its page is loaded. */
      readonly once?: true;
      /** Sent with the page's address and where the visitor came from, which only a browser knows. */
      readonly page?: true;
    }
  /** Writes values to the log; personal ones are hidden already. */
  | { readonly kind: 'log'; readonly values: Values }
  | { readonly kind: 'open'; readonly href: string }
  /** Leaves the flow. `preferred` is an address a server gave; it is followed only to a declared host. */
  | {
      readonly kind: 'leave';
      readonly href: string;
      readonly preferred: string | null;
      readonly append: Readonly<Record<string, string>>;
    }
  /** Closes the overlay the flow runs in. */
  | { readonly kind: 'close' }
  | { readonly kind: 'focus'; readonly field: string };

export type CallEffect = Extract<Effect, { kind: 'call' }>;

/** What surroundings tell a session, beside what the visitor does. */
export type OutsideEvent =
  | { readonly type: 'DONE'; readonly id: string; readonly output: Json }
  | {
      readonly type: 'FAILED';
      readonly id: string;
      readonly error: { readonly message: string | null; readonly status: number | null };
    }
  | { readonly type: 'TIMER'; readonly id: string }
  /** The visitor went back or forward to a screen. */
  | { readonly type: 'GO'; readonly screen: string };
