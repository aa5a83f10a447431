/** Strips addresses before they leave the site: only parameters declared free of personal data remain, without an e-mail address. */

/** An anchor of a page. Any other fragment may contain personal data. */
const anchor = /^#[a-z][a-z0-9-]*$/;

/** An e-mail address, also one that was encoded twice, or a telephone number with its country. */
const isPersonal = (value: string): boolean => /\S(?:@|%40)\S|^[+ ]\d[\d ().-]{9,}$/i.test(value);

/**
 * Removes all other parameters, and any fragment that is not an anchor, from an absolute address.
 * @param allowed names of query parameters
 */
export function withOnly(address: string, allowed: readonly string[]): string {
  const url = new URL(address);
  // A campaign's link may carry the reader's address in a parameter that is declared.
  for (const [name, value] of [...url.searchParams])
    if (!allowed.includes(name) || isPersonal(value)) url.searchParams.delete(name);
  if (!anchor.test(url.hash)) url.hash = '';
  return url.href;
}
