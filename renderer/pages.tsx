/** Renders the pages of a site: plain pages, and pages with a step of a flow. */

import { policyOf } from '../engine/consent/policy.ts';
import type { FlowDefinition, PageDefinition, Route, SiteDefinition } from '../engine/definition.ts';
import { compileFlow } from '../engine/flow/index.ts';
import { flowInOrder } from '../engine/flow/option-order.ts';
import { plainText } from '../engine/flow/scope.ts';
import { formValidator } from '../engine/forms/form-validator.ts';
import { pageMessages } from '../engine/messages/catalogue.ts';
import { pathBehind } from '../engine/overlays.ts';
import { serverPaths } from '../engine/paths.ts';
import { leafOf, type Session, scopeAt, startSession } from '../engine/session/session.ts';
import type { Json } from '../schemas/compiled.ts';
import type { StepDefinition } from '../schemas/generated/types.ts';
import { recipes } from './blocks/recipes.ts';
import type {
  BegunVisit,
  EmailFacts,
  NoticeFacts,
  PageRenderer,
  RenderedEmail,
  RenderFacts,
  SiteLooks,
} from './contract.ts';
import { eventsOf, stepEvents, trackingOf } from './document/events.ts';
import { drawMark } from './document/mark.ts';
import { type ClosingToasts, overlayPage, type RenderablePage } from './document/overlay-page.ts';
import type { RenderedDocument } from './document/render-document.tsx';
import { renderEmail } from './emails/email.tsx';
import type { BuiltAssets } from './pages/assets.ts';
import { bundleOf } from './pages/flow-bundle.ts';
import { islandOf } from './pages/flow-island.ts';
import { formsOfFlow } from './pages/flow-parts.ts';
import { noticePage } from './pages/notice-page.ts';
import { iconsOf } from './pages/site-icons.ts';
import { type OverlayInput, renderPage, stageHeading } from './server.tsx';
import { neutralColors } from './theme/palette.ts';
import { buildTheme } from './theme/theme.ts';

/** The overlay that a route shows as a page of its own, or null. */
const overlayOf = ({ pages }: SiteDefinition, { page, overlay }: Route) =>
  (overlay === undefined ? undefined : pages[page]?.overlays?.[overlay]) ?? null;

/** The page of a route. @param closing the toasts of an overlay's flow when it closed; null while it runs */
function pageOf({ site, route }: RenderFacts, closing: ClosingToasts | null): RenderablePage {
  const page = { page: site.pages[route.page] as PageDefinition, held: site.index.pages[route.page]?.blocks ?? [] };
  const overlay = overlayOf(site, route);
  if (overlay === null) return page;
  const { back } = pageMessages(site.site);
  return overlayPage(page, overlay, { path: pathBehind(site, route), label: back }, closing);
}

/** A new session at a step, for the initial HTML of a page. */
function firstSession(
  { site, formMessages }: RenderFacts,
  flow: FlowDefinition,
  step: string | null,
  saved: Readonly<Record<string, Json>> = {},
): Session {
  const forms = formsOfFlow(site, flow);
  const compiled = compileFlow(flow, forms, formValidator(forms, formMessages, site.extensions?.rules));
  return startSession(compiled, { screen: step, query: {}, visit: {}, at: 0, random: 0, ids: {}, saved }).session;
}

/** The attribute of `<body>` from which `renderer/tracking/consent.ts` knows that the site asks for consent. */
function consentAttribute({ site }: SiteDefinition): Readonly<Record<`data-${string}`, string>> {
  const policy = policyOf(site);
  return policy === null ? {} : { 'data-consent': policy.version };
}

/** A session whose screens show their options in the order of a visit. */
const sessionInOrder = (session: Session, seed: string): Session => ({
  ...session,
  compiled: { ...session.compiled, ...flowInOrder(session.compiled, seed) },
});

/** The dialogs of a page. */
const overlaysOf = (assets: BuiltAssets, facts: RenderFacts, page: PageDefinition): OverlayInput[] =>
  Object.entries(page.overlays ?? {}).flatMap(([id, { flow: name, label, with: given = {}, resetAfter, handoff }]) => {
    const flow = facts.site.flows[name];
    if (flow === undefined) return [];
    const attributes = {
      'data-instance': id,
      'data-with': JSON.stringify(given),
      ...(resetAfter === undefined ? {} : { 'data-reset': String(resetAfter) }),
      ...(handoff === undefined ? {} : { 'data-frame': handoff.iframe, 'data-after': String(handoff.after) }),
    };
    const session = firstSession(facts, flow, null, given);
    return [
      { id, label, stage: islandOf(assets, { facts, session, heading: 2, sealed: null, instance: id, attributes }) },
    ];
  });

