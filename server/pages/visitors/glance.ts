/** The session of a page whose visitor has only looked. */
import type { IncomingMessage } from 'node:http';
import type { Route } from '../../../engine/definition.ts';
import { visitOf } from '../../../engine/flow/attribution.ts';
import type { Glance } from '../../traces/glance.ts';
import type { BegunSession } from '../../traces/sink.ts';
import { bundleFolder } from '../bundles.ts';
import type { VersionChoice } from '../choice.ts';
import { withPrefilled } from '../prefill.ts';
import type { Version } from '../version.ts';
import type { VisitorPages } from './contract.ts';

/**
 * Begins the session of a page that a visitor has only seen, on the version that drew it.
 * @returns null if no version has a page with this flow there
 */
export async function beginGlanced(
  request: IncomingMessage,
  { bundle, at, referrerHost, here, landing }: Glance,
  choice: Pick<VersionChoice, 'fitting'>,
  visitors: Pick<VisitorPages, 'begin'>,
): Promise<BegunSession | null> {
  const address = `${bundleFolder}${bundle}`;
  const routeIn = ({ site, edition }: Version): Route | null => {
    const route = Object.hasOwn(site.routes, here.path) ? site.routes[here.path] : undefined;
    return route?.flow != null && edition.bundles[route.flow] === address ? route : null;
  };
  const version = choice.fitting(request, (each) => routeIn(each) !== null);
  const route = version === null ? null : routeIn(version);
  if (version === null || route === null) return null;
  const origin = { path: landing.path, query: Object.fromEntries(landing.query), referrerHost };
  const own = (request.headers.host ?? '').replace(/:\d+$/, '');
  const visit = visitOf(origin, Object.fromEntries(here.query), own);
  const begun = await visitors.begin(request, withPrefilled(version, route, here.query), route, {
    ...{ query: here.query, visit, at },
  });
  return { compiled: begun.compiled, log: begun.visit.log };
}
