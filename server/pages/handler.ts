/** Answers the paths of a site with its pages. */
import type { Request, Response } from 'express';
import type { Route } from '../../engine/definition.ts';
import { visitOf } from '../../engine/session/attribution.ts';
import type { Version } from '../definitions/versions.ts';
import { splitTarget } from '../http/request.ts';
import { addressOf, limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Log } from '../log/log.ts';
import { factsOf, type PageBook, type Sheet, sheetOf } from './book.ts';
import { sendEncoded } from './encoded.ts';
import type { PageRenderer } from './renderer.ts';
import { isHidden, isPerVisitor, notFoundRoute } from './routes.ts';
import { beginVisit } from './visit.ts';

export interface PageHandlerOptions {
  readonly current: () => Version;
  readonly book: PageBook;
  readonly renderer: PageRenderer;
  readonly limits: RateLimit;
  readonly trustProxy: number;
  readonly log: Log;
  readonly clock: () => number;
  readonly random: () => number;
}

// Drawing for one visitor costs some milliseconds of the only thread.
const visitsPerMinute = 120;

export function createPageHandler({
  current,
  book,
  renderer,
  limits,
  trustProxy,
  log,
  clock,
  random,
}: PageHandlerOptions) {
  function send(
    request: Request,
    response: Response,
    { encoded, policy }: Sheet,
    status: number,
    kept: boolean,
    hidden: boolean,
  ): void {
    sendEncoded(request, response, encoded, status, {
      'Content-Security-Policy': policy,
      'Cache-Control': kept ? 'public, max-age=0, must-revalidate' : 'no-store',
      ...(hidden ? { 'X-Robots-Tag': 'noindex' } : {}),
    });
  }

  async function showVisit(
    request: Request,
    response: Response,
    { site, edition, flows, intakes }: Version,
    route: Route,
    query: URLSearchParams,
  ): Promise<void> {
    const compiled = route.flow === null ? undefined : flows.get(route.flow);
    if (compiled === undefined || route.step === null) throw new Error(`No flow is drawn at ${route.canonical}.`);
    const address = addressOf(request, trustProxy);
    const wait = limits.take('visit', limitKeyOf(address), visitsPerMinute);
    if (wait > 0) {
      response
        .status(429)
        .set({ 'Retry-After': String(wait), 'Cache-Control': 'no-store' })
        .type('text/plain')
        .send(intakes.messages.rateLimited);
      return;
    }
    const begun = await beginVisit(compiled, route.step, query, visitAt(request, route, query, edition.origin), {
      get: (path, payload) => intakes.performInProcess('GET', path, payload, { address }),
      clock,
      random,
    });
    const at = Object.values(site.routes).find((each) => each.flow === route.flow && each.step === begun.step) ?? route;
    const page = await renderer.renderSession(factsOf(edition, at), begun);
    send(request, response, await sheetOf(page, 'once'), 200, false, true);
  }

  async function show(
    request: Request,
    response: Response,
    version: Version,
    route: Route,
    query: URLSearchParams,
    status: number,
  ): Promise<void> {
    if (isPerVisitor(version.site, route)) return showVisit(request, response, version, route, query);
    const sheet = await book.sheet(version.edition, route);
    // Who comes back to an unknown path should learn that it exists by then.
    send(request, response, sheet, status, status === 200, isHidden(version.site, route));
  }

  return async (request: Request, response: Response): Promise<void> => {
    const version = current();
    const { site, intakes } = version;
    const { path, query } = splitTarget(request.url);
    const route = Object.hasOwn(site.routes, path) ? site.routes[path] : undefined;
    if (route === undefined && isSlashed(path)) {
      response
        .status(301)
        .set({ Location: `${path.slice(0, -1)}${query === '' ? '' : `?${query}`}`, 'Cache-Control': 'no-store' })
        .end();
      return;
    }
    if (route !== undefined && request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).set({ Allow: 'GET, HEAD' }).type('text/plain').send(intakes.messages.methodNotAllowed);
      return;
    }
    if (route !== undefined) return show(request, response, version, route, new URLSearchParams(query), 200);
    if (site.site.notFound === 'redirect') {
      log.write('info', 'unknown-path', { to: site.site.home ?? '/' });
      response
        .status(302)
        .set({ Location: site.site.home ?? '/', 'Cache-Control': 'no-store' })
        .end();
      return;
    }
    const missing = notFoundRoute(site);
    if (missing !== null) return show(request, response, version, missing, new URLSearchParams(), 404);
    response.status(404).set('Cache-Control', 'no-store').type('text/plain').send(intakes.messages.notFound);
  };
}

// Two slashes or a backslash at the front would make the address of another host.
const isSlashed = (path: string): boolean => /^\/[^/\\](?:.*[^/\\])?\/$/.test(path) && !path.includes('//');

/** Where a visitor came from. Of the address only the parameters that say so are read. */
function visitAt(request: Request, route: Route, query: URLSearchParams, origin: string) {
  const { referer } = request.headers;
  const referrerHost = referer !== undefined && URL.canParse(referer) ? new URL(referer).hostname : '';
  const own = new URL(origin).hostname;
  const here = request.hostname ?? own;
  return visitOf(
    { path: route.canonical, query: {}, referrerHost: referrerHost === here ? own : referrerHost },
    Object.fromEntries(query),
    own,
  );
}
