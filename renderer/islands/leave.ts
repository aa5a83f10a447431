/** External redirects of a flow, with the browser's URL parser. */
import type { Effect } from '../../engine/session/effects.ts';
import { allowedAddress, placeToLeaveFor } from '../../engine/session/leave.ts';

function parse(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** The absolute URL of an allowed address: one of this site, or https on a declared host. Null for any other. */
export const allowedUrl = (address: string, hosts: readonly string[], base: string): URL | null =>
  allowedAddress(parse, address, hosts, base);

/** The URL that a flow redirects to; null when none of its addresses is allowed. */
export const leaveUrl = (
  effect: Extract<Effect, { kind: 'leave' }>,
  hosts: readonly string[],
  base: string,
): URL | null => placeToLeaveFor(parse, effect, hosts, base);
