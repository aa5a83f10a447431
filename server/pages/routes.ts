/** What a route shows, and to whom. */
import type { Route, SiteDefinition } from '../../engine/definition.ts';
import type { SessionInput } from '../../engine/flow/context.ts';
import { stepRole } from '../../engine/steps/machines.ts';

/**
 * Whether a route shows each visitor something different: its step reads parameters, fetches data, branches or
 * redirects. An overlay's own page begins its visit at page load, so its delays are over when it is shown.
 */
export function isPerVisitor(site: SiteDefinition, route: Route): boolean {
  if (route.overlay !== undefined) return true;
  const step = stepOfRoute(site, route);
  const role = stepRole(step);
  return role === 'junction' || role === 'exit' || step?.query !== undefined || step?.fetch !== undefined;
}

export const stepOfRoute = (site: SiteDefinition, { flow, step }: Route) =>
  flow === null || step === null ? undefined : site.flows[flow]?.steps[step];

/** Where the visit of a route begins: at its step, or with the values of an overlay that is opened. */
export const beginningOf = (
  { pages }: SiteDefinition,
  { page, step, overlay }: Route,
): Pick<SessionInput, 'screen' | 'saved'> =>
  overlay === undefined
    ? { screen: step, saved: {} }
    : { screen: null, saved: pages[page]?.overlays?.[overlay]?.with ?? {} };

/** The route of a flow's step. The steps of an overlay's flow have none. */
export const routeOf = (site: SiteDefinition, flow: string | null, step: string): Route | undefined =>
  Object.values(site.routes).find((route) => route.flow === flow && route.step === step && route.overlay === undefined);

/** Whether search engines must ignore a route. */
export function isHidden(site: SiteDefinition, route: Route): boolean {
  const page = site.pages[route.page];
  return (
    isPerVisitor(site, route) ||
    page?.role === 'not-found' ||
    (stepOfRoute(site, route)?.search ?? page?.search) === 'hidden'
  );
}

/** The route of unknown paths; null when the site has no page for them. */
export const notFoundRoute = ({ notFoundPage }: SiteDefinition): Route | null =>
  notFoundPage === null ? null : { page: notFoundPage, flow: null, step: null, canonical: '' };
