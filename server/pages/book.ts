/** Pages that are the same for everybody: drawn once per fingerprint, before their version is served, and kept compressed. */
import type { PageRenderer, RenderedPage, RenderFacts } from '../../renderer/contract.ts';
import { faultOf, type PageFault, UndrawablePages } from '../definitions/undrawable.ts';
import { type Encoded, encode } from '../http/encoded.ts';
import { contentPolicy } from '../http/headers.ts';
import type { Log } from '../log/log.ts';
import type { Edition, RoutePlace } from './edition.ts';
import { contentOf } from './page-dates.ts';

export interface Sheet {
  readonly encoded: Encoded;
  readonly policy: string;
}

export interface PageBook {
  /**
   * Draws every page of an edition that has not been drawn under its fingerprint, and keeps them for when the edition is
   * served. @throws UndrawablePages with every page that cannot be drawn; then nothing is kept
   */
  draw(edition: Edition): Promise<void>;
  /** The page of a place. @throws what the renderer throws, when the place has never been drawn before */
  sheet(edition: Edition, place: RoutePlace): Promise<Sheet>;
  /** The words of the drawn pages that search engines list, in short, by canonical path. */
  contents(edition: Edition): Record<string, string>;
  /** Compresses the pages of an edition, one after another, and forgets what the edition does not need. */
  warm(edition: Edition): Promise<void>;
}

/** A document compressed, with the policy its inline pieces and its forms need. */
export async function sheetOf(
  page: RenderedPage,
  effort: 'kept' | 'once',
  leavesTo: readonly string[],
): Promise<Sheet> {
  return {
    encoded: await encode(page.html, 'text/html; charset=utf-8', effort),
    policy: contentPolicy(page.inlineScripts, page.inlineStyles, leavesTo, page.sources),
  };
}

/**
 * What a place is drawn with. It is shown only the bundles that its fingerprint covers.
 * @param hidden whether search engines are to leave the page out; as the definitions say when left out
 */
export function factsOf(
  { site, origin, bundles, formMessages, picture }: Edition,
  { route, flows, isHidden }: RoutePlace,
  hidden = isHidden,
): RenderFacts {
  const own = flows.flatMap((flow) => (bundles[flow] === undefined ? [] : [[flow, bundles[flow]]]));
  return { site, route, hidden, origin, bundles: Object.fromEntries(own), formMessages, picture };
}

/** The places of an edition that are the same for everybody, the not-found page included. */
function staticPlaces({ site, placeOf, missing }: Edition): RoutePlace[] {
  const places = Object.values(site.routes)
    .map(placeOf)
    .filter((place) => !place.isPerVisitor);
  return missing === null ? places : [...places, missing];
}

interface Entry {
  /** As it was drawn; null once it is compressed. */
  page: RenderedPage | null;
  sheet: Promise<Sheet> | null;
  /** Its words in short. */
  readonly content: string;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @param renderer draws a page; called once per fingerprint */
export function createPageBook(renderer: Pick<PageRenderer, 'renderStatic'>, log: Log): PageBook {
  const entries = new Map<string, Entry>();

  async function render(edition: Edition, place: RoutePlace): Promise<Entry> {
    const started = performance.now();
    const page = await renderer.renderStatic(factsOf(edition, place));
    log.write('info', 'page-drawn', {
      page: place.route.page,
      step: place.route.step,
      ms: Math.round(performance.now() - started),
      definition: edition.site.hash,
    });
    return { page, sheet: null, content: contentOf(page.html) };
  }

  function compress(entry: Entry, { leavesTo }: RoutePlace): Promise<Sheet> {
    if (entry.sheet === null) {
      entry.sheet = sheetOf(entry.page as RenderedPage, 'kept', leavesTo);
      entry.sheet.then(
        () => {
          entry.page = null;
        },
        () => {
          entry.sheet = null;
        },
      );
    }
    return entry.sheet;
  }

  async function sheet(edition: Edition, place: RoutePlace): Promise<Sheet> {
    const key = place.fingerprint;
    // A request that began with an edition just replaced may find its pages forgotten.
    const entry = entries.get(key) ?? (await render(edition, place));
    if (!entries.has(key)) entries.set(key, entry);
    return compress(entry, place);
  }

  let warmed = 0;
  return {
    sheet,
    async draw(edition) {
      const faults: PageFault[] = [];
      const drawn: string[] = [];
      for (const place of staticPlaces(edition)) {
        const key = place.fingerprint;
        if (entries.has(key)) continue;
        try {
          entries.set(key, await render(edition, place));
          drawn.push(key);
        } catch (error) {
          faults.push(faultOf(place.route, null, error));
        }
        // Visitors go first.
        await nextTurn();
      }
      if (faults.length === 0) return;
      for (const key of drawn) entries.delete(key);
      throw new UndrawablePages(faults);
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
    async warm(edition) {
      warmed += 1;
      const own = warmed;
      const places = staticPlaces(edition);
      const needed = new Set(places.map(({ fingerprint }) => fingerprint));
      for (const key of entries.keys()) if (!needed.has(key)) entries.delete(key);
      for (const place of places) {
        // A newer edition has its own pages to compress.
        if (own !== warmed) return;
        await sheet(edition, place).catch(() => null);
        await nextTurn();
      }
    },
  };
}
