/** The interface between the tools of `funnel dev` in a page and their part of the server. Types only. */
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import type { TabVisit } from '../boot/tab-visit.ts';

export interface DevProblem extends AuthorProblem {
  /** An address that opens the place in the author's editor. */
  readonly editor: string;
}

/** What became of the last edit. */
export interface DevState {
  /** The hash of the served definitions. */
  readonly definition: string;
  /** Counts edits of assets. */
  readonly assets: number;
  /** Why the last edit is not served; null if it is. */
  readonly refusal: string | null;
  /** How many the check has found. */
  readonly errors: number;
  readonly warnings: number;
  /** The first of them, errors before warnings. */
  readonly problems: readonly DevProblem[];
}

/** What the toolbar offers. */
export interface DevSite {
  /** The addresses of pages without a flow. */
  readonly pages: readonly string[];
  readonly flows: readonly { readonly flow: string; readonly steps: readonly string[] }[];
  /** The values of `?at=`, for each phase of each event. */
  readonly moments: readonly string[];
  /** Whether visitors are asked for their consent. */
  readonly asksConsent: boolean;
}

/** A visit that has come to a step, with plausible answers. */
export interface DevJump {
  readonly address: string;
  /** The overlay of the page in which the flow runs; null for a flow with addresses. */
  readonly overlay: string | null;
  readonly flow: string;
  readonly screen: string;
  readonly visit: TabVisit;
}

/** The networks that can be tried out: replies are late, submissions are refused, or get no reply. */
export type DevNetwork = 'slow' | 'down' | 'lost';

/** From a page to the inspector in its frame: more of a visit was recorded. */
export interface DockMessage {
  readonly kind: 'grown';
  readonly visit: string;
}

/** From the inspector to its page. */
export interface InspectorMessage {
  readonly kind: 'close';
}
