/** `Cache-Control` values. */

/** For an address that changes with its content. */
export const immutable = 'public, max-age=31536000, immutable';
/** For an address with several qualities: only the browser caches it, in the quality that suits its connection. */
export const immutablePrivate = immutable.replace('public', 'private');
/** For a file whose address does not change with its content. */
export const oneHour = 'public, max-age=3600, stale-while-revalidate=600';

/** For an answer to a form without script, and for a page that depends on the visitor's version. */
export const oneVisitor = 'private, no-cache';

/** Every cache asks whether its copy is current. */
const revalidated = 'public, max-age=0, must-revalidate';
const staleSeconds = 60;
const outageSeconds = 24 * 60 * 60;

/**
 * For a page. Browsers always ask whether their copy is current. A shared cache, such as a CDN, does not ask for some
 * time, then serves its copy while it asks, and also while the server is down.
 * @param sharedSeconds how long a shared cache does not ask; 0 makes it always ask
 * @param validSeconds how long the page stays as it is, because an event begins or ends then
 */
export function pageCaching(sharedSeconds: number, validSeconds: number): string {
  const shared = Math.floor(Math.min(sharedSeconds, validSeconds));
  if (shared <= 0) return revalidated;
  const stale = Math.floor(Math.min(staleSeconds, validSeconds));
  return `public, max-age=0, s-maxage=${shared}, stale-while-revalidate=${stale}, stale-if-error=${outageSeconds}`;
}
