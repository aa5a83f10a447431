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

/** The paths of a page's overlays, by id. */
export const overlayPaths = ({ routes }: Routes, page: string): Record<string, string> =>
  Object.fromEntries(
    Object.values(routes).flatMap(({ overlay, canonical, ...route }) =>
      overlay === undefined || route.page !== page ? [] : [[overlay, canonical]],
    ),
  );

/** The path of the page that contains a route's overlay; the home page if that page has no path, such as not-found. */
export function pathBehind({ routes, site }: Routes & Pick<SiteDefinition, 'site'>, { page }: Route): string {
  const behind = Object.values(routes).find((route) => route.page === page && route.overlay === undefined);
  return behind?.canonical ?? site.home ?? '/';
}
