/** Renders pages as HTML: the renderer's entry for the server. */
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { consentAnchor, policyOf } from '../engine/consent/policy.ts';
import type { BlockPlace, PageDefinition, SiteDefinition } from '../engine/definition.ts';
import type { FormatDate, Scope } from '../engine/expressions/code.ts';
import { postedNames } from '../engine/flow/post-names.ts';
import { consentMessages, type PageMessages, pageMessages } from '../engine/messages/catalogue.ts';
import { overlayPaths } from '../engine/overlays.ts';
import { hasTrap, isGuarded } from '../engine/protection/form-guard.ts';
import { configuredTags } from '../engine/tags/configuration.ts';
import { pageTitle, tabTitle } from '../engine/values/page-title.ts';
import type { Json, Text } from '../schemas/compiled.ts';
import type { Block } from '../schemas/generated/types.ts';
import { filterBlocks } from './blocks/block-nesting.ts';
import { recipesWith } from './blocks/extension-recipes.ts';
import { blockViews } from './blocks/generated/views.ts';
import { recipesOf } from './blocks/recipes-of.ts';
import type { stage } from './blocks/stage/recipe.ts';
import type { ShownToast } from './contract.ts';
import { ConsentBanner, consentScript } from './document/ConsentBanner.tsx';
import { cardSize, drawCard } from './document/card.ts';
import type { CodePreload, DocumentConsent, DocumentProps, Icons, SocialImage } from './document/Document.tsx';
import { loadedPixel } from './document/events.ts';
import { farSectionsCss } from './document/far-sections.ts';
import { firstWords } from './document/first-words.ts';
import { unorderedCss } from './document/option-cover.ts';
import { type RenderedBody, type RenderedDocument, renderDocument } from './document/render-document.tsx';
import { sourcesOf } from './document/sources.ts';
import { structuredData } from './document/structured-data.ts';
import type { PartLook } from './parts/block-looks.ts';
import { classes } from './parts/classes.ts';
import { areHeaded, createView } from './parts/create-view.tsx';
import './parts/amounts.tsx';
import './parts/computed.tsx';
import './parts/looks.tsx';
import './parts/matrix.tsx';
import './parts/rows.tsx';
import './parts/phone.tsx';
import './parts/ranking.tsx';
import './parts/search.tsx';
import './parts/signature.tsx';
import './parts/varied.tsx';
import { OverlayDialog } from './parts/OverlayDialog.tsx';
import { readsPage } from './parts/page-signals.ts';
import type { hidden } from './parts/recipes/hidden.ts';
import type { HeadingLevel, View } from './parts/view.ts';
import { renderPlain } from './text/text.ts';
import type { FontFile } from './theme/fonts.ts';
import { buildTheme, criticalCss } from './theme/theme.ts';

export type { FontFile, HeadingLevel, PageMessages, RenderedDocument, View };
export { areHeaded, blockViews, buildTheme, createView, criticalCss, pageMessages, recipesOf, renderDocument };

/** The part of a page that an island hydrates. */
export interface StageInput {
  /** The flow's id. */
  readonly flow: string;
  /** The initial content, rendered as a separate React root, because the island hydrates it as one. */
  readonly element: ReactNode;
  /** Prefix of ids from `useId`, also in the browser. */
  readonly identifierPrefix: string;
  /** The blocks of its steps, for the CSS of later screens. */
  readonly held: readonly BlockPlace[];
  /** The recipes and classes of the fields of its forms that most forms do not have. */
  readonly looks: readonly PartLook[];
  /** Attributes of the island's element, besides `data-island`. */
  readonly attributes: Readonly<Record<`data-${string}`, string>>;
}

/** A dialog of the page and its content. */
export interface OverlayInput {
  readonly id: string;
  readonly label: Text;
  readonly stage: StageInput;
}

export interface PageInput {
  readonly site: SiteDefinition;
  readonly page: PageDefinition;
  /** The blocks of the page, at any depth. */
  readonly held: readonly BlockPlace[];
  /** The absolute address of the page. */
  readonly canonical: string;
  /** The values that texts of the page read, such as `facts`. */
  readonly scope: Scope;
  readonly formatDate?: FormatDate;
  /** The title, position and description of the step, already rendered. */
  readonly title?: string;
  readonly position?: string;
  readonly description?: string;
  /** Whether search engines must not index it; the page's own setting by default. */
  readonly hidden?: boolean;
  readonly stage?: StageInput;
  readonly overlays?: readonly OverlayInput[];
  /** Addresses of the font files, by family. */
  readonly fontUrls: Partial<Readonly<Record<FontFile, string>>>;
  /** Returns the absolute address of a file in the funnels folder. */
  readonly assetUrl: (asset: string) => string;
  /** Publishes a drawing as a raster picture and returns its absolute address. Without it no social picture is made. */
  readonly picture?: (draw: () => string) => string;
  /** Addresses of the site's icons; none by default. */
  readonly icons?: Icons;
  /** The site's public origin. Without it the page has no structured data. */
  readonly origin?: string;
  readonly toast?: ShownToast;
  readonly body?: Readonly<Record<`data-${string}`, string>>;
  /** JSON by element id. */
  readonly data?: Readonly<Record<string, Json>>;
  /** The inline boot script. */
  readonly boot: string;
  /** The inline script that delays pictures; none by default. */
  readonly hold?: string;
  /** What requests the code of the page's flow from the head; none by default. */
  readonly preload?: CodePreload;
  /** The inline script that puts shuffled options into their order; none by default. */
  readonly shuffle?: string;
  /** The inline scripts that only some pages need; empty for none. */
  readonly scripts?: string;
  /** The address of the consent banner's module. */
  readonly consent?: string;
  /** The address of the module that protects intakes. */
  readonly guard?: string;
  /** The signed time at which the page's forms are opened; unknown on a page that is cached. */
  readonly opened?: string | null;
}

