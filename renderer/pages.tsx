/** Renders the pages of a site: plain pages, and pages with a step of a flow. */

import { asksForConsent, policyOf } from '../engine/consent/policy.ts';
import type { Block, FlowDefinition, PageDefinition, Pictures, Route, SiteDefinition } from '../engine/definition.ts';
import { showsAnswers } from '../engine/expressions/answers.ts';
import { optionsOf } from '../engine/fields/field.ts';
import { compileFlow } from '../engine/flow/index.ts';
import { flowInOrder, shuffledNames } from '../engine/flow/option-order.ts';
import { plainText } from '../engine/flow/scope.ts';
import { formValidator } from '../engine/forms/form-validator.ts';
import type { FormDefinition, FormMessages } from '../engine/forms/types.ts';
import { pageMessages } from '../engine/messages/catalogue.ts';
import { overlayPaths, pathBehind } from '../engine/overlays.ts';
import { serverPaths } from '../engine/paths.ts';
import { questionIds } from '../engine/session/question-ids.ts';
import { leafOf, type Session, scopeAt, screenOf, startSession, stateOf } from '../engine/session/session.ts';
import { functionAddresses } from '../engine/words/functions.ts';
import type { Json } from '../schemas/compiled.ts';
import type { StepDefinition } from '../schemas/generated/types.ts';
import { blockViews } from './blocks/generated/views.ts';
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
import type { Icons } from './document/Document.tsx';
import { eventsOf, stepEvents, type TrackingModules, trackingOf } from './document/events.ts';
import { drawMark } from './document/mark.ts';
import { type ClosingToasts, overlayPage, type RenderablePage } from './document/overlay-page.ts';
import type { RenderedDocument } from './document/render-document.tsx';
import { type DrawScreen, type FixedScreens, fixedScreens } from './document/screens.tsx';
import { renderEmail } from './emails/email.tsx';
import type { FlowBundle } from './islands/bundle.ts';
import { isPlain } from './islands/plain-flow.ts';
import { Stage } from './islands/Stage.tsx';
import { formLooks } from './parts/form-looks.ts';
import type { HeadingLevel } from './parts/view.ts';
import { isLandmark, type OverlayInput, renderPage, type StageInput, stageHeading } from './server.tsx';
import type { FontFile } from './theme/fonts.ts';
import { neutralColors } from './theme/palette.ts';
import { buildTheme } from './theme/theme.ts';

/** The output of the build. Addresses unless noted otherwise. */
export interface BuiltAssets {
  /**
   * The texts of the scripts that pages inline: the boot script, what delays pictures, what puts shuffled options into their order,
   * what opens overlays, and the report of visits that only look.
   */
  readonly inlined: Readonly<Record<'boot' | 'hold' | 'shuffle' | 'overlays' | 'glance', string>>;
  /** The island's module. */
  readonly code: string;
  /** The island's module and all of its static imports. */
  readonly fetch: readonly string[];
  /** Additional modules for a first screen that React draws. */
  readonly react: readonly string[];
  /** Additional modules for React, for a flow with less common blocks. */
  readonly allViews: readonly string[];
  /** Additional modules for React, by the fields that most forms do not have. */
  readonly moreViews: Readonly<Partial<Record<keyof NonNullable<FormDefinition['more']>, readonly string[]>>>;
  /** The module that fetches the code that the sessions of few flows need. */
  readonly more: readonly string[];
  /** Additional modules for the controls of fields that most forms do not have. */
  readonly controls: Readonly<Partial<Record<keyof NonNullable<FormDefinition['more']>, readonly string[]>>>;
  /** Additional modules for a flow with options in a random order. */
  readonly shuffled: readonly string[];
  /** Additional modules for a flow whose texts show answers by their labels, or days in a style. */
  readonly answers: readonly string[];
  /** Additional modules for a flow that calls functions of the site's own. */
  readonly functions: readonly string[];
  /** Additional modules for an overlay. */
  readonly overlay: readonly string[];
  /** The module of behaviours. */
  readonly behaviours: string;
  /** The module that protects intakes. */
  readonly guard: string;
  /** The module of the consent banner. */
  readonly consent: string;
  /** The module of tracking. */
  readonly tracking: string;
  /** The module that carries the source of a visit into links. */
  readonly carry: string;
  /** The module that reports landings. */
  readonly attribution: string;
  /** The module that opens the tags, and those of their adapters. */
  readonly tags: string;
  readonly adapters: TrackingModules['adapters'];
  readonly fonts: Partial<Readonly<Record<FontFile, string>>>;
  /** The endpoint that collects traces; null if there is none. `isSampled`: of the share of visits that the site names. */
  readonly traces: { readonly to: string; readonly isSampled: boolean } | null;
}

