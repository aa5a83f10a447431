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
  for (let start = 0, end = 0; start < header.length; start = end + 1) {
    const semicolon = header.indexOf(';', start);
    end = semicolon < 0 ? header.length : semicolon;
    const equals = header.indexOf('=', start);
    if (equals <= start || equals > end) continue;
    const name = header.slice(start, equals).trim() as Name;
    if (names.includes(name) && found[name] === undefined) found[name] = header.slice(equals + 1, end).trim();
  }
  return found;
}
