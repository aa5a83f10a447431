/** `Cache-Control` values. */

/** For an address that changes with its content. */
export const immutable = 'public, max-age=31536000, immutable';
/** For an address with several qualities: only the browser caches it, in the quality that suits its connection. */
export const immutablePrivate = immutable.replace('public', 'private');
export const oneHour = 'public, max-age=3600';
