/** Addresses as they may leave the site: with the parameters that the site declares free of personal data, no others. */

/** An anchor of a page; any other fragment may hold anything. */
const anchor = /^#[a-z][a-z0-9-]*$/;

/**
 * An absolute address with the named parameters alone; the very same text when it has no others.
 * @param allowed names of query parameters
 */
export function withOnly(address: string, allowed: readonly string[]): string {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (!allowed.includes(name)) url.searchParams.delete(name);
  if (!anchor.test(url.hash)) url.hash = '';
  return url.href;
}
