/** Addresses, as links and redirects have them. */

/** An address relative to a base; null if it is none. */
export const parseAddress = (address: string, base: string): URL | null =>
  URL.canParse(address, base) ? new URL(address, base) : null;

/** A path with its query. */
export function withQuery({ path, query }: { path: string; query: Readonly<Record<string, string>> }): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}
