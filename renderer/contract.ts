/** The interface between server and renderer. Types only: the server imports no other file of this folder. */

import type { Route, SiteDefinition } from '../engine/definition.ts';
import type { FormMessages } from '../engine/forms/types.ts';
import type { ToastKind } from '../engine/session/effects.ts';
import type { Session } from '../engine/session/session.ts';
import type { SessionLog } from '../engine/session/session-log.ts';
import type { Json } from '../schemas/compiled.ts';

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
  /** The signed time at which its forms are opened; null if no intake asks for it. */
  readonly opened: string | null;
  /** Whether the flow has closed its overlay. */
  readonly over: boolean;
  /** The seed of shuffled options, where no script of the page puts them into their order; by default none. */
  readonly order?: string;
}

export interface DocumentFacts {
  readonly site: Pick<SiteDefinition, 'site' | 'documents'>;
  /** The id of the document. */
  readonly document: string;
  /** The site's public origin, without a trailing slash. */
  readonly origin: string;
  /** The date in the properties of the file. */
  readonly date: Date;
}

/**
 * Draws a document as a PDF. The build has it as an entry of its own.
 * @param fonts reads a font of documents, such as `inter-600`
 * @throws RangeError for an unknown document
 */
export type DrawDocument = (facts: DocumentFacts, fonts: (name: string) => Promise<Uint8Array>) => Promise<Uint8Array>;

/** A short message as a page of its own, with the site's header and footer. */
export interface NoticeFacts extends Pick<RenderFacts, 'site' | 'origin'> {
  readonly title: string;
  readonly text: string;
  /** Where the visitor can go on. */
  readonly link: { readonly label: string; readonly to: string };
}

export interface EmailFacts {
  readonly site: SiteDefinition;
  /** The id of the e-mail. */
  readonly email: string;
  /** The values that it reads. */
  readonly values: Readonly<Record<string, Json>>;
  /** The site's public origin, without a trailing slash. */
  readonly origin: string;
  /** The signed links to documents, by id. */
  readonly documents: Readonly<Record<string, string>>;
}

/** An e-mail in both forms. The subject is on one line. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where answers go; null for the destination's. */
  readonly replyTo: string | null;
}

export interface PageRenderer {
  /** Renders a page that can be cached for all visitors. */
  renderStatic(facts: RenderFacts): RenderedPage | Promise<RenderedPage>;
  /** Renders a page for one visitor. @param facts `route` must be that of the current screen */
  renderSession(facts: RenderFacts, visit: BegunVisit): RenderedPage | Promise<RenderedPage>;
  looks(site: SiteDefinition): SiteLooks;
  /** @throws RangeError for an unknown e-mail, ExpressionError when a value in it is missing */
  renderEmail(facts: EmailFacts): RenderedEmail;
  /** Renders a document as a PDF. @throws RangeError for an unknown document */
  renderDocument(facts: DocumentFacts): Promise<Uint8Array>;
  /** Renders a message in place of a page. */
  renderNotice(facts: NoticeFacts): RenderedPage | Promise<RenderedPage>;
  /** The data that an island of this flow fetches, as JSON. */
  bundle(site: SiteDefinition, flow: string, formMessages: FormMessages): unknown;
}
