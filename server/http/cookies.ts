/** Reads cookies of a request. */

let lastHeader = '';
let lastCookies: ReadonlyMap<string, string> = new Map();

/** All cookies of a header. Consent, attribution and deliveries read the header of one request, one after another. */
function allCookies(header: string): ReadonlyMap<string, string> {
  if (header === lastHeader) return lastCookies;
  const cookies = new Map<string, string>();
  for (let start = 0, end = 0; start < header.length; start = end + 1) {
    const semicolon = header.indexOf(';', start);
    end = semicolon < 0 ? header.length : semicolon;
    const equals = header.indexOf('=', start);
    if (equals <= start || equals > end) continue;
    const name = header.slice(start, equals).trim();
    if (!cookies.has(name)) cookies.set(name, header.slice(equals + 1, end).trim());
  }
  lastHeader = header;
  lastCookies = cookies;
  return cookies;
}

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
  const cookies = allCookies(header);
  for (const name of names) {
    const value = cookies.get(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
