/** Pages that are the same for everybody: drawn once per fingerprint, kept compressed, drawn again only when it changes. */
import { createHash } from 'node:crypto';
import type { Pictures, Route, SiteDefinition } from '../../engine/definition.ts';
import type { FormMessages } from '../../engine/forms/types.ts';
import type { PageRenderer, RenderedPage, RenderFacts } from '../../renderer/contract.ts';
import { contentPolicy } from '../http/headers.ts';
import { errorFields, type Log } from '../log/log.ts';
import { type Encoded, encode } from './encoded.ts';
import { flowsAt, hostsBeyond, isPerVisitor, notFoundRoute } from './routes.ts';

/** What the pages of one version are drawn with. */
export interface Edition {
  readonly site: SiteDefinition;
  readonly origin: string;
  readonly bundles: Readonly<Record<string, string>>;
  readonly formMessages: FormMessages;
}

export interface Sheet {
  readonly encoded: Encoded;
  readonly policy: string;
}

export interface PageBook {
  /** The page of a route. @throws whatever the renderer throws, when the route has never been drawn before */
  sheet(edition: Edition, route: Route): Promise<Sheet>;
  /** Draws what an edition has and the book has not, one page after another, and forgets what no edition needs. */
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

/** What a route is drawn with. It is shown only the bundles that its fingerprint covers. */
export function factsOf({ site, origin, bundles, formMessages }: Edition, route: Route): RenderFacts {
  const own = flowsAt(site, route).flatMap((flow) => (bundles[flow] === undefined ? [] : [[flow, bundles[flow]]]));
  return { site, route, origin, bundles: Object.fromEntries(own), formMessages };
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

const placeOf = (route: Route): string => JSON.stringify([route.page, route.flow, route.step]);

/** @param renderer draws a page; asked once per fingerprint */
export function createPageBook(renderer: Pick<PageRenderer, 'renderStatic'>, log: Log): PageBook {
  const sheets = new Map<string, Promise<Sheet>>();
  // By place, whatever the version: a page that cannot be drawn must not take down what could be.
  const latest = new Map<string, Sheet>();

  async function draw(edition: Edition, route: Route): Promise<Sheet> {
    const started = performance.now();
    const { site } = edition;
    const sheet = await sheetOf(await renderer.renderStatic(factsOf(edition, route)), 'kept', hostsBeyond(site, route));
    latest.set(placeOf(route), sheet);
    log.write('info', 'page-drawn', {
      page: route.page,
      step: route.step,
      ms: Math.round(performance.now() - started),
      definition: site.hash,
    });
    return sheet;
  }

  async function sheet(edition: Edition, route: Route): Promise<Sheet> {
    const key = fingerprintOf(edition, route);
    let drawing = sheets.get(key);
    if (drawing === undefined) {
      drawing = draw(edition, route);
      sheets.set(key, drawing);
      // What failed is tried again by the next who asks.
      drawing.catch(() => sheets.delete(key));
    }
    try {
      return await drawing;
    } catch (error) {
      const before = latest.get(placeOf(route));
      // Nothing a visitor sent is in a page that is the same for everybody, so its error may be told whole.
      const message = error instanceof Error ? error.message : String(error);
      log.write('error', 'page-failed', {
        page: route.page,
        step: route.step,
        served: before === undefined ? 'nothing' : 'the last good one',
        message,
        ...errorFields(error),
      });
      if (before === undefined) throw error;
      return before;
    }
  }

  let warmed = 0;
  return {
    sheet,
    async warm(edition) {
      warmed += 1;
      const own = warmed;
      const routes = staticRoutes(edition.site);
      const needed = new Set(routes.map((route) => fingerprintOf(edition, route)));
      for (const key of sheets.keys()) if (!needed.has(key)) sheets.delete(key);
      for (const route of routes) {
        // A newer edition has its own pages to draw.
        if (own !== warmed) return;
        await sheet(edition, route).catch(() => null);
        // Visitors go first.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
