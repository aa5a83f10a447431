/** The endpoint of landings: sets the cookies of attribution. Pages do not set them, because a CDN may keep pages. */

import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { SiteDefinition } from '../../engine/definition.ts';
import { serverPaths } from '../../engine/paths.ts';
import { isObject } from '../../engine/values/is-object.ts';
import { stopByPrivacyControl } from '../consent/privacy-control.ts';
import { consentSignals, purposesOf } from '../consent/purposes.ts';
import type { AddRoutes } from '../http/app.ts';
import { readJson } from '../http/body.ts';
import { isSecure } from '../http/headers.ts';
import type { CrossSiteCheck } from '../http/origin.ts';
import { visitIdOf } from '../http/request.ts';
import { clientAddress, limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Store } from '../store/types.ts';
import { keptSources, ownHosts } from './attribution.ts';
import { hasCookies, removedCookies, visitorCookies, visitorOf } from './cookies.ts';
import { merged, type ReportedLanding, touchOf } from './touch.ts';

export interface AttributionParts {
  readonly current: () => { readonly site: SiteDefinition };
  readonly store: Pick<Store, 'deliveries'>;
  readonly limits: RateLimit;
  readonly trustProxy: number;
  readonly isForeign: CrossSiteCheck;
  readonly clock: () => number;
}

const perMinute = 60;
const bodyBytes = 16 * 1024;

/** The landing in a body; null for any other value. */
function landingIn(body: unknown): ReportedLanding | null {
  if (!isObject(body)) return null;
  const { path, query, referrer } = body;
  return typeof path === 'string' && isObject(query) && typeof referrer === 'string' ? { path, query, referrer } : null;
}

/** `POST /_f/landing`. Responds 204 with the cookies, or without them if the visitor does not allow them. */
export const attributionRoutes =
  ({ current, store, limits, trustProxy, isForeign, clock }: AttributionParts): AddRoutes =>
  ({ post, notFound }) =>
    post(serverPaths.landing, async (request: Request, response: Response) => {
      const { site } = current();
      const settings = keptSources(site);
      response.set('Cache-Control', 'no-store');
      const end = (status: number): void => {
        if (!request.complete) response.set('Connection', 'close');
        response.status(status).end();
      };
      if (settings === null) return notFound(response);
      if (isForeign(request)) return end(403);
      const wait = await limits.take('landing', limitKeyOf(clientAddress(request, trustProxy)), perMinute);
      if (wait > 0) return end(429);
      const body = await readJson(request, bodyBytes);
      if (!body.ok) return body.fault === 'gone' ? undefined : end(body.fault === 'too-large' ? 413 : 400);
      const landing = landingIn(body.value);
      if (landing === null) return end(400);
      const secure = isSecure(request, trustProxy);
      const { cookie, host = null } = request.headers;
      const consent = consentSignals(request);
      // Before the cookies are removed, by which the outbox knows the visitor.
      await stopByPrivacyControl(store, { consent, visitId: visitIdOf(request) }, clock());
      if (!purposesOf(site, { consent }).has(settings.purpose)) {
        if (hasCookies(cookie)) response.append('Set-Cookie', removedCookies(secure));
        return end(204);
      }
      const known = visitorOf(cookie, settings);
      const now = clock();
      const touch = touchOf(landing, settings, ownHosts(site, host), now);
      const touches = merged(known?.touches ?? null, touch);
      const visitor = known?.visitor ?? randomUUID();
      response.append('Set-Cookie', visitorCookies({ visitor, touches }, settings, secure, now));
      end(204);
    });
