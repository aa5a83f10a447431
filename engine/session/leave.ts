/** The addresses a flow may send a visitor to: one rule for browser and server. */
import type { Effect } from './effects.ts';

/** What is read of a parsed address; the platform's `URL` is one. */
export interface ParsedAddress {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly username: string;
  readonly password: string;
  readonly searchParams: { has(name: string): boolean; append(name: string, value: string): void };
}

/** Parses an address against a base as the WHATWG URL standard says; a new object each time, null when it cannot. */
export type ParseAddress<Address extends ParsedAddress> = (address: string, base: string) => Address | null;

/**
 * An absolute address that may be followed: this site's own, or https on a declared host; else null.
 * @param hosts what the site declares
 * @param base an absolute address of this site
 */
export function allowedAddress<Address extends ParsedAddress>(
  parse: ParseAddress<Address>,
  address: string,
  hosts: readonly string[],
  base: string,
): Address | null {
  const parsed = parse(address, base);
  const own = parse(base, base);
  if (parsed === null || own === null) return null;
  if (parsed.origin === own.origin) return parsed;
  const known =
    parsed.protocol === 'https:' && hosts.includes(parsed.host) && parsed.username === '' && parsed.password === '';
  return known ? parsed : null;
}

/** Adds parameters where the address has none of that name. */
export function addParameters(address: ParsedAddress, append: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(append))
    if (!address.searchParams.has(name)) address.searchParams.append(name, value);
}

/** Where a flow leaves for: the address a server preferred where it is allowed, else its own; null where neither is. */
export function placeToLeaveFor<Address extends ParsedAddress>(
  parse: ParseAddress<Address>,
  { href, preferred, append }: Extract<Effect, { kind: 'leave' }>,
  hosts: readonly string[],
  base: string,
): Address | null {
  const address =
    (preferred === null ? null : allowedAddress(parse, preferred, hosts, base)) ??
    allowedAddress(parse, href, hosts, base);
  if (address !== null) addParameters(address, append);
  return address;
}
