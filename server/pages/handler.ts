/** Serves the pages of a site. */

import type { Request, Response } from 'express';
import { nextChange } from '../../engine/axes/choice.ts';
import { phases } from '../../engine/axes/phase.ts';
import type { Route } from '../../engine/definition.ts';
import { exampleMoment } from '../../engine/values/moment.ts';
import { oneVisitor, pageCaching } from '../http/caching.ts';
import { sendEncoded } from '../http/encoding.ts';
import { splitTarget } from '../http/request.ts';
import { hints } from '../images/quality.ts';
import type { Log } from '../log/log.ts';
import type { VersionChoice } from './choice.ts';
import type { RoutePlace } from './edition.ts';
import type { EncodedPage, PageCache } from './page-cache.ts';
import { isPrefilled } from './prefill.ts';
import type { Previews } from './previews.ts';
import type { Version } from './version.ts';
import type { VisitorPages } from './visitors/contract.ts';

/** What `funnel dev` adds to pages. */
export interface PageTools {
  /** A page with the tools in it. */
  decorate(page: EncodedPage, place: RoutePlace): EncodedPage;
  /** The moment that the author looks at; null for the present. */
  moment(request: Request): string | null;
}

export interface PageHandlerOptions {
  readonly choice: Pick<VersionChoice, 'forVisitor' | 'isShared' | 'cookieFor' | 'all'>;
  /** Versions as of the moment in `?at=`; null when previews are not allowed. */
  readonly previews: Previews<Version> | null;
  readonly pageCache: PageCache;
  /** Null except for `funnel dev`. */
  readonly tools: PageTools | null;
  readonly visitors: VisitorPages;
  /** How long shared caches may serve a page without asking. */
  readonly sharedSeconds: number;
  readonly clock: () => number;
  readonly log: Log;
}

/** Sends pages with their headers. */
function pageSender({ choice, pageCache, tools, visitors, sharedSeconds, clock }: PageHandlerOptions) {
  function cachingOf({ site: { rules } }: Version): string {
    const changesAt = nextChange(rules, clock());
    return pageCaching(sharedSeconds, changesAt === null ? Number.POSITIVE_INFINITY : (changesAt - clock()) / 1000);
  }

  function send(
    request: Request,
    response: Response,
    page: EncodedPage,
    place: RoutePlace,
    status: number,
    caching: string,
    hidden: boolean,
  ): void {
    const { encoded, policy } = tools?.decorate(page, place) ?? page;
    sendEncoded(request, response, encoded, status, {
      'Content-Security-Policy': policy,
      // Client hints about the connection decide the quality of pictures.
      'Accept-CH': hints,
      'Cache-Control': caching,
      ...(hidden ? { 'X-Robots-Tag': 'noindex' } : {}),
    });
  }

  /** Keeps a visitor in their group, which decides the variant that they get. */
  function keepGroup(request: Request, response: Response): void {
    const cookie = choice.cookieFor(request);
    if (cookie !== null) response.append('Set-Cookie', cookie);
  }

  async function show(
    request: Request,
    response: Response,
    version: Version,
    place: RoutePlace,
    query: URLSearchParams,
    status: number,
    isCacheable = status === 200,
  ): Promise<void> {
    const isShared = choice.isShared(splitTarget(request.url).path);
    if (place.isPerVisitor || !isShared) keepGroup(request, response);
    if (place.isPerVisitor || isPrefilled(version, place.route, query)) {
      const drawn = await visitors.show(request, response, version, place.route, query);
      if (drawn !== null) send(request, response, drawn, place, 200, 'no-store', true);
      return;
    }
    const page = await pageCache.find(version.edition, place);
    // A 404 is not cached: the path may exist by the next visit.
    const caching = !isCacheable ? 'no-store' : isShared ? cachingOf(version) : oneVisitor;
    send(request, response, page, place, status, caching, place.isHidden);
  }

  return { send, keepGroup, show };
}

