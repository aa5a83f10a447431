/** A site as the loader gives it: checked, compiled to plain data, frozen. Everything below the loader reads only this. */

import type { Code, Template } from '../schemas/compiled.ts';
import type { Block, FlowFile, PageFile, SiteFile, StepDefinition, ValueType } from '../schemas/generated/types.ts';
import type { Moments, TimedEvent } from './calendar/phases.ts';
import type { FormDefinition } from './forms/types.ts';

export interface SiteDefinition {
  /** Fingerprint of every file the definition was made of. Leads, events and traces carry it. */
  readonly hash: string;
  readonly site: SiteFile;
  readonly pages: Readonly<Record<string, PageDefinition>>;
  readonly flows: Readonly<Record<string, FlowDefinition>>;
  readonly forms: Readonly<Record<string, FormDefinition>>;
  readonly intakes: Readonly<Record<string, IntakeDefinition>>;
  /** Every path of the site, the canonical ones and the others. */
  readonly routes: Readonly<Record<string, Route>>;
  /** The page of unknown paths. */
  readonly notFoundPage: string | null;
  /** The events whose dates can be read. */
  readonly timed: readonly TimedEvent[];
  /** Epoch milliseconds when an event that follows the clock begins or ends next; null when none does. */
  readonly changesAt: number | null;
  /** What each page and each flow's steps hold, by id. */
  readonly index: {
    readonly pages: Readonly<Record<string, Contents>>;
    readonly flows: Readonly<Record<string, Contents>>;
  };
  /** The pictures among the assets by path, where whoever loaded the site has measured them. */
  readonly pictures?: Pictures;
}

/** What a page or a flow's steps hold at any depth. The loader finds it once; nothing searches definitions again. */
export interface Contents {
  /** In reading order, a block before those within it. */
  readonly blocks: readonly HeldBlock[];
  /** The files that are shown, each once. */
  readonly assets: readonly string[];
  /** The flows that run in a page's overlays, each once. */
  readonly flows: readonly string[];
  /** Whether an action opens an overlay. */
  readonly opens: boolean;
  /** Whether a step redirects the visitor to another address. */
  readonly leaves: boolean;
}

export interface HeldBlock {
  readonly block: Block;
  /** The block it is within; null at the top. */
  readonly parent: Block | null;
  readonly players: readonly Player[];
}

/** A video by its host and its id there. */
export interface Player {
  readonly host: string;
  readonly video: string;
}

/** A picture as it was measured, in pixels. */
export interface MeasuredPicture {
  readonly width: number;
  readonly height: number;
  /** Other formats of it, best first: media type and `srcset`. */
  readonly sources?: readonly { readonly type: string; readonly srcset: string }[];
  /** A few pixels of it as a data URI, shown until it has come. */
  readonly preview?: string;
}

export type Pictures = Readonly<Record<string, MeasuredPicture>>;

export interface PageDefinition extends PageFile {
  /** Fingerprint of the page and of everything it is drawn from; a rendered page is kept under it. */
  readonly hash: string;
}

export interface FlowDefinition extends Omit<FlowFile, 'steps'> {
  readonly steps: Readonly<Record<string, StepDefinition>>;
  /** Fingerprint of the flow with its forms and texts. */
  readonly hash: string;
  /** Fingerprint of what decides transitions, without the texts: a copy edit leaves it alone. */
  readonly behaviour: string;
  /** Ids of the forms its steps use. */
  readonly forms: readonly string[];
  /** Ids of the intakes it calls, by path. */
  readonly calls: Readonly<Record<string, EndpointShape>>;
  /** Values that a step needs before a returning visitor sees it, by step; a step's `query` adds more. */
  readonly needs?: Readonly<Record<string, readonly string[]>>;
  /** The phases of the site's events that it was compiled for; a trace carries them. */
  readonly moments?: Moments;
}

/** What the browser must know of an intake to call it. */
export interface EndpointShape {
  readonly method: 'GET' | 'POST';
  /** Accepted names, in order, with their types; a form's fields are included. */
  readonly accepts: Readonly<Record<string, ValueType>>;
  /** Names of what it answers; one that a reply leaves out is null. */
  readonly replies?: readonly string[];
  /** For an endpoint that takes a form step by step: which of its forms' fields go with each value of `by`. */
  readonly fieldsBy?: { readonly by: string; readonly is: Readonly<Record<string, readonly string[]>> };
}

export interface IntakeDefinition extends EndpointShape {
  readonly id: string;
  readonly path: string;
  readonly form: string | null;
  /** Forms by the value of one accepted name, each with the fields every submission carries. */
  readonly forms: {
    readonly by: string;
    readonly is: Readonly<Record<string, readonly string[]>>;
    readonly always: readonly string[];
  } | null;
  readonly except: readonly string[];
  readonly verifies: { readonly flow: string; readonly values: readonly string[]; readonly message: string } | null;
  readonly requires: { readonly collection: string; readonly message: string } | null;
  readonly collection: string;
  readonly subject: string | null;
  /** Whether only the browser that wrote under a subject first may write under it again. */
  readonly owned: boolean;
  /** What the collection keeps; null for all of it. */
  readonly retention: { readonly days: number; readonly megabytes: number } | null;
  /** False where the integration that its submissions are stored for is not set up. */
  readonly stores: boolean;
  /** The accepted name that tells the visits of one subject apart. */
  readonly visit: string | null;
  readonly once: { readonly by: readonly string[]; readonly minutes: number } | null;
  /** Compiled expressions over the accepted (post) or found (get) values. */
  readonly answers: Readonly<Record<string, Code>>;
  /** A compiled condition: submissions are taken only while it holds. Null: always. */
  readonly when: Code | null;
  /** The message of the refusal while the condition does not hold. */
  readonly closed: string | null;
  readonly unknown: string | null;
  readonly refused: string | null;
  /** What every refusal carries beside its message and code. */
  readonly refusal: Readonly<Record<string, boolean | number | string>>;
  readonly perMinute: number;
  /** A compiled template. */
  readonly redirect: Template | null;
}

/** Where a path leads: a page, a step of a flow drawn in a page, or an overlay of a page as a page of its own. */
export interface Route {
  readonly page: string;
  readonly flow: string | null;
  /** For an overlay the step that its flow starts at. */
  readonly step: string | null;
  /** The overlay that the path shows. */
  readonly overlay?: string;
  /** The first of the paths that show the same. */
  readonly canonical: string;
}

export type { Block, FlowFile, PageFile, SiteFile, ValueType };
