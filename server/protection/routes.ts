/** What the scripts of guarded pages fetch: the time at which a form is opened, and challenges. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { serverPaths } from '../../engine/paths.ts';
import { isGuarded } from '../../engine/protection/guarded.ts';
import type { AddRoutes } from '../http/app.ts';
import { keyPattern, queryOf } from '../http/request.ts';
import type { Protection } from './protection.ts';

export interface ProtectionRoutesOptions {
  readonly current: () => { readonly site: SiteDefinition };
  readonly protection: Pick<Protection, 'openings' | 'proofs'>;
  readonly clock: () => number;
}

/** Nothing is stored, and an answer costs less than a request: there is no limit. */
export const protectionRoutes =
  ({ current, protection: { openings, proofs }, clock }: ProtectionRoutesOptions): AddRoutes =>
  ({ read, notFound }) => {
    read(serverPaths.opening, (_request, response) => {
      if (!isGuarded(current().site.intakes)) return notFound(response);
      response.set('Cache-Control', 'no-store').type('text/plain').send(openings.issue(clock()));
    });
    read(serverPaths.proof, (request, response) => {
      if (!isGuarded(current().site.intakes)) return notFound(response);
      const key = queryOf(request.url).get('key') ?? '';
      response.set('Cache-Control', 'no-store');
      if (keyPattern.test(key)) response.json(proofs.challenge(key, clock()));
      else response.status(400).type('text/plain').send('key must be an Idempotency-Key.');
    });
  };
