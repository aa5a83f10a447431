/** Responses to a visitor that have no page: refusals and redirects. */
import type { Response } from 'express';
import type { MessageCatalogue } from '../../../engine/messages/keys.ts';
import type { Effect } from '../../../engine/session/effects.ts';
import { placeToLeaveFor } from '../../../engine/session/leave.ts';
import { carryVisit } from '../../attribution/attribution.ts';
import { type IntakeErrorCode, intakeErrors } from '../../intakes/errors.ts';
import { limitKeyOf } from '../../limits/address.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { Visit } from '../../visits/visit.ts';
import type { Version } from '../version.ts';
import { parseAddress } from './addresses.ts';

// Rendering for one visitor blocks the main thread for some milliseconds.
const visitsPerMinute = 120;

/** Sends the text of an error. @returns null, because the response has no page */
export function refuseText(response: Response, code: IntakeErrorCode, messages: MessageCatalogue): null {
  const { status, message } = intakeErrors[code];
  // The unread rest of the body would be parsed as the next request.
  if (status === 413) response.set('Connection', 'close');
  response.status(status).set('Cache-Control', 'no-store').type('text/plain').send(messages[message]);
  return null;
}

/** Refuses a request of an address that has made too many. @returns whether it did */
export async function isOverLimit(
  response: Response,
  address: string | null,
  messages: MessageCatalogue,
  limits: RateLimit,
): Promise<boolean> {
  const wait = await limits.take('visit', limitKeyOf(address), visitsPerMinute);
  if (wait > 0) refuseText(response.set('Retry-After', String(wait)), 'rate-limited', messages);
  return wait > 0;
}

/** Sends a redirect. @returns null, because the response has no page */
export function redirectTo(response: Response, status: 302 | 303 | 307, location: string): null {
  response.status(status).set({ Location: location, 'Cache-Control': 'no-store' }).end();
  return null;
}

/** Redirects a visitor who leaves the flow. @returns null, because the response has no page */
export function redirectOut(
  response: Response,
  { site, edition, intakes }: Version,
  leaves: Extract<Effect, { kind: 'leave' }>,
  status: 302 | 303,
  { log }: Visit,
): null {
  const place = placeToLeaveFor(parseAddress, leaves, site.site.allowedHosts ?? [], edition.origin);
  if (place === null) return refuseText(response, 'internal', intakes.messages);
  carryVisit(place, site, log.input, response.req);
  // A redirect within the site is relative, because the site may be reached under another host than its published
  // one.
  const own = place.origin === new URL(edition.origin).origin;
  return redirectTo(response, status, own ? `${place.pathname}${place.search}${place.hash}` : place.href);
}