/** Where an island uploads its trace, for which share of the visits, and whether the visitor is asked first. */
function recordedBy(traces: BuiltAssets['traces'], site: SiteDefinition['site']): Readonly<Record<string, string>> {
  const { share = 0, necessary } = site.recording ?? {};
  if (traces === null || (traces.isSampled && share === 0)) return {};
  return {
    'data-traces': traces.to,
    ...(traces.isSampled ? { 'data-share': String(share) } : {}),
    ...(necessary === undefined ? {} : { 'data-necessary': '' }),
    ...(necessary === undefined && asksForConsent(site) ? { 'data-asks': '' } : {}),
  };
}

const formsOf = (site: SiteDefinition, flow: FlowDefinition): FormDefinition[] =>
  flow.forms.map((id) => site.forms[id]).filter((form) => form !== undefined);

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

const called = new WeakMap<SiteDefinition, Map<string, readonly string[]>>();

/** The addresses of the functions of the site's own that a flow calls. Each flow is searched once. */
function functionsOfFlow(site: SiteDefinition, id: string): readonly string[] {
  const flow = site.flows[id];
  if (site.words === undefined || flow === undefined) return [];
  const byFlow = called.get(site) ?? new Map<string, readonly string[]>();
  called.set(site, byFlow);
  const addresses = byFlow.get(id) ?? functionAddresses([flow, formsOf(site, flow)], site.words);
  byFlow.set(id, addresses);
  return addresses;
}

const showing = new WeakMap<FlowDefinition, boolean>();

/** Whether the texts of a flow show answers in another form. Each flow is searched once. */
function flowShowsAnswers(flow: FlowDefinition): boolean {
  const known = showing.get(flow) ?? showsAnswers(JSON.stringify(flow));
  showing.set(flow, known);
  return known;
}

const iconsOf = ({ site: { icon } }: SiteDefinition): Icons => ({
  pixels: serverPaths.oldFavicon,
  drawing: icon === undefined || icon.endsWith('.svg') ? serverPaths.favicon : null,
  touch: serverPaths.touchIcon,
  manifest: serverPaths.manifest,
});

const keysOf = (more: NonNullable<FormDefinition['more']>) => Object.keys(more) as (keyof typeof more)[];

/** The pictures that a flow's steps and forms show. */
function picturesOf(site: SiteDefinition, flow: FlowDefinition): Pictures {
  const { pictures = {}, index } = site;
  const offered = formsOf(site, flow).flatMap(({ fields }) =>
    fields.flatMap((field) => (optionsOf(field) ?? []).flatMap(({ image }) => image ?? [])),
  );
  const shown = new Set([...(index.flows[flow.flow]?.assets ?? []), ...offered]);
  return Object.fromEntries(Object.entries(pictures).filter(([asset]) => shown.has(asset)));
}

/** The paths of the overlays that a flow's steps can open, on the pages that show the flow. */
function openedBy(site: SiteDefinition, flow: FlowDefinition): Pick<FlowBundle['site'], 'overlays'> {
  if (site.index.flows[flow.flow]?.opens !== true) return {};
  const shows = ({ page, overlays = {} }: PageDefinition): boolean =>
    page === flow.page || Object.values(overlays).some((overlay) => overlay.flow === flow.flow);
  const pages = Object.values(site.pages).filter(shows);
  return {
    overlays: Object.assign({}, ...pages.map(({ page }) => overlayPaths(site, page))) as Record<string, string>,
  };
}

/** A new session at a step, for the initial HTML of a page. */
function firstSession(
  { site, formMessages }: RenderFacts,
  flow: FlowDefinition,
  step: string | null,
  saved: Readonly<Record<string, Json>> = {},
): Session {
  const forms = formsOf(site, flow);
  const compiled = compileFlow(flow, forms, formValidator(forms, formMessages, site.words?.rules));
  return startSession(compiled, { screen: step, query: {}, visit: {}, at: 0, random: 0, ids: {}, saved }).session;
}

/** Where a stage is drawn. */
interface StagePlace {
  /** The paths of the page's overlays. */
  readonly overlays: Readonly<Record<string, string>>;
  readonly heading: HeadingLevel;
  /** The signed log for its forms. */
  readonly log: string | null;
  /** The overlay that contains it, or null. */
  readonly instance: string | null;
}

/** Draws the steps of a flow at a place. */
const drawStage =
  ({ site, pictures }: SiteDefinition, { overlays, ...place }: StagePlace): DrawScreen =>
  (session, screen, scope) => (
    <Stage
      session={session}
      screen={screen}
      scope={scope}
      site={{
        ...{ name: site.name, home: site.home ?? '/', events: site.calendar, messages: pageMessages(site), pictures },
        overlays,
      }}
      views={blockViews}
      send={null}
      {...place}
    />
  );

