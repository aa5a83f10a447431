/** The addresses that a flow may redirect a visitor to. Browser and server share this rule. */
import type { Effect } from './effects.ts';

/** The members of a parsed address that are used here; the platform's `URL` has them. */
export interface ParsedAddress {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly username: string;
  readonly password: string;
  readonly searchParams: { has(name: string): boolean; append(name: string, value: string): void };
}

/**
 * Parses an address against a base according to the WHATWG URL standard. Returns a new object, or null if it is
 * invalid.
 */
export type ParseAddress<Address extends ParsedAddress> = (address: string, base: string) => Address | null;

/**
 * The absolute address if it is allowed: one of this site, or https on a declared host; else null.
 * @param hosts the hosts that the site declares
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

/** Adds the parameters that the address does not have yet. */
export function addParameters(address: ParsedAddress, append: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(append))
    if (!address.searchParams.has(name)) address.searchParams.append(name, value);
}

/**
 * The target of a redirect: the address that a server preferred if it is allowed, else the flow's own; null if neither
 * is.
 */
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