/** Renders a page. @param session at the step that it shows; null for a plain page @param visit of one visitor; null for all */
function render(
  assets: BuiltAssets,
  facts: RenderFacts,
  session: Session | null,
  visit: BegunVisit | null,
): RenderedDocument {
  const { site, route, origin } = facts;
  const toasts = visit?.toasts ?? [];
  const { page, held } = pageOf(facts, visit?.over ? toasts : null);
  const overlay = overlayOf(site, route);
  const step: StepDefinition | undefined =
    session === null ? undefined : session.compiled.flow.steps[leafOf(session).step];
  const plain = (text: StepDefinition['title']): string | undefined =>
    text === undefined || session === null ? undefined : plainText(text, scopeAt(session));
  const own = session === null ? [] : stepEvents(session, visit !== null);
  const events = [...eventsOf(page.track ?? []), ...own];
  // A step without an address has the title of the route's step.
  const title = plain(step?.title ?? session?.compiled.flow.steps[route.step ?? '']?.title);
  const stage =
    session === null || visit?.over
      ? null
      : islandOf(assets, {
          facts,
          session,
          heading: stageHeading(held),
          sealed: visit?.sealed ?? null,
          instance: route.overlay ?? null,
          attributes: {
            ...(own.length === 0 ? {} : { 'data-sent': own.map(({ event }) => event).join(' ') }),
            ...(overlay === null || route.overlay === undefined
              ? {}
              : {
                  'data-instance': route.overlay,
                  'data-with': JSON.stringify(overlay.with ?? {}),
                  'data-back': pathBehind(site, route),
                }),
          },
        });
  const [toast] = visit?.over ? [] : toasts;
  const position = plain(step?.titlePrefix);
  const description = plain(step?.description);
  return renderPage({
    site,
    page,
    held,
    canonical: origin + route.canonical,
    scope: {},
    ...(title === undefined ? {} : { title }),
    ...(position === undefined ? {} : { position }),
    ...(description === undefined ? {} : { description }),
    hidden: facts.hidden,
    ...(stage === null ? {} : { stage }),
    overlays: overlaysOf(assets, facts, page),
    fontUrls: assets.fonts,
    assetUrl: (asset) => origin + serverPaths.assets + asset,
    // A picture is public and stays at its address, so it must not contain a visitor's data.
    ...(visit === null ? { picture: (drawing) => origin + facts.picture(drawing) } : {}),
    icons: iconsOf(site),
    origin,
    ...(toast === undefined ? {} : { toast }),
    body: {
      'data-behaviours': assets.behaviours,
      ...consentAttribute(site),
      ...trackingOf(site, assets),
      ...(visit?.address ? { 'data-path': visit.address } : {}),
    },
    data: {
      ...(visit === null || visit.over ? {} : { 'funnel-session': visit.log }),
      ...(events.length === 0 ? {} : { 'funnel-events': events }),
    },
    boot: assets.inlined.boot,
    hold: assets.inlined.hold,
    ...(stage === null
      ? {}
      : { preload: { script: assets.inlined.preload, files: stage.attributes['data-fetch'] ?? '' } }),
    shuffle: assets.inlined.shuffle,
    scripts: [
      ...(stage === null || stage.attributes['data-traces'] === undefined ? [] : (['glance'] as const)),
      ...(page.overlays === undefined ? [] : (['overlays'] as const)),
    ]
      .map((word) => assets.inlined[word])
      .join(''),
    consent: assets.consent,
    guard: assets.guard,
    opened: visit?.opened ?? null,
  });
}

/** Creates a page renderer from the output of the build. Documents are drawn by `pdf/pdf.ts`. */
export function createPageRenderer(assets: BuiltAssets) {
  return {
    /** Renders a page that can be cached for all visitors. */
    renderStatic: (facts: RenderFacts): RenderedDocument => {
      const { flow, step } = facts.route;
      const definition = flow === null ? undefined : facts.site.flows[flow];
      if (definition === undefined || step === null) return render(assets, facts, null, null);
      const overlay = overlayOf(facts.site, facts.route);
      return render(
        assets,
        facts,
        firstSession(facts, definition, overlay === null ? step : null, overlay?.with),
        null,
      );
    },
    /** Renders a page for one visitor. */
    renderSession: (facts: RenderFacts, visit: BegunVisit): RenderedDocument => {
      const { session, order } = visit;
      return render(assets, facts, order === undefined ? session : sessionInOrder(session, order), visit);
    },
    renderEmail: (facts: EmailFacts): RenderedEmail => renderEmail(facts),
    /** Renders a message in place of a page. */
    renderNotice: (facts: NoticeFacts): RenderedDocument => noticePage(assets, facts),
    /** The look of the site in the browser's interface. */
    looks: ({ site: { theme } }: SiteDefinition): SiteLooks => ({
      mark: drawMark(theme),
      color: buildTheme(theme, recipes).color,
      background: theme?.colors?.paper ?? neutralColors.paper,
    }),
    /** The data that an island of a flow fetches. */
    bundle: bundleOf,
  } satisfies Omit<PageRenderer, 'renderDocument'>;
}
