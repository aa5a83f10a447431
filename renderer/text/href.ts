/** Addresses of links. */

/** The address itself, or `#` for one that could run script or has an unknown scheme. */
export const safeHref = (address: string): string =>
  /^(?:https?:\/\/|mailto:|tel:|#|\?|\/(?![/\\]))/i.test(address.trim()) ? address.trim() : '#';

/** Whether an address belongs to another site. */
export const isExternal = (address: string): boolean => /^https?:\/\//i.test(address);

/** The address of a file in the funnels folder on this site. */
export const assetHref = (asset: string): string => `/assets/${asset}`;