/** The places where a site shows a flow, without signed logs: on its page, and in overlays. */
function placesOf(site: SiteDefinition, flow: FlowDefinition): StagePlace[] {
  return Object.values(site.pages).flatMap((page) => {
    const inside = Object.entries(page.overlays ?? {}).filter(([, overlay]) => overlay.flow === flow.flow);
    if (page.page !== flow.page && inside.length === 0) return [];
    const around = { overlays: overlayPaths(site, page.page), log: null };
    const heading = stageHeading(site.index.pages[page.page]?.blocks ?? []);
    return [
      ...(page.page === flow.page ? [{ ...around, heading, instance: null }] : []),
      ...inside.map(([instance]) => ({ ...around, heading: 2 as const, instance })),
    ];
  });
}

/** The id of a session in a page. */
const sessionId = (flow: string, instance: string | null): string => [flow, instance ?? []].flat().join('-');

/** The states of a flow whose screens are HTML. They do not depend on the place. */
const statesWithHtml = new WeakMap<FlowDefinition, ReadonlySet<string>>();

/** The screens of a flow that are the same for all visitors, by the overlay that contains them; `''` for its page. */
function screensOf(site: SiteDefinition, flow: FlowDefinition): FlowBundle['screens'] {
  const compiled = compileFlow(flow, formsOf(site, flow), () => {
    throw new TypeError('No form of a drawn screen is judged.');
  });
  const screens = placesOf(site, flow).map((place): readonly [string, FixedScreens] => [
    place.instance ?? '',
    fixedScreens(compiled, drawStage(site, place), `${sessionId(flow.flow, place.instance)}-`),
  ]);
  statesWithHtml.set(flow, new Set(screens.flatMap(([, { of }]) => Object.keys(of))));
  return Object.fromEntries(screens);
}

/** Whether the screen of a session is drawn without React. */
function hasHtml(site: SiteDefinition, session: Session): boolean {
  const { flow } = session.compiled;
  if (!statesWithHtml.has(flow)) screensOf(site, flow);
  return statesWithHtml.get(flow)?.has(stateOf(session)) === true;
}

/** Whether the session of a flow needs code that most do not. */
const isMore = (flow: FlowDefinition, forms: readonly FormDefinition[], functions: readonly string[]): boolean =>
  shuffledNames(flow, forms).length > 0 ||
  flowShowsAnswers(flow) ||
  flow.ways !== undefined ||
  functions.length > 0 ||
  forms.some(({ more }) => more?.looks !== undefined || more?.amounts !== undefined);

