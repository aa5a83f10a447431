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
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim() as Name;
    if (at > 0 && names.includes(name) && found[name] === undefined) found[name] = pair.slice(at + 1).trim();
  }
  return found;
}
