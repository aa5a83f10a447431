/** What is drawn at a path, and for whom. */
import type { Block, Route, SiteDefinition } from '../../engine/definition.ts';

/** Whether a step shows every visitor something else: it takes or loads values, or leads on by itself. */
export function isPerVisitor(site: SiteDefinition, route: Route): boolean {
  const step = stepAt(site, route);
  return [step?.query, step?.load, step?.choose, step?.leave].some((part) => part !== undefined);
}

export const stepAt = (site: SiteDefinition, { flow, step }: Route) =>
  flow === null || step === null ? undefined : site.flows[flow]?.steps[step];

/** The hosts that a form of a route's flow may lead to: none unless the flow leaves for somewhere. */
export function hostsBeyond(site: SiteDefinition, { flow }: Route): readonly string[] {
  const steps = flow === null ? [] : Object.values(site.flows[flow]?.steps ?? {});
  return steps.some((step) => step.leave !== undefined) ? (site.site.hosts ?? []) : [];
}

/** The route a flow's step is drawn at. */
export const routeOf = (site: SiteDefinition, flow: string | null, step: string): Route | undefined =>
  Object.values(site.routes).find((route) => route.flow === flow && route.step === step);

/** Whether search engines are to leave it out. */
export function isHidden(site: SiteDefinition, route: Route): boolean {
  const page = site.pages[route.page];
  return (
    isPerVisitor(site, route) ||
    page?.role === 'not-found' ||
    (stepAt(site, route)?.search ?? page?.search) === 'hidden'
  );
}

/** The route of unknown paths, or null when there is no page for them. */
export const notFoundRoute = ({ notFoundPage }: SiteDefinition): Route | null =>
  notFoundPage === null ? null : { page: notFoundPage, flow: null, step: null, canonical: '' };

/** The flows whose bundles a route's page names: its own, and those of blocks that stand in it. */
export function flowsAt(site: SiteDefinition, route: Route): string[] {
  const names = new Set<string>(route.flow === null ? [] : [route.flow]);
  const look = (block: Block | unknown): void => {
    if (Array.isArray(block)) for (const each of block) look(each);
    else if (typeof block === 'object' && block !== null) {
      for (const [key, value] of Object.entries(block)) {
        if (key === 'flow' && typeof value === 'string' && Object.hasOwn(site.flows, value)) names.add(value);
        else look(value);
      }
    }
  };
  look(site.pages[route.page]?.blocks);
  look(site.pages[route.page]?.overlays);
  return [...names].sort();
}
