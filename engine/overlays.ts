/**
 * The address of an overlay as a page of its own, for visitors without JavaScript and for links opened in another tab, and where a
 * site shows a flow.
 */
import type { PageDefinition, Route, SiteDefinition } from './definition.ts';

type Routes = Pick<SiteDefinition, 'routes'>;

/**
 * The path of an overlay's own page.
 * @param base the path of the page that contains the overlay
 */
export const overlayPath = (base: string, overlay: string): string => `${base === '/' ? '' : base}/${overlay}`;

type OverlayPaths = Record<string, Record<string, string>>;

/** The overlay paths of each site, computed once: every page needs its own, and a site may have thousands of pages. */
const known = new WeakMap<Routes['routes'], OverlayPaths>();

/** The paths of a page's overlays, by id. */
export function overlayPaths({ routes }: Routes, page: string): Readonly<Record<string, string>> {
  const byPage = known.get(routes) ?? pathsByPage(routes);
  known.set(routes, byPage);
  return byPage[page] ?? {};
}

function pathsByPage(routes: Routes['routes']): OverlayPaths {
  const paths: OverlayPaths = {};
  for (const { overlay, canonical, page } of Object.values(routes))
    if (overlay !== undefined) paths[page] = { ...paths[page], [overlay]: canonical };
  return paths;
}

type SiteParts = Pick<SiteDefinition, 'pages' | 'flows'>;

/** The pages that show each flow of a site, computed once: a site may have thousands of both. */
const shownOn = new WeakMap<SiteParts, ReadonlyMap<string, ReadonlySet<PageDefinition>>>();

function pagesByFlow({ pages, flows }: SiteParts): ReadonlyMap<string, ReadonlySet<PageDefinition>> {
  const found = new Map<string, Set<PageDefinition>>();
  const add = (flow: string, page: PageDefinition | undefined): void => {
    if (page !== undefined) found.set(flow, (found.get(flow) ?? new Set()).add(page));
  };
  for (const { flow, page = '' } of Object.values(flows)) add(flow, pages[page]);
  for (const page of Object.values(pages)) for (const { flow } of Object.values(page.overlays ?? {})) add(flow, page);
  return found;
}

/** The pages that show a flow, themselves or in an overlay. */
export function pagesWithFlow(site: SiteParts, flow: string): readonly PageDefinition[] {
  const byFlow = shownOn.get(site) ?? pagesByFlow(site);
  shownOn.set(site, byFlow);
  return [...(byFlow.get(flow) ?? [])];
}

/** The path of the page that contains a route's overlay; the home page if that page has no path, such as not-found. */
export function pathBehind({ routes, site }: Routes & Pick<SiteDefinition, 'site'>, { page }: Route): string {
  const behind = Object.values(routes).find((route) => route.page === page && route.overlay === undefined);
  return behind?.canonical ?? site.home ?? '/';
}
