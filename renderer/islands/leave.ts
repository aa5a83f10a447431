/** Addresses that a flow leaves for, as a browser reads them. */
import type { Effect } from '../../engine/session/effects.ts';
import { addParameters, allowedAddress, placeToLeaveFor } from '../../engine/session/leave.ts';

function parse(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** An absolute address that may be followed: this site's own, or https on a declared host; else null. */
export const allowedUrl = (address: string, hosts: readonly string[], base: string): URL | null =>
  allowedAddress(parse, address, hosts, base);

/** The address with parameters added where it has none of that name. */
export function withParameters(url: URL, append: Readonly<Record<string, string>>): URL {
  const full = new URL(url);
  addParameters(full, append);
  return full;
}

/** Where a flow leaves for; null when no address it names may be followed. */
export const leaveUrl = (
  effect: Extract<Effect, { kind: 'leave' }>,
  hosts: readonly string[],
  base: string,
): URL | null => placeToLeaveFor(parse, effect, hosts, base);