interface IslandInput {
  readonly facts: RenderFacts;
  readonly session: Session;
  readonly heading: HeadingLevel;
  /** The signed log for its forms. */
  readonly sealed: string | null;
  /** The overlay that contains the island, or null. */
  readonly instance: string | null;
  readonly attributes?: Readonly<Record<`data-${string}`, string>>;
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

/** Creates a page renderer from the output of the build. Documents are drawn by `documents/pdf.ts`. */
export function createPageRenderer(assets: BuiltAssets) {
  const island = ({ facts, session, heading, sealed, instance, attributes }: IslandInput): StageInput => {
    const { flow, forms } = session.compiled;
    const bundle = facts.bundles[flow.flow] ?? '';
    const held = facts.site.index.flows[flow.flow]?.blocks ?? [];
    const plain = isPlain(held);
    const more = [...new Set(forms.flatMap((form) => keysOf(form.more ?? {})))];
    const overlays = overlayPaths(facts.site, facts.route.page);
    const functions = functionsOfFlow(facts.site, flow.flow);
    const shuffled = shuffledNames(flow, forms);
    const answers = flowShowsAnswers(flow);
    const fetched = [
      ...assets.fetch,
      ...(hasHtml(facts.site, session)
        ? []
        : [
            ...assets.react,
            ...(plain ? [] : assets.allViews),
            ...more.flatMap((chunk) => assets.moreViews[chunk] ?? []),
          ]),
      ...(isMore(flow, forms, functions) ? assets.more : []),
      ...more.flatMap((chunk) => assets.controls[chunk] ?? []),
      ...(shuffled.length > 0 ? assets.shuffled : []),
      ...(answers ? assets.answers : []),
      ...(functions.length > 0 ? [...assets.functions, ...functions] : []),
      ...(instance === null ? [] : assets.overlay),
      bundle,
    ];
    return {
      flow: flow.flow,
      identifierPrefix: `${sessionId(flow.flow, instance)}-`,
      element: drawStage(facts.site, { overlays, heading, log: sealed, instance })(
        session,
        screenOf(session),
        scopeAt(session),
      ),
      held,
      looks: formLooks(forms),
      attributes: {
        'data-code': assets.code,
        'data-fetch': [...new Set(fetched)].join(' '),
        'data-bundle': bundle,
        'data-screen': leafOf(session).screen,
        'data-heading': String(heading),
        ...(plain ? {} : { 'data-views': 'all' }),
        ...(shuffled.length > 0 ? { 'data-shuffled': JSON.stringify(shuffled) } : {}),
        ...recordedBy(assets.traces, facts.site.site),
        ...attributes,
      },
    };
  };
  const overlaysOf = (facts: RenderFacts, page: PageDefinition): OverlayInput[] =>
    Object.entries(page.overlays ?? {}).flatMap(
      ([id, { flow: name, label, with: given = {}, resetAfter, handoff }]) => {
        const flow = facts.site.flows[name];
        if (flow === undefined) return [];
        const attributes = {
          'data-instance': id,
          'data-with': JSON.stringify(given),
          ...(resetAfter === undefined ? {} : { 'data-reset': String(resetAfter) }),
          ...(handoff === undefined ? {} : { 'data-frame': handoff.iframe, 'data-after': String(handoff.after) }),
        };
        const session = firstSession(facts, flow, null, given);
        return [{ id, label, stage: island({ facts, session, heading: 2, sealed: null, instance: id, attributes }) }];
      },
    );
  const render = (facts: RenderFacts, session: Session | null, visit: BegunVisit | null): RenderedDocument => {
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
        : island({
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
      overlays: overlaysOf(facts, page),
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
  };
  return {
    /** Renders a page that can be cached for all visitors. */
    renderStatic: (facts: RenderFacts): RenderedDocument => {
      const { flow, step } = facts.route;
      const definition = flow === null ? undefined : facts.site.flows[flow];
      if (definition === undefined || step === null) return render(facts, null, null);
      const overlay = overlayOf(facts.site, facts.route);
      return render(facts, firstSession(facts, definition, overlay === null ? step : null, overlay?.with), null);
    },
    /** Renders a page for one visitor. */
    renderSession: (facts: RenderFacts, visit: BegunVisit): RenderedDocument => {
      const { session, order } = visit;
      return render(facts, order === undefined ? session : sessionInOrder(session, order), visit);
    },
    renderEmail: (facts: EmailFacts): RenderedEmail => renderEmail(facts),
    /** Renders a message in place of a page. */
    renderNotice: ({ site, origin, title, text, link }: NoticeFacts): RenderedDocument => {
      const around = site.pages[site.notFoundPage ?? '']?.blocks ?? [];
      const frame = around.filter(isLandmark);
      const before = around.indexOf(frame.at(-1) as Block) > 0 ? frame.slice(0, -1) : frame;
      const page: PageDefinition = {
        page: 'notice',
        hash: '',
        title,
        blocks: [
          ...before,
          { type: 'text', title, body: [{ p: text }], align: 'center' },
          { type: 'actions', align: 'center', actions: [link] },
          ...frame.slice(before.length),
        ],
      };
      return renderPage({
        ...{ site, page, scope: {}, hidden: true, fontUrls: assets.fonts, icons: iconsOf(site) },
        held: page.blocks.map((block) => ({ block, parent: null, players: [] })),
        canonical: `${origin}/`,
        assetUrl: (asset) => origin + serverPaths.assets + asset,
        body: { 'data-behaviours': assets.behaviours },
        boot: assets.inlined.boot,
        hold: assets.inlined.hold,
      });
    },
    /** The look of the site in the browser's interface. */
    looks: ({ site: { theme } }: SiteDefinition): SiteLooks => ({
      mark: drawMark(theme),
      color: buildTheme(theme, recipes).color,
      background: theme?.colors?.paper ?? neutralColors.paper,
    }),
    /** The data that an island of a flow fetches. */
    bundle: (site: SiteDefinition, id: string, formMessages: FormMessages): FlowBundle => {
      const { invariants: _, ...flow } = site.flows[id] as FlowDefinition;
      const functions = functionsOfFlow(site, id);
      const forms = formsOf(site, flow);
      const isShuffled = shuffledNames(flow, forms).length > 0;
      const answers = flowShowsAnswers(site.flows[id] as FlowDefinition);
      const { name, home = '/', locale, allowedHosts: hosts = [], calendar } = site.site;
      return {
        flow,
        forms,
        questions: questionIds(flow),
        screens: screensOf(site, site.flows[id] as FlowDefinition),
        ...(isMore(site.flows[id] as FlowDefinition, forms, functions) ? { more: true as const } : {}),
        ...(isShuffled ? { shuffled: true as const } : {}),
        ...(answers ? { answers: true as const } : {}),
        ...(functions.length > 0 ? { functions } : {}),
        site: {
          name,
          home,
          locale,
          hosts,
          events: calendar,
          messages: pageMessages(site.site),
          formMessages,
          pictures: picturesOf(site, flow),
          ...openedBy(site, flow),
        },
      };
    },
  } satisfies Omit<PageRenderer, 'renderDocument'>;
}
