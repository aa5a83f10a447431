/** A site as the loader returns it: checked, compiled to plain data, frozen. All later stages read only this. */

import type { Code, Template, Text } from '../schemas/compiled.ts';
import type {
  Block,
  Compute,
  DeliveryDefinition,
  DestinationDefinition,
  DocumentFile,
  EmailFile,
  FlowFile,
  PageFile,
  ScenarioFile,
  SiteFile,
  StepDefinition,
  ValueType,
} from '../schemas/generated/types.ts';
import type { Axes } from './axes/axes.ts';
import type { AxesRules } from './axes/choice.ts';
import type { Phases, TimedEvent } from './axes/phase.ts';
import type { Extensions } from './extensions/extensions.ts';
import type { Sending } from './fields/kinds/kind.ts';
import type { FormDefinition } from './forms/types.ts';
import type { Brand } from './values/brand.ts';

/** The fingerprint of a site's source files. */
export type SiteHash = Brand<'SiteHash'>;

export interface SiteDefinition {
  /** Leads and events include it. */
  readonly hash: SiteHash;
  /** The values that it is folded for. */
  readonly axes: Axes;
  /** How visitors get a value. */
  readonly rules: AxesRules;
  readonly site: SiteFile;
  readonly pages: Readonly<Record<string, PageDefinition>>;
  readonly flows: Readonly<Record<string, FlowDefinition>>;
  readonly forms: Readonly<Record<string, FormDefinition>>;
  readonly intakes: Readonly<Record<string, IntakeDefinition>>;
  /** The e-mails that intakes send, by id. */
  readonly emails: Readonly<Record<string, EmailDefinition>>;
  /** The documents that e-mails link to, by id. */
  readonly documents: Readonly<Record<string, DocumentDefinition>>;
  /** Visits that go wrong, by id. Only commands run them. */
  readonly scenarios: Readonly<Record<string, ScenarioDefinition>>;
  /** The services that receive messages, by id. */
  readonly destinations: Readonly<Record<string, DestinationDefinition>>;
  /** Every path of the site, canonical or not. */
  readonly routes: Readonly<Record<string, Route>>;
  /** The page that is shown for unknown paths. */
  readonly notFoundPage: string | null;
  /** The events whose dates are valid. */
  readonly timed: readonly TimedEvent[];
  /** The contents of each page and of each flow's steps, by id. */
  readonly index: {
    readonly pages: Readonly<Record<string, Contents>>;
    readonly flows: Readonly<Record<string, Contents>>;
  };
  /** The images among the assets, by path, if the program that loaded the site has measured them. */
  readonly pictures?: Pictures;
  /** The site's extensions: code, in contrast to everything else here. */
  readonly extensions?: Extensions;
}

/** The contents of a page or of a flow's steps, at any depth. The loader collects them once. */
export interface Contents {
  /** In reading order; a block precedes its nested blocks. */
  readonly blocks: readonly BlockPlace[];
  /** The files that are displayed, without duplicates. */
  readonly assets: readonly string[];
  /** The flows that run in a page's overlays, without duplicates. */
  readonly flows: readonly string[];
  /** Whether an action opens an overlay. */
  readonly opens: boolean;
  /** Whether a step redirects the visitor to another address. */
  readonly leaves: boolean;
}

export interface BlockPlace {
  readonly block: Block;
  /** The block that contains it; null at the top level. */
  readonly parent: Block | null;
  readonly players: readonly Player[];
}

/** A video: its host and its id on that host. */
export interface Player {
  readonly host: string;
  readonly video: string;
}

/** A measured image, in pixels. */
export interface MeasuredPicture {
  readonly width: number;
  readonly height: number;
  /** Alternative formats, best first: media type and `srcset`. */
  readonly sources?: readonly { readonly type: string; readonly srcset: string }[];
  /** A tiny version as a data URI, shown until the image has loaded. */
  readonly preview?: string;
}

export type Pictures = Readonly<Record<string, MeasuredPicture>>;

export interface PageDefinition extends PageFile {
  /** Fingerprint of the page and everything it is rendered from; the cache key of the rendered page. */
  readonly hash: string;
}

/** An answer that an e-mail lists. */
export interface AnswerRow {
  /** The name of the field, which the texts read. */
  readonly name: string;
  /** Where the answer is in the values of the delivery. */
  readonly path: readonly (string | number)[];
  /** The question. */
  readonly label: string;
  /** The answer as people read it: labels of options, amounts and days as the site's locale writes them. */
  readonly shown: Text;
  /** The answer as it is stored. */
  readonly stored: Text;
}

export interface EmailDefinition extends EmailFile {
  /** What its blocks of type `answers` list. */
  readonly answers: readonly AnswerRow[];
  /** Fingerprint of the e-mail and of the site that it is sent for. */
  readonly hash: string;
}

export interface DocumentDefinition extends DocumentFile {
  /** Fingerprint of everything that the document is made from; the cache key of the file. */
  readonly hash: string;
}

/** A computed value with compiled expressions. */
export interface ComputeDefinition extends Compute {
  /** The names without which the value is null: those that it reads without a `default`. Absent: all that it reads. */
  readonly needs?: string[];
}

