/** What a request says of itself. */
import type { IncomingMessage } from 'node:http';

/** Path and query of a request target. */
export function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

/** Whether a browser says that another site sent this. Clients that are no browser say nothing. */
export function isCrossSite(request: Pick<IncomingMessage, 'headers'>, own: string): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin } = request.headers;
  if (origin === undefined || origin === own) return false;
  // By the host alone: a proxy that ends https makes the schemes differ.
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.host;
}

/** The path of the page a request came from; its query may hold personal data. */
export const pageOf = (referer: string | undefined): string | null =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).pathname.slice(0, 200) : null;
