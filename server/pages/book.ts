/** Pages that are the same for everybody: drawn once per fingerprint, before their version is served, and kept compressed. */
import { createHash } from 'node:crypto';
import type { Pictures, Route, SiteDefinition } from '../../engine/definition.ts';
import type { FormMessages } from '../../engine/forms/types.ts';
import type { PageRenderer, RenderedPage, RenderFacts } from '../../renderer/contract.ts';
import { contentPolicy } from '../http/headers.ts';
import type { Log } from '../log/log.ts';
import { type Encoded, encode } from './encoded.ts';
import { contentOf } from './page-dates.ts';
import { flowsAt, hostsBeyond, isHidden, isPerVisitor, notFoundRoute } from './routes.ts';
import { faultOf, type PageFault, UndrawablePages } from './undrawable.ts';

/** What the pages of one version are drawn with. */
export interface Edition {
  readonly site: SiteDefinition;
  readonly origin: string;
  readonly bundles: Readonly<Record<string, string>>;
  readonly formMessages: FormMessages;
  /** Publishes a drawing as a picture, and gives back its path. */
  readonly picture: RenderFacts['picture'];
}

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
  /** The page of a route. @throws whatever the renderer throws, when the route has never been drawn before */
  sheet(edition: Edition, route: Route): Promise<Sheet>;
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
 * What a route is drawn with. It is shown only the bundles that its fingerprint covers.
 * @param hidden whether search engines are to leave the page out; as the definitions say when left out
 */
export function factsOf(
  { site, origin, bundles, formMessages, picture }: Edition,
  route: Route,
  hidden = isHidden(site, route),
): RenderFacts {
  const own = flowsAt(site, route).flatMap((flow) => (bundles[flow] === undefined ? [] : [[flow, bundles[flow]]]));
  return { site, route, hidden, origin, bundles: Object.fromEntries(own), formMessages, picture };
}

const tags = new WeakMap<Pictures, string>();

/** The pictures of a site in short, worked out once. */
function picturesTag({ pictures }: SiteDefinition): string {
  if (pictures === undefined) return '';
  const tag = tags.get(pictures) ?? createHash('sha256').update(JSON.stringify(pictures)).digest('base64url');
  tags.set(pictures, tag);
  return tag;
}

/** Everything a page is drawn from. Two routes with one key look the same. */
export function fingerprintOf({ site, origin, bundles }: Edition, route: Route): string {
  const flows = flowsAt(site, route).map((flow) => [site.flows[flow]?.hash, bundles[flow]]);
  const hosts = hostsBeyond(site, route);
  const place = [route.flow, route.step, route.canonical, origin];
  const parts = [site.pages[route.page]?.hash, ...place, flows, hosts, picturesTag(site)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The routes of an edition that are the same for everybody, the not-found page included. */
function staticRoutes(site: SiteDefinition): Route[] {
  const routes = Object.values(site.routes).filter((route) => !isPerVisitor(site, route));
  const missing = notFoundRoute(site);
  return missing === null ? routes : [...routes, missing];
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

  async function render(edition: Edition, route: Route): Promise<Entry> {
    const started = performance.now();
    const page = await renderer.renderStatic(factsOf(edition, route));
    log.write('info', 'page-drawn', {
      page: route.page,
      step: route.step,
      ms: Math.round(performance.now() - started),
      definition: edition.site.hash,
    });
    return { page, sheet: null, content: contentOf(page.html) };
  }

  function compress(entry: Entry, site: SiteDefinition, route: Route): Promise<Sheet> {
    if (entry.sheet === null) {
      entry.sheet = sheetOf(entry.page as RenderedPage, 'kept', hostsBeyond(site, route));
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

  async function sheet(edition: Edition, route: Route): Promise<Sheet> {
    const key = fingerprintOf(edition, route);
    // A request that began with an edition just replaced may find its pages forgotten.
    const entry = entries.get(key) ?? (await render(edition, route));
    if (!entries.has(key)) entries.set(key, entry);
    return compress(entry, edition.site, route);
  }

  let warmed = 0;
  return {
    sheet,
    async draw(edition) {
      const faults: PageFault[] = [];
      const drawn: string[] = [];
      for (const route of staticRoutes(edition.site)) {
        const key = fingerprintOf(edition, route);
        if (entries.has(key)) continue;
        try {
          entries.set(key, await render(edition, route));
          drawn.push(key);
        } catch (error) {
          faults.push(faultOf(route, null, error));
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
        if (path !== route.canonical || isHidden(edition.site, route)) continue;
        const entry = entries.get(fingerprintOf(edition, route));
        if (entry !== undefined) found[path] = entry.content;
      }
      return found;
    },
    async warm(edition) {
      warmed += 1;
      const own = warmed;
      const routes = staticRoutes(edition.site);
      const needed = new Set(routes.map((route) => fingerprintOf(edition, route)));
      for (const key of entries.keys()) if (!needed.has(key)) entries.delete(key);
      for (const route of routes) {
        // A newer edition has its own pages to compress.
        if (own !== warmed) return;
        await sheet(edition, route).catch(() => null);
        await nextTurn();
      }
    },
  };
}
