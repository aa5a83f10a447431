/** The effects of a session. They are plain data; a browser, a server, a test or a replay performs them. */
import type { Json } from '../../schemas/compiled.ts';

type Values = Readonly<Record<string, Json>>;

/**
 * The kind of a toast that is more than a notice: `error` interrupts a screen reader; `echo` repeats the error of the
 * focused field, so a screen reader skips it.
 */
export type ToastKind = 'error' | 'echo';

export type Effect =
  /** Shows a screen at its address. A null path keeps the current address. `query` contains the screen's values. */
  | {
      readonly kind: 'navigate';
      readonly path: string | null;
      readonly query: Readonly<Record<string, string>>;
      readonly screen: string;
    }
  | { readonly kind: 'toast'; readonly title: string; readonly text: string; readonly as?: ToastKind }
  | { readonly kind: 'alert'; readonly text: string; readonly as?: 'error' }
  /** Calls an intake. Its outcome is sent back as DONE or FAILED with the same id, unless it is `background`. */
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly payload: Values;
      /** Members of the payload that hold its time of creation. They may differ when the call is repeated. */
      readonly times: readonly string[];
      readonly timeout: number;
      readonly background: boolean;
    }
  /** The outcome of this call is no longer needed. */
  | { readonly kind: 'forget'; readonly id: string }
  /** Sends TIMER with this id, `timer:<state>/<ms>`, after `ms` milliseconds. */
  | { readonly kind: 'timer'; readonly id: string; readonly ms: number }
  | { readonly kind: 'cancel'; readonly id: string }
  | {
      readonly kind: 'track';
      readonly event: string;
      readonly prefix: string | null;
      /** The event's id; otherwise it has the prefix and the time. */
      readonly id?: Json;
      readonly data: Values;
      readonly user: Values;
      /** Sent once per visit, even if the page is loaded again. */
      readonly once?: true;
      /** Sent with the page's address and the visitor's origin, which only a browser knows. */
      readonly page?: true;
    }
  /** Writes values to the log. Personal values are already redacted. */
  | { readonly kind: 'log'; readonly values: Values }
  | { readonly kind: 'open'; readonly href: string }
  /** Leaves the flow. `preferred` is an address from a server's reply; it is followed only to a declared host. */
  | {
      readonly kind: 'leave';
      readonly href: string;
      readonly preferred: string | null;
      readonly append: Readonly<Record<string, string>>;
    }
  /** Closes the overlay that contains the flow. */
  | { readonly kind: 'close' }
  | { readonly kind: 'focus'; readonly field: string };

export type CallEffect = Extract<Effect, { kind: 'call' }>;

/** How a call went. Only traces and their readers use it: a session behaves the same with and without it. */
export type CallReport = {
  /** Milliseconds from the first attempt to the outcome. */
  readonly ms: number;
  /** How many times it was sent. */
  readonly tries: number;
  /** Of the last response; null without one. */
  readonly status: number | null;
  /** The body of the response: JSON, nothing, or something else, such as a proxy's error page. */
  readonly body?: 'json' | 'none' | 'other';
  /** Why no response was received: `page` if code of the page failed. */
  readonly why?: 'offline' | 'network' | 'timeout' | 'page';
};

/** Events from the environment, in addition to the visitor's own. */
export type OutsideEvent =
  | { readonly type: 'DONE'; readonly id: string; readonly output: Json; readonly report?: CallReport }
  | {
      readonly type: 'FAILED';
      readonly id: string;
      readonly error: { readonly message: string | null; readonly status: number | null };
      readonly report?: CallReport;
    }
  | { readonly type: 'TIMER'; readonly id: string }
  /** The visitor went back or forward to a screen. */
  | { readonly type: 'GO'; readonly screen: string };
