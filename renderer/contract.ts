/** What the server and whoever draws its pages agree on: types only, the one file of this folder that the server's own imports. */

import type { Route, SiteDefinition } from '../engine/definition.ts';
import type { FormMessages } from '../engine/forms/types.ts';
import type { ToastKind } from '../engine/session/effects.ts';
import type { Session } from '../engine/session/session.ts';
import type { SessionLog } from '../engine/session/session-log.ts';

/** A whole document. The inline pieces are exactly what stands between their tags: their hashes let them run. */
export interface RenderedPage {
  readonly html: string;
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
  /** What it loads from elsewhere, as sources of a content security policy. */
  readonly sources?: {
    readonly frames: readonly string[];
    readonly scripts: readonly string[];
    readonly images: readonly string[];
    readonly connections: readonly string[];
  };
}

export interface RenderFacts {
  readonly site: SiteDefinition;
  readonly route: Route;
  /** Whether search engines are to leave the page out; what is drawn for one visitor always is. */
  readonly hidden: boolean;
  /** Origin the site is published at, without a trailing slash. */
  readonly origin: string;
  /** Addresses of the bundles that the islands of this route fetch, by flow. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly formMessages: FormMessages;
  /** Publishes a drawing (SVG) as a picture of pixels, and gives back its path. */
  readonly picture: (draw: () => string) => string;
}

/** What browsers show of a site beside its pages. */
export interface SiteLooks {
  /** An icon for a site that declares none, as SVG. */
  readonly mark: string;
  /** The colour of the browser's own bar. */
  readonly color: string;
  readonly background: string;
}

/** A toast that comes with a page; `as` is that of the effect. */
export interface ShownToast {
  readonly title: string;
  readonly text: string;
  readonly as?: ToastKind;
  readonly link?: string;
}

/** A session that the server has begun for one visitor; the browser takes the same steps and goes on. */
export interface BegunVisit {
  readonly session: Session;
  readonly log: SessionLog;
  /** What the visitor is told, most important first; `link` is an absolute address to open. */
  readonly toasts: readonly ShownToast[];
  /** Path and query of the screen it is at, where that is not the address asked for; else null. */
  readonly address: string | null;
  /** The visit as the page's forms carry it; null where it has grown too long to be carried. */
  readonly sealed: string | null;
  /** Whether its flow has closed the overlay it runs in. */
  readonly over: boolean;
}

export interface PageRenderer {
  /** A page that is the same for everybody. */
  renderStatic(facts: RenderFacts): RenderedPage | Promise<RenderedPage>;
  /** A page for one visitor, as `visit` left it; `facts.route` is the route of the screen it is at. */
  renderSession(facts: RenderFacts, visit: BegunVisit): RenderedPage | Promise<RenderedPage>;
  looks(site: SiteDefinition): SiteLooks;
  /** What an island of this flow fetches: plain JSON. */
  bundle(site: SiteDefinition, flow: string, formMessages: FormMessages): unknown;
}
