/** Answers the paths of a site with its pages. */

import type { Request, Response } from 'express';
import type { Route } from '../../engine/definition.ts';
import type { Version } from '../definitions/versions.ts';
import { splitTarget } from '../http/request.ts';
import { hints } from '../images/quality.ts';
import type { Log } from '../log/log.ts';
import type { PageBook, Sheet } from './book.ts';
import { sendEncoded } from './encoded.ts';
import { isHidden, isPerVisitor, notFoundRoute } from './routes.ts';
import type { VisitorPages } from './visitors.ts';

export interface PageHandlerOptions {
  readonly current: () => Version;
  readonly book: PageBook;
  readonly visitors: VisitorPages;
  readonly log: Log;
}

export function createPageHandler({ current, book, visitors, log }: PageHandlerOptions) {
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
      // What a browser tells of its connection decides how good its pictures are.
      'Accept-CH': hints,
      'Cache-Control': kept ? 'public, max-age=0, must-revalidate' : 'no-store',
      ...(hidden ? { 'X-Robots-Tag': 'noindex' } : {}),
    });
  }

  async function show(
    request: Request,
    response: Response,
    version: Version,
    route: Route,
    query: URLSearchParams,
    status: number,
  ): Promise<void> {
    if (isPerVisitor(version.site, route)) {
      const drawn = await visitors.show(request, response, version, route, query);
      if (drawn !== null) send(request, response, drawn, 200, false, true);
      return;
    }
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
    const takesForms = route?.flow != null && route.step !== null;
    if (route !== undefined && takesForms && request.method === 'POST') {
      const answer = await visitors.answer(request, response, version, route, new URLSearchParams(query));
      if (answer !== null) send(request, response, answer, 200, false, true);
      return;
    }
    if (route !== undefined && request.method !== 'GET' && request.method !== 'HEAD') {
      const allow = takesForms ? 'GET, HEAD, POST' : 'GET, HEAD';
      response.status(405).set({ Allow: allow }).type('text/plain').send(intakes.messages.methodNotAllowed);
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