export function createPageHandler(options: PageHandlerOptions) {
  const { choice, previews, tools, visitors, log } = options;
  const { send, keepGroup, show } = pageSender(options);

  /** Passes a posted form to the first version that takes it. @returns whether there is one */
  async function take(request: Request, response: Response, path: string, query: string): Promise<boolean> {
    // The visitor's version, then those whose pages may still be open.
    const takers = (): Version[] =>
      [...new Set([choice.forVisitor(request), ...choice.all()])].filter((each) => takesFormAt(each, path));
    const [taker] = takers();
    if (taker === undefined) return false;
    keepGroup(request, response);
    const answer = await visitors.answer(request, response, takers, path, new URLSearchParams(query));
    const place = taker.edition.placeOf(taker.site.routes[path] as Route);
    // Not `no-store`: Back and Forward would ask to send the form again, because they show a posted page from the
    // cache.
    if (answer !== null) send(request, response, answer, place, 200, oneVisitor, true);
    return true;
  }

  /** Shows what a path has, or had at the moment that a developer asks for. */
  async function showRoute(
    request: Request,
    response: Response,
    version: Version,
    route: Route,
    { path, query }: { readonly path: string; readonly query: string },
  ): Promise<void> {
    const { site, edition } = version;
    const parameters = new URLSearchParams(query);
    const written = parameters.get('at');
    const at = previews === null ? null : (written ?? tools?.moment(request) ?? null);
    const place = edition.placeOf(route);
    if (previews === null || at === null) return show(request, response, version, place, parameters, 200);
    const preview = previews.at(at);
    if (preview !== null) {
      const then = preview.edition.placeOf(preview.site.routes[path] ?? route);
      return show(request, response, preview, then, parameters, 200, false);
    }
    if (written === null) return show(request, response, version, place, parameters, 200);
    response
      .status(400)
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send(
        `?at= needs a date and time with an offset, such as ${exampleMoment(site.site.timeZone)}, or ${momentNames(site)}.`,
      );
  }

  async function showUnknown(request: Request, response: Response, version: Version): Promise<void> {
    const { site, intakes, edition } = version;
    if (site.site.notFound === 'redirect') {
      log.write('info', 'unknown-path', { to: site.site.home ?? '/' });
      return redirect(response, 302, site.site.home ?? '/');
    }
    const { missing } = edition;
    if (missing !== null) return show(request, response, version, missing, new URLSearchParams(), 404);
    response.status(404).set('Cache-Control', 'no-store').type('text/plain').send(intakes.messages.notFound);
  }

  return async (request: Request, response: Response): Promise<void> => {
    const version = choice.forVisitor(request);
    const { path, query } = splitTarget(request.url);
    const { routes } = version.site;
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined && isSlashed(path))
      return redirect(response, 301, `${path.slice(0, -1)}${query === '' ? '' : `?${query}`}`);
    if (request.method === 'POST' && (await take(request, response, path, query))) return;
    if (route === undefined) return showUnknown(request, response, version);
    if (request.method === 'GET' || request.method === 'HEAD')
      return showRoute(request, response, version, route, { path, query });
    const allow = takesFormAt(version, path) ? 'GET, HEAD, POST' : 'GET, HEAD';
    response.status(405).set({ Allow: allow }).type('text/plain').send(version.intakes.messages.methodNotAllowed);
  };
}

function redirect(response: Response, status: number, to: string): void {
  response.status(status).set({ Location: to, 'Cache-Control': 'no-store' }).end();
}

function takesFormAt({ site }: Version, path: string): boolean {
  const route = Object.hasOwn(site.routes, path) ? site.routes[path] : undefined;
  return route?.flow != null && route.step !== null;
}

/** The names of the first event's moments, for a message. */
const momentNames = ({ timed }: Version['site']): string =>
  phases.map((phase) => `${timed[0]?.id ?? 'event'}.${phase}`).join(', ');

// A path that begins with two slashes or a backslash would redirect to another host.
const isSlashed = (path: string): boolean => /^\/[^/\\](?:.*[^/\\])?\/$/.test(path) && !path.includes('//');
