/** The cookies by which networks recognize a browser. */

const names: ReadonlySet<string> = new Set(['_fbp', '_fbc', '_ga']);
const none: Readonly<Record<string, string>> = {};

/** The networks' own cookies of a Cookie header; values that no network writes are left out. */
export function networkCookies(header: string | null): Readonly<Record<string, string>> {
  if (header === null || !header.includes('_')) return none;
  const found: Record<string, string> = {};
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    if (names.has(name) && /^[A-Za-z0-9._-]{1,500}$/.test(value)) found[name] = value;
  }
  return found;
}
