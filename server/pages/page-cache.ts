/**
 * Pages that are the same for every visitor: rendered once per fingerprint, before their version is served, and cached
 * compressed.
 */
import type { PageRenderer, RenderedPage, RenderFacts } from '../../renderer/contract.ts';
import { faultOf, type PageFault, UnrenderablePages } from '../definitions/page-faults.ts';
import { type Effort, type EncodedBody, encode } from '../http/encoding.ts';
import { contentPolicy } from '../http/headers.ts';
import type { Log } from '../log/log.ts';
import type { Edition, RoutePlace } from './edition.ts';
import { contentOf } from './page-dates.ts';

export interface EncodedPage {
  readonly encoded: EncodedBody;
  readonly policy: string;
}

export interface PageCache {
  /**
   * Renders every page of an edition whose fingerprint is not cached yet, and caches it.
   * @throws UnrenderablePages with every page that fails to render; then none of them is cached
   */
  render(edition: Edition): Promise<void>;
  /** The page of a place. @throws the renderer's error when the place is not cached yet */
  find(edition: Edition, place: RoutePlace): Promise<EncodedPage>;
  /** Hashes of the text of the cached pages that search engines list, by canonical path. */
  contents(edition: Edition): Record<string, string>;
  /** Hashes of the cached pages that are the same for every visitor, by path. */
  tags(edition: Edition): Promise<Record<string, string>>;
  /**
   * Drops the pages that no edition needs. After a pause it compresses the unrequested ones, one after another.
   */
  warm(...editions: readonly Edition[]): Promise<void>;
}

/** A compressed document, with the policy for its inline scripts and styles and its forms. */
export async function encodePage(
  page: RenderedPage,
  effort: Effort,
  redirectHosts: readonly string[],
): Promise<EncodedPage> {
  return {
    encoded: await encode(page.html, 'text/html; charset=utf-8', effort),
    policy: contentPolicy(page.inlineScripts, page.inlineStyles, redirectHosts, page.sources),
  };
}

/**
 * The input for rendering a place. It contains only the bundles that the place's fingerprint covers.
 * @param hidden whether search engines must ignore the page; by default as in the definitions
 */
export function factsOf(
  { site, origin, bundles, formMessages, picture }: Edition,
  { route, flows, isHidden }: RoutePlace,
  hidden = isHidden,
): RenderFacts {
  const covered = flows.flatMap((flow) => (bundles[flow] === undefined ? [] : [[flow, bundles[flow]]]));
  return { site, route, hidden, origin, bundles: Object.fromEntries(covered), formMessages, picture };
}

/** The places of an edition that are the same for every visitor, including the not-found page. */
function staticPlaces({ site, placeOf, missing }: Edition): RoutePlace[] {
  const places = Object.values(site.routes)
    .map(placeOf)
    .filter((place) => !place.isPerVisitor);
  return missing === null ? places : [...places, missing];
}

interface Entry {
  /** The rendered page; null once it is compressed. */
  page: RenderedPage | null;
  encoded: Promise<EncodedPage> | null;
  /** Hash of its text. */
  readonly content: string;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** After a start or an edit other work is more urgent than unrequested pages, and the next edit often follows soon. */
const quietTime = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30_000).unref());

/**
 * @param renderer renders a page; called once per fingerprint
 * @param pause resolves when unrequested pages may be compressed; after half a minute by default
 * @param effort that of their compression
 */
export function createPageCache(
  renderer: Pick<PageRenderer, 'renderStatic'>,
  log: Log,
  pause: () => Promise<void> = quietTime,
  effort: Effort = 'cached',
): PageCache {
  const entries = new Map<string, Entry>();

  async function render(edition: Edition, place: RoutePlace): Promise<Entry> {
    const started = performance.now();
    const page = await renderer.renderStatic(factsOf(edition, place));
    log.write('info', 'page-rendered', {
      page: place.route.page,
      step: place.route.step,
      ms: Math.round(performance.now() - started),
      definition: edition.site.hash,
    });
    return { page, encoded: null, content: contentOf(page.html) };
  }

  function compress(entry: Entry, { redirectHosts }: RoutePlace): Promise<EncodedPage> {
    if (entry.encoded === null) {
      entry.encoded = encodePage(entry.page as RenderedPage, effort, redirectHosts);
      entry.encoded.then(
        () => {
          entry.page = null;
        },
        () => {
          entry.encoded = null;
        },
      );
    }
    return entry.encoded;
  }

  async function find(edition: Edition, place: RoutePlace): Promise<EncodedPage> {
    const key = place.fingerprint;
    // A request that began with the previous edition may find its pages removed.
    const entry = entries.get(key) ?? (await render(edition, place));
    if (!entries.has(key)) entries.set(key, entry);
    return compress(entry, place);
  }

  let generation = 0;
  return {
    find,
    async render(edition) {
      const faults: PageFault[] = [];
      const rendered: string[] = [];
      for (const place of staticPlaces(edition)) {
        const key = place.fingerprint;
        if (entries.has(key)) continue;
        try {
          entries.set(key, await render(edition, place));
          rendered.push(key);
        } catch (error) {
          faults.push(faultOf(place.route, null, error));
        }
        // Requests of visitors go first.
        await nextTurn();
      }
      if (faults.length === 0) return;
      for (const key of rendered) entries.delete(key);
      throw new UnrenderablePages(faults);
    },
    contents(edition) {
      const found: Record<string, string> = {};
      for (const [path, route] of Object.entries(edition.site.routes)) {
        const { isHidden, fingerprint } = edition.placeOf(route);
        if (path !== route.canonical || isHidden) continue;
        const entry = entries.get(fingerprint);
        if (entry !== undefined) found[path] = entry.content;
      }
      return found;
    },
    async tags(edition) {
      const found: Record<string, string> = {};
      for (const [path, route] of Object.entries(edition.site.routes)) {
        const place = edition.placeOf(route);
        if (!place.isPerVisitor) found[path] = (await find(edition, place)).encoded.tag;
      }
      return found;
    },
    async warm(...editions) {
      generation += 1;
      const current = generation;
      const places = editions.flatMap((edition) => staticPlaces(edition).map((place) => ({ edition, place })));
      const needed = new Set(places.map(({ place }) => place.fingerprint));
      for (const key of entries.keys()) if (!needed.has(key)) entries.delete(key);
      await pause();
      for (const { edition, place } of places) {
        // A newer edition compresses its own pages.
        if (current !== generation) return;
        await find(edition, place).catch(() => null);
        await nextTurn();
      }
    },
  };
}
