/**
 * The address of an overlay as a page of its own, for visitors without JavaScript and for links opened in another tab.
 */
import type { Route, SiteDefinition } from './definition.ts';

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

/** The path of the page that contains a route's overlay; the home page if that page has no path, such as not-found. */
export function pathBehind({ routes, site }: Routes & Pick<SiteDefinition, 'site'>, { page }: Route): string {
  const behind = Object.values(routes).find((route) => route.page === page && route.overlay === undefined);
  return behind?.canonical ?? site.home ?? '/';
}
