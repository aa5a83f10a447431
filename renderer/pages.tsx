/** Draws the pages of a site: plain pages, and pages in which a flow's step stands. */

import { compileFlow } from '../engine/compile/index.ts';
import type { FlowDefinition, PageDefinition, Route, SiteDefinition } from '../engine/definition.ts';
import { judgeForms } from '../engine/forms/judge.ts';
import type { FormDefinition, FormMessages } from '../engine/forms/types.ts';
import { plainText } from '../engine/session/scope.ts';
import { leafOf, type Session, scopeAt, screenOf, startSession } from '../engine/session/session.ts';
import type { Json } from '../schemas/compiled.ts';
import type { Step } from '../schemas/generated/types.ts';
import { blockViews } from './blocks/registry.ts';
import type { RenderedDocument } from './document/render-document.tsx';
import type { FlowBundle, SessionLog } from './islands/bundle.ts';
import { Stage } from './islands/Stage.tsx';
import { renderPage, type StageInput, stageHeading } from './server.tsx';
import { messagesFor } from './text/messages.ts';
import type { FontFile } from './theme/fonts.ts';

/** What the build made, by address. */
export interface BuiltAssets {
  /** The text of the boot script. */
  readonly boot: string;
  /** The island's module. */
  readonly code: string;
  /** Everything the island's module imports, itself included. */
  readonly fetch: readonly string[];
  readonly fonts: Partial<Readonly<Record<FontFile, string>>>;
  /** Where traces are collected; null where they are not. */
  readonly traces: string | null;
}

export interface RenderFacts {
  readonly site: SiteDefinition;
  readonly route: Route;
  readonly origin: string;
  readonly bundles: Readonly<Record<string, string>>;
  readonly formMessages: FormMessages;
}

export interface BegunVisit {
  readonly session: Session;
  readonly log: SessionLog;
  readonly toasts: readonly { readonly title: string; readonly text: string; readonly link?: string }[];
  readonly address: string | null;
  /** The visit as the page's forms carry it. */
  readonly sealed: string | null;
}

const formsOf = (site: SiteDefinition, flow: FlowDefinition): FormDefinition[] =>
  flow.forms.map((id) => site.forms[id]).filter((form) => form !== undefined);

/** A session at a step, before anything happened: what every visitor sees first. */
function firstSession({ site, formMessages }: RenderFacts, flow: FlowDefinition, step: string): Session {
  const forms = formsOf(site, flow);
  const compiled = compileFlow(flow, forms, judgeForms(forms, formMessages));
  return startSession(compiled, { screen: step, query: {}, visit: {}, at: 0, random: 0, ids: {}, saved: {} }).session;
}

/** A page renderer over what the build made. */
export function createPageRenderer(assets: BuiltAssets) {
  const draw = (facts: RenderFacts, session: Session | null, visit: BegunVisit | null): RenderedDocument => {
    const { site, route, origin } = facts;
    const page = site.pages[route.page] as PageDefinition;
    const { home = '/' } = site.site;
    const messages = messagesFor(site.site.locale, site.site.messages);
    const flow = session?.compiled.flow;
    const step: Step | undefined = session === null ? undefined : flow?.steps[leafOf(session).step];
    const said = (text: Step['title']): string | undefined =>
      text === undefined || session === null ? undefined : plainText(text, scopeAt(session));
    const heading = stageHeading(page);
    const bundle = flow === undefined ? '' : (facts.bundles[flow.flow] ?? '');
    const stage: StageInput | null =
      session === null || flow === undefined
        ? null
        : {
            flow: flow.flow,
            identifierPrefix: `${flow.flow}-`,
            element: (
              <Stage
                session={session}
                screen={screenOf(session)}
                site={{ name: site.site.name, home, messages }}
                views={blockViews}
                heading={heading}
                send={null}
                log={visit?.sealed ?? null}
              />
            ),
            blocks: Object.values(flow.steps).flatMap((each) => each.show ?? []),
            attributes: {
              'data-code': assets.code,
              'data-fetch': [...assets.fetch, bundle].join(' '),
              'data-bundle': bundle,
              'data-screen': leafOf(session).screen,
              'data-heading': String(heading),
              ...(assets.traces === null ? {} : { 'data-traces': assets.traces }),
            },
          };
    const [toast] = visit?.toasts ?? [];
    const title = said(step?.title);
    const description = said(step?.description);
    return renderPage({
      site,
      page,
      canonical: origin + route.canonical,
      scope: {},
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(step?.search === undefined ? {} : { search: step.search }),
      ...(stage === null ? {} : { stage }),
      fontUrls: assets.fonts,
      assetUrl: (asset) => `${origin}/assets/${asset}`,
      ...(toast === undefined ? {} : { toast }),
      body: visit?.address ? { 'data-path': visit.address } : {},
      ...(visit === null ? {} : { data: { 'funnel-session': visit.log as unknown as Json } }),
      boot: assets.boot,
    });
  };
  return {
    /** A page that is the same for everybody. */
    renderStatic: (facts: RenderFacts): RenderedDocument => {
      const { flow, step } = facts.route;
      const definition = flow === null ? undefined : facts.site.flows[flow];
      return draw(
        facts,
        definition === undefined || step === null ? null : firstSession(facts, definition, step),
        null,
      );
    },
    /** A page for one visitor, as the server began the visit. */
    renderSession: (facts: RenderFacts, visit: BegunVisit): RenderedDocument => draw(facts, visit.session, visit),
    /** What an island of a flow fetches. */
    bundle: (site: SiteDefinition, id: string, formMessages: FormMessages): FlowBundle => {
      const flow = site.flows[id] as FlowDefinition;
      const { name, home = '/', locale, hosts = [], messages } = site.site;
      return {
        flow,
        forms: formsOf(site, flow),
        site: { name, home, locale, hosts, messages: messagesFor(locale, messages), formMessages },
      };
    },
  };
}
