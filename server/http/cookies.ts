/** Reads cookies of a request. */

/**
 * The named cookies of a Cookie header, as they are written. Of a repeated name the first counts, which browsers send for
 * the longer path (RFC 6265, 5.4).
 */
export function cookiesIn<Name extends string>(
  header: string | null | undefined,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const found: Partial<Record<Name, string>> = {};
  if (header == null) return found;
  for (const each of names) {
    if (!header.includes(each)) continue;
    for (const pair of header.split(';')) {
      const at = pair.indexOf('=');
      if (at > 0 && pair.slice(0, at).trim() === each) {
        found[each] = pair.slice(at + 1).trim();
        break;
      }
    }
  }
  return found;
}