const stageClass = classes<typeof stage>('stage');
const hiddenClass = classes<typeof hidden>('hidden');

/** What an island's form has besides its fields. */
interface FormExtras {
  readonly trap: boolean;
  /** The signed time at which it is opened; empty on a page that is cached, null if no intake asks for it. */
  readonly opened: string | null;
}

interface IslandProps {
  readonly stage: StageInput;
  readonly extras: FormExtras;
  /** The script that puts shuffled options into their order, before they are painted; empty for none. */
  readonly shuffle: string;
}

/** Whether an island has options in a random order. */
const isShuffled = ({ attributes }: StageInput): boolean => attributes['data-shuffled'] !== undefined;

/** The element of an island, with its content rendered as a separate React root. */
const Island = ({ stage, extras: { trap, opened }, shuffle }: IslandProps) => {
  const html = renderToString(stage.element, { identifierPrefix: stage.identifierPrefix });
  const form = trap || opened !== null ? /<form id="([^"]*form-[^"]+)"/.exec(html)?.[1] : undefined;
  return (
    <>
      <div
        className={stageClass('screen')}
        data-island="flow"
        data-flow={stage.flow}
        {...stage.attributes}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own script, checked by renderDocument */}
      {isShuffled(stage) && shuffle !== '' && <script dangerouslySetInnerHTML={{ __html: shuffle }} />}
      {/* Outside of the island, which would otherwise carry its code. A script that fills in every field fills it, too. */}
      {form !== undefined && (
        <div className={hiddenClass('root')} aria-hidden="true">
          {trap && <input form={form} name={postedNames.trap} placeholder=" " tabIndex={-1} autoComplete="off" />}
          {opened !== null && <input type="hidden" form={form} name={postedNames.opened} defaultValue={opened} />}
        </div>
      )}
    </>
  );
};

export const isLandmark = (block: Block): boolean => 'landmark' in blockViews[block.type];

/** Splits blocks into leading landmarks, the content of `<main>` and trailing landmarks. */
function landmarks(blocks: readonly Block[]): readonly [readonly Block[], readonly Block[], readonly Block[]] {
  const first = blocks.findIndex((block) => !isLandmark(block));
  if (first < 0) return [blocks, [], []];
  const last = blocks.findLastIndex((block) => !isLandmark(block));
  return [blocks.slice(0, first), blocks.slice(first, last + 1), blocks.slice(last + 1)];
}

/** The level of the first heading of a step on this page: 2 if the page has a heading before the step. */
export function stageHeading(held: readonly BlockPlace[]): HeadingLevel {
  for (const { block } of held) {
    if ('host' in blockViews[block.type]) return 1;
    if (areHeaded(blockViews, [block])) return 2;
  }
  return 1;
}

/** The picture of a page's social card: the page's, the site's, or one generated from the title. */
function socialImage(
  { site: { site, pictures }, page, assetUrl, picture }: PageInput,
  title: string,
  words: (text: Text | undefined) => string | null,
): SocialImage | null {
  const declared = page.social?.image === undefined ? site.social : { image: page.social.image, alt: page.social.alt };
  if (declared !== undefined) {
    const { width, height } = pictures?.[declared.image] ?? {};
    const size = width === undefined || height === undefined ? null : { width, height };
    return { url: assetUrl(declared.image), size, alt: words(declared.alt) ?? title };
  }
  if (picture === undefined) return null;
  return {
    url: picture(() => drawCard(title, site.name, site.theme)),
    size: cardSize,
    alt: pageTitle(title, site.name),
  };
}

/** The consent banner of a page; undefined where consent is implied. */
function consentOf({ site: { site }, consent: module }: PageInput, close: string): DocumentConsent | undefined {
  const policy = policyOf(site);
  if (policy === null || module === undefined) return undefined;
  const messages = consentMessages(site);
  const page = String(policy.page);
  return {
    banner: (
      <ConsentBanner
        policy={policy}
        page={page}
        messages={messages}
        recording={site.recording?.necessary}
        close={close}
      />
    ),
    script: consentScript(policy.version),
    module,
    skip: { href: `#${consentAnchor}`, text: messages.consentTitle },
  };
}

