/** Strips addresses before they leave the site: only parameters declared free of personal data remain. */

/** An anchor of a page. Any other fragment may contain personal data. */
const anchor = /^#[a-z][a-z0-9-]*$/;

/**
 * Removes all other parameters, and any fragment that is not an anchor, from an absolute address.
 * @param allowed names of query parameters
 */
export function withOnly(address: string, allowed: readonly string[]): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (!allowed.includes(name)) url.searchParams.delete(name);
  if (!anchor.test(url.hash)) url.hash = '';
  return url.href;
}
