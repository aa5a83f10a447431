/** The interface between the studio's server part and its application. Types only. */
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import type { SessionEvent } from '../../engine/session/session.ts';
import type { Divergence, TextChange } from '../../engine/trace/replay.ts';
import type { TraceStep } from '../../schemas/generated/types.ts';

export interface StudioUser {
  readonly name: string;
  readonly role: 'viewer' | 'editor';
}

/** A row of the room Funnels. */
export interface FunnelRow {
  readonly flow: string;
  /** The first path at which visitors reach it; null if there is none. */
  readonly path: string | null;
  /** That path on the public site. */
  readonly href: string | null;
  /** Fingerprint of the flow, texts included. */
  readonly version: string;
  readonly screens: number;
  /** The problems in its own file. */
  readonly errors: number;
  readonly warnings: number;
}

export interface FunnelsReply {
  readonly funnels: readonly FunnelRow[];
  /** The fingerprint of the served definitions. */
  readonly definition: string;
  /** Why the last edit is not served; null when it is. */
  readonly refusal: string | null;
  /** Of the folder that authors edit, with code frames. */
  readonly problems: readonly AuthorProblem[];
}

export interface MapScreen {
  /** The step, or `step.question`. */
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  /** Whether visitors see it: it neither decides nor redirects. */
  readonly isSeen: boolean;
  /** The screen on the public site; null if it has no address. */
  readonly href: string | null;
  /** What it says today, without the values of visitors. */
  readonly texts: readonly string[];
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly isPersonal: boolean;
    /** The labels of its options by value, as text. */
    readonly options: Readonly<Record<string, string>>;
  }[];
}

export interface MapTransition {
  readonly from: string;
  readonly to: string;
  /** What leads there: the events, without duplicates. */
  readonly events: readonly string[];
}

export interface FlowMap {
  readonly flow: string;
  readonly start: string;
  /** The paths at which it begins: one of its own, or one for each dialog that shows it. */
  readonly variants: readonly string[];
  readonly screens: readonly MapScreen[];
  readonly transitions: readonly MapTransition[];
}

/** The kinds of endings (`engine/trace/ending.ts`); `unreadable` for a visit whose traces cannot be read. */
export type Outcome =
  | 'bought'
  | 'submitted'
  | 'redirected'
  | 'refused'
  | 'server-failed'
  | 'network-lost'
  | 'timed-out'
  | 'page-failed'
  | 'closed'
  | 'left'
  | 'open'
  | 'out-of-sight'
  | 'unreadable';

/**
 * What a visit is found by besides its ending: a call failed or an expression had no value; a call that had failed was
 * accepted when it was sent again; a button was pressed twice; a message could not be delivered.
 */
export type VisitFinding = 'errors' | 'repeated-call' | 'double-press' | 'undelivered';

export interface VisitRow {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly flow: string;
  readonly version: string;
  readonly isCurrent: boolean;
  readonly outcome: Outcome;
  /** How it ended, in words. */
  readonly ended: string;
  /** The last screen. */
  readonly screen: string;
  readonly screenTitle: string;
  readonly steps: number;
  /** Whether a call failed or an expression had no value. */
  readonly hasErrors: boolean;
}

export interface VisitsReply {
  /** The newest first. */
  readonly visits: readonly VisitRow[];
  /** How many match, on all pages. */
  readonly total: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  /** The values that filters can have. */
  readonly flows: readonly string[];
  readonly versions: readonly string[];
  readonly screens: readonly { readonly id: string; readonly title: string }[];
  /** Why older visits are left out: they are still being read, or they are too many. */
  readonly left: 'reading' | 'many' | null;
}

/** The visits of a person whom somebody has named. */
export interface PersonReply {
  /** The newest first; `at` is when something was stored last, and null for a visit that was named itself. */
  readonly visits: readonly {
    readonly id: string;
    readonly at: number | null;
    readonly collections: readonly string[];
  }[];
  /** How many submissions belong to no visit: forms posted without script by older versions. */
  readonly withoutVisit: number;
}

/** One recorded step. */
export interface InspectedStep {
  readonly line: TraceStep;
  readonly screen: string;
  /** Whether the reply of a call is awaited. */
  readonly isCalling: boolean;
  /** The message of each refused field. */
  readonly errors: Readonly<Record<string, string>>;
  /** What happened, in an author's words. */
  readonly entries: readonly { readonly what: string; readonly text: string }[];
  /** The reply that the step brought; null if it is no reply. */
  readonly reply: InspectedReply | null;
  /** What its conditions leave of the screen: its texts, and the fields that are hidden; null for all of the map's. */
  readonly shown: { readonly texts: readonly string[]; readonly hidden: readonly string[] } | null;
}

/** The reply to a call, or that there was none. */
export interface InspectedReply {
  /** Such as `POST /api/lead`. */
  readonly call: string;
  /** Null without a response; a reply that was accepted has none in older traces. */
  readonly status: number | null;
  readonly isAccepted: boolean;
  /** What the server said to the visitor; null if it said nothing. */
  readonly message: string | null;
  /** Milliseconds; null in older traces. */
  readonly ms: number | null;
  readonly tries: number | null;
  readonly why: 'offline' | 'network' | 'timeout' | 'page' | null;
}

/** A step of a visit: the indexes of its session, and in it. */
export interface VisitPlace {
  readonly session: number;
  readonly step: number;
}

export interface InspectedSession {
  readonly flow: string;
  readonly source: string;
  /** Whether the flow behaves today as it did then. */
  readonly isCurrent: boolean;
  readonly version: string;
  readonly frames: readonly InspectedStep[];
}

/** A visit, or a trace file, in the inspector. */
export interface VisitReply {
  readonly name: string;
  /** Epoch milliseconds; null if nothing has a time. */
  readonly at: number | null;
  readonly outcome: Outcome;
  readonly ended: string;
  /** What else explains it, one sentence each. */
  readonly explanations: readonly (VisitPlace & { readonly text: string; readonly visitId: string | null })[];
  /** The step that decided the ending; null without a trace. */
  readonly decided: VisitPlace | null;
  readonly sessions: readonly InspectedSession[];
  /** What the server did: leads and deliveries. */
  readonly server: readonly { readonly at: number; readonly what: string; readonly text: string }[];
  readonly maps: Readonly<Record<string, FlowMap>>;
  readonly faults: readonly { readonly name: string; readonly error: string }[];
}

/** A version of the definitions that the server keeps. */
export interface VersionRow {
  readonly hash: string;
  /** Epoch milliseconds; null if the version is not kept yet. */
  readonly at: number | null;
  readonly isServed: boolean;
}

export interface VersionsReply {
  readonly versions: readonly VersionRow[];
}

/** The events that a session accepts after a step. */
export interface EventsReply {
  /** Each with its text, such as `Press “Start”`. */
  readonly events: readonly { readonly event: SessionEvent; readonly text: string }[];
}

/** A text that belongs to a visit: its trace, its test, or its trace with another event. */
export interface TextReply {
  readonly text: string;
}

/** The replay of a trace on a version of the definitions. */
export interface ReplayReply {
  /** Whether the visit was recorded with exactly these definitions of its flow. */
  readonly isRecorded: boolean;
  readonly divergence: Divergence | null;
  readonly words: readonly TextChange[];
  readonly missing: readonly [number, number] | null;
  /** Why it could not be replayed. */
  readonly error: string | null;
}