/**
 * Renders a page as HTML with its critical CSS. The output is deterministic.
 * @throws ExpressionError when a value on the page cannot be computed
 */
export function renderPage(input: PageInput): RenderedDocument {
  const { page, scope, formatDate, stage } = input;
  const { site } = input.site;
  const theme = buildTheme(site.theme, recipesWith(input.site));
  const messages = pageMessages(site);
  const context = { scope, formatDate, newTab: messages.newTab };
  const words = (text: Text | undefined): string | null => (text === undefined ? null : renderPlain(text, context));

  const overlays = input.overlays ?? [];
  const guarded = isGuarded(input.site.intakes);
  const { shuffle = '' } = input;
  const extras = { trap: hasTrap(input.site.intakes), opened: guarded ? (input.opened ?? '') : null };
  const view = createView({
    views: blockViews,
    scope,
    formatDate,
    site: {
      name: site.name,
      home: site.home ?? '/',
      messages,
      events: site.calendar,
      pictures: input.site.pictures,
      overlays: overlayPaths(input.site, page.page),
    },
    stage: stage ? <Island stage={stage} extras={extras} shuffle={shuffle} /> : null,
  });
  const [before, main, after] = landmarks(page.blocks);
  const heading = stage && stageHeading(input.held) === 1 ? 2 : 1;
  const parts = { before: view.blocks(before), main: view.blocks(main, heading), after: view.blocks(after) };
  const dialogs = overlays.map(({ id, label, stage: inside }) => (
    <OverlayDialog key={id} id={id} label={words(label) ?? ''} close={messages.close}>
      <Island stage={inside} extras={extras} shuffle={shuffle} />
    </OverlayDialog>
  ));
  const font = theme.fonts.heading ?? theme.fonts.body;
  const inside = [stage, ...overlays.map((overlay) => overlay.stage)].filter((each) => each !== undefined);
  const orderedByScript = shuffle !== '' && inside.some(isShuffled);
  // The skip link, toasts and later screens of islands are not in the HTML of the blocks.
  const later = inside.flatMap(
    ({ held, looks }) => ['skeleton', 'hidden', ...looks, ...recipesOf(held.map(({ block }) => block))] as const,
  );
  const cssOf = ({ before: above, main: own, after: below }: RenderedBody): string =>
    criticalCss(
      theme,
      above + own + below,
      ['skip', 'toast', '.tone--as_dark', ...later],
      input.fontUrls,
      firstWords(above, own),
    ) +
    farSectionsCss(own) +
    (orderedByScript ? unorderedCss : '');

  const title = input.title ?? words(page.title) ?? site.name;
  const announced = pageTitle(title, site.name);
  const description = input.description ?? words(page.description);
  const socialTitle = words(page.social?.title) ?? title;
  const hidden = input.hidden ?? page.search === 'hidden';
  const isShown = ({ when }: Block): boolean => when === undefined || (!readsPage(when) && view.holds(when));
  const props: DocumentProps = {
    head: {
      title: tabTitle(announced, input.position),
      description,
      canonical: input.canonical,
      hidden,
      social: {
        title: socialTitle,
        description: words(page.social?.description) ?? description,
        image: socialImage(input, socialTitle, words),
      },
      siteName: site.name,
      locale: site.locale,
      themeColor: theme.color,
      icons: input.icons ?? null,
      // Only the font of the headings: a second preload would delay the first and the page itself. It would also delay a flow's code.
      font: (input.preload === undefined && font && input.fontUrls[font]) || null,
    },
    messages,
    ...parts,
    overlays: dialogs,
    body: { ...input.body, ...(input.position ? { 'data-title': announced } : {}) },
    toast: input.toast ?? null,
    consent: consentOf(input, messages.close),
    guard: guarded && inside.length > 0 ? input.guard : undefined,
    data: input.data ?? {},
    structured:
      hidden || input.origin === undefined
        ? null
        : structuredData({
            site,
            origin: input.origin,
            canonical: input.canonical,
            logo: input.icons === undefined ? null : input.origin + input.icons.touch,
            blocks: filterBlocks(input.held, isShown).map(({ block }) => block),
            products: page.products ?? [],
            view,
          }),
    boot: input.boot,
    ...(input.hold === undefined ? {} : { hold: input.hold }),
    ...(input.preload === undefined ? {} : { preload: input.preload }),
    ...(orderedByScript ? { shuffle } : {}),
    ...(input.scripts === undefined ? {} : { scripts: input.scripts }),
  };
  const players = [input, ...inside].flatMap(({ held }) => held.flatMap((each) => each.players));
  return {
    ...renderDocument(props, cssOf),
    sources: sourcesOf(players, loadedPixel(input.site), configuredTags(site)),
  };
}
