/** What is drawn at a path, and for whom. */
import type { Route, SiteDefinition } from '../../engine/definition.ts';
import type { SessionInput } from '../../engine/flow/context.ts';

/**
 * Whether a route shows every visitor something else: its step takes or loads values, or leads on by itself. The visit
 * of an overlay's own page begins with the page, so its waits are over when it is shown.
 */
export function isPerVisitor(site: SiteDefinition, route: Route): boolean {
  if (route.overlay !== undefined) return true;
  const step = stepOfRoute(site, route);
  return [step?.query, step?.load, step?.choose, step?.leave].some((part) => part !== undefined);
}

export const stepOfRoute = (site: SiteDefinition, { flow, step }: Route) =>
  flow === null || step === null ? undefined : site.flows[flow]?.steps[step];

/** Where the visit of a route begins: at its step, or as an overlay begins when it is opened. */
export const beginningOf = (
  { pages }: SiteDefinition,
  { page, step, overlay }: Route,
): Pick<SessionInput, 'screen' | 'saved'> =>
  overlay === undefined
    ? { screen: step, saved: {} }
    : { screen: null, saved: pages[page]?.overlays?.[overlay]?.with ?? {} };

/** The route a flow's step is drawn at. The steps of an overlay's flow have none. */
export const routeOf = (site: SiteDefinition, flow: string | null, step: string): Route | undefined =>
  Object.values(site.routes).find((route) => route.flow === flow && route.step === step && route.overlay === undefined);

/** Whether search engines are to leave it out. */
export function isHidden(site: SiteDefinition, route: Route): boolean {
  const page = site.pages[route.page];
  return (
    isPerVisitor(site, route) ||
    page?.role === 'not-found' ||
    (stepOfRoute(site, route)?.search ?? page?.search) === 'hidden'
  );
}

/** The route of unknown paths, or null when there is no page for them. */
export const notFoundRoute = ({ notFoundPage }: SiteDefinition): Route | null =>
  notFoundPage === null ? null : { page: notFoundPage, flow: null, step: null, canonical: '' };