export interface FlowDefinition extends Omit<FlowFile, 'steps' | 'always' | 'never' | 'computed'> {
  readonly computed?: Readonly<Record<string, ComputeDefinition>>;
  readonly steps: Readonly<Record<string, StepDefinition>>;
  /** Fingerprint of the flow with its forms and texts. */
  readonly hash: string;
  /** Fingerprint of everything that affects transitions, without the texts: a copy edit does not change it. */
  readonly behaviour: string;
  /** Ids of the forms that its steps use. */
  readonly forms: readonly string[];
  /** The fields that expressions read as a number, with the signs that it is typed with. */
  readonly numbers?: Readonly<Record<string, Sending>>;
  /** The intakes that it calls, by path. */
  readonly calls: Readonly<Record<string, EndpointShape>>;
  /** Values that a step requires before it is shown to a returning visitor, by step. A step's `query` adds more. */
  readonly needs?: Readonly<Record<string, readonly string[]>>;
  /** Of a flow with several ways. */
  readonly ways?: FlowWays;
  /** The event phases that the flow was compiled for. A trace records them. */
  readonly phases?: Phases;
  /** What the author states about it. No part of its behaviour: browsers do not receive it, and no fingerprint covers it. */
  readonly invariants?: readonly InvariantDefinition[];
}

/** The ways through a flow. */
export interface FlowWays {
  /** The other steps that each step leads to, apart from a branch. Those of events that go back are left out. */
  readonly onward: Readonly<Record<string, readonly string[]>>;
  /**
   * The steps among which a visitor chooses by a button, by the step: the last one counts. Those that lead back to the step, as in
   * a menu, are in `onward`, because to leave it by another one undoes nothing.
   */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** The steps that collect each value. */
  readonly collected: Readonly<Record<string, readonly string[]>>;
}

/** A statement about everything that a flow's visitors can do. */
export interface InvariantDefinition {
  readonly kind: 'always' | 'never';
  /** Its index in the file, under its kind. */
  readonly index: number;
  /** The steps at which it applies; null for all. */
  readonly at: readonly string[] | null;
  readonly when: Code | null;
  /** The tracking event that it is about; null if it is about the condition alone. */
  readonly event: string | null;
  /** `always`: the least count of the event; `never`: the count that it does not reach. */
  readonly times: number;
  readonly message: string;
}

/** A scenario with durations in milliseconds. */
export type ScenarioDefinition = ScenarioFile;

/** What a browser needs to know about an intake to call it. */
export interface EndpointShape {
  readonly method: 'GET' | 'POST';
  /** Accepted names with their types, in order. A form's fields are included. */
  readonly input: Readonly<Record<string, ValueType>>;
  /** The names in its response. A name that a reply lacks is null. */
  readonly responseKeys?: readonly string[];
  /** For an endpoint that accepts a form step by step: the form fields that belong to each value of `by`. */
  readonly fieldsBy?: { readonly by: string; readonly cases: Readonly<Record<string, readonly string[]>> };
}

export interface IntakeDefinition extends EndpointShape {
  readonly id: string;
  readonly path: string;
  /** The forms whose fields one submission carries. */
  readonly forms: readonly string[];
  /** Forms by the value of one accepted name, and the fields that are common to all submissions; null without such a name. */
  readonly formsByStep: {
    readonly by: string;
    readonly cases: Readonly<Record<string, readonly string[]>>;
    readonly always: readonly string[];
  } | null;
  readonly omit: readonly string[];
  readonly verify: { readonly flow: string; readonly values: readonly string[]; readonly message: string } | null;
  readonly require: { readonly records: string; readonly message: string } | null;
  readonly records: string;
  readonly lookupBy: string | null;
  /** Whether only the browser that first wrote to a subject may write to it again. */
  readonly ownerOnly: boolean;
  /** The limits of the collection; null for no limit. */
  readonly retention: { readonly days: number; readonly megabytes?: number } | null;
  /** False if the integration that receives its submissions is not configured. */
  readonly stores: boolean;
  /** The accepted name that identifies a visit of a subject. */
  readonly groupBy: string | null;
  readonly dedupe: { readonly by: readonly string[]; readonly minutes: number } | null;
  /** Compiled expressions over the accepted (POST) or found (GET) values. */
  readonly response: Readonly<Record<string, Code>>;
  /** A compiled condition: submissions are accepted only while it is true. Null: always. */
  readonly when: Code | null;
  /** The author's error messages; null for the engine's own. */
  readonly errors: {
    readonly invalid: string | null;
    readonly notFound: string | null;
    /** While the condition `when` is false. */
    readonly closed: string | null;
    /** Members that every error response has in addition to its message and code. */
    readonly response: Readonly<Record<string, boolean | number | string>>;
  };
  /** Requests per minute and client address. */
  readonly rateLimit: number;
  /** Protection from abuse. */
  readonly protect: {
    readonly honeypot: boolean;
    /** Submissions per minute and e-mail address; null for any number. */
    readonly perPerson: number | null;
    /** The fewest seconds between the opening of a form and its submission; null for any. */
    readonly fastest: number | null;
    /** Which submissions need a proof of work; null for none. */
    readonly proofOfWork: 'suspicious' | 'always' | null;
  };
  /** A compiled template. */
  readonly redirect: Template | null;
  /** Messages after a submission, by name. */
  readonly deliver: Readonly<Record<string, DeliveryDefinition>>;
}

/** What a path shows: a page, a step of a flow in a page, or an overlay of a page as a page of its own. */
export interface Route {
  readonly page: string;
  readonly flow: string | null;
  /** For an overlay, the step that its flow starts at. */
  readonly step: string | null;
  /** The overlay that the path shows. */
  readonly overlay?: string;
  /** The first of the paths that show the same content. */
  readonly canonical: string;
}

export type { Block, FlowFile, PageFile, SiteFile, ValueType };
