/** `Cache-Control` of what is served. */

/** Of an address that changes with its content. */
export const forEver = 'public, max-age=31536000, immutable';
/** The same where one address has several qualities: each browser keeps the one that suits its connection. */
export const forEverAtOne = forEver.replace('public', 'private');
export const forAnHour = 'public, max-age=3600';
