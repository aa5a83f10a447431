/** Addresses that a flow leaves for. */

/** An absolute address that may be followed: this site's own, or https on a declared host; else null. */
export function allowedUrl(address: string, hosts: readonly string[], base: string): URL | null {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    return null;
  }
  const own = new URL(base);
  if (url.origin === own.origin) return url;
  return url.protocol === 'https:' && hosts.includes(url.host) && url.username === '' && url.password === ''
    ? url
    : null;
}

/** The address with parameters added where it has none of that name. */
export function withParameters(url: URL, append: Readonly<Record<string, string>>): URL {
  const full = new URL(url);
  for (const [name, value] of Object.entries(append))
    if (!full.searchParams.has(name)) full.searchParams.append(name, value);
  return full;
}
