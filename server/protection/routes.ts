/** What the scripts of guarded pages fetch: the time at which a form is opened, and challenges. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { serverPaths } from '../../engine/paths.ts';
import { isGuarded } from '../../engine/protection/form-guard.ts';
import type { AddRoutes } from '../http/app.ts';
import { keyPattern, queryOf } from '../http/request.ts';
import { clientAddress, limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Protection } from './protection.ts';

export interface ProtectionRoutesOptions {
  readonly current: () => { readonly site: SiteDefinition };
  readonly protection: Pick<Protection, 'openings' | 'proofs'>;
  readonly limits: RateLimit;
  readonly trustProxy: number;
  readonly clock: () => number;
}

/** Challenges per minute and address. An office or a mobile network shares an address. */
const challengesPerMinute = 120;

/** An opening time costs less than a page and needs no limit. */
export const protectionRoutes =
  ({ current, protection: { openings, proofs }, limits, trustProxy, clock }: ProtectionRoutesOptions): AddRoutes =>
  ({ read, notFound }) => {
    read(serverPaths.opening, (_request, response) => {
      if (!isGuarded(current().site.intakes)) return notFound(response);
      response.set('Cache-Control', 'no-store').type('text/plain').send(openings.issue(clock()));
    });
    read(serverPaths.proof, async (request, response) => {
      if (!isGuarded(current().site.intakes)) return notFound(response);
      const key = queryOf(request.url).get('key') ?? '';
      response.set('Cache-Control', 'no-store');
      const refuse = (status: number, text: string) => void response.status(status).type('text/plain').send(text);
      if (!keyPattern.test(key)) return refuse(400, 'key must be an Idempotency-Key.');
      const client = limitKeyOf(clientAddress(request, trustProxy));
      const wait = await limits.take('challenges', client, challengesPerMinute);
      if (wait === 0) return void response.json(proofs.challenge(key, clock()));
      response.set('Retry-After', String(wait));
      refuse(429, 'Too many challenges.');
    });
  };
