/** The interface between server and renderer. Types only: the server imports no other file of this folder. */

import type { Route, SiteDefinition } from '../engine/definition.ts';
import type { FormMessages } from '../engine/forms/types.ts';
import type { ToastKind } from '../engine/session/effects.ts';
import type { Session } from '../engine/session/session.ts';
import type { SessionLog } from '../engine/session/session-log.ts';

/** A whole document. The inline pieces are the exact contents of their elements: the policy allows them by hash. */
export interface RenderedPage {
  readonly html: string;
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
  /** External sources, as in a content security policy. */
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
  /** Whether search engines must not index the page. Always true for a page rendered for one visitor. */
  readonly hidden: boolean;
  /** The site's public origin, without a trailing slash. */
  readonly origin: string;
  /** Addresses of the bundles that the islands of this route fetch, by flow. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly formMessages: FormMessages;
  /** Publishes an SVG drawing as a raster picture. @returns its path */
  readonly picture: (draw: () => string) => string;
}

/** The look of a site in the browser's interface. */
export interface SiteLooks {
  /** The default icon, as SVG. */
  readonly mark: string;
  /** The colour of the browser's toolbar. */
  readonly color: string;
  readonly background: string;
}

/** A toast in the HTML of a page. `as` is that of the effect. */
export interface ShownToast {
  readonly title: string;
  readonly text: string;
  readonly as?: ToastKind;
  readonly link?: string;
}

/** A session that the server has started for one visitor. The browser replays its log and continues. */
export interface BegunVisit {
  readonly session: Session;
  readonly log: SessionLog;
  /** The toasts to show, most important first. `link` is an absolute address. */
  readonly toasts: readonly ShownToast[];
  /** Path and query of the current screen, if they differ from the requested address; else null. */
  readonly address: string | null;
  /** The signed log for the page's forms; null if it is too long. */
  readonly sealed: string | null;
  /** Whether the flow has closed its overlay. */
  readonly over: boolean;
}

export interface PageRenderer {
  /** Renders a page that can be cached for all visitors. */
  renderStatic(facts: RenderFacts): RenderedPage | Promise<RenderedPage>;
  /** Renders a page for one visitor. @param facts `route` must be that of the current screen */
  renderSession(facts: RenderFacts, visit: BegunVisit): RenderedPage | Promise<RenderedPage>;
  looks(site: SiteDefinition): SiteLooks;
  /** The data that an island of this flow fetches, as JSON. */
  bundle(site: SiteDefinition, flow: string, formMessages: FormMessages): unknown;
}
