/** Where the visits of requests come from. */
import type { Request } from 'express';
import type { Route } from '../../../engine/definition.ts';
import { visitOf } from '../../../engine/flow/attribution.ts';

/** The source of a visit that begins with this request. Only the campaign parameters of the address are read. */
export function visitOfRequest(request: Request, route: Route, query: URLSearchParams, origin: string) {
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

/**
 * The source of a visit that continues from a page of this site, taken from that page's address where possible.
 * @param path the page's path, when the request does not contain it
 * @param query the parameters of the request's own address, which take precedence
 */
export function visitFromReferrer(request: Request, path: string, query: URLSearchParams, origin: string) {
  const { referer } = request.headers;
  const page = referer !== undefined && URL.canParse(referer) ? new URL(referer) : null;
  const own = page !== null && (page.host === request.headers.host || page.origin === origin);
  return visitOf(
    { path: own ? page.pathname : path, query: {}, referrerHost: page === null || own ? '' : page.hostname },
    { ...(own ? Object.fromEntries(page.searchParams) : {}), ...Object.fromEntries(query) },
    new URL(origin).hostname,
  );
}
