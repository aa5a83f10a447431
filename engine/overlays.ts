/** Where an overlay is a page of its own: for visitors without script, and for links opened in another tab. */
import type { Route, SiteDefinition } from './definition.ts';

type Routes = Pick<SiteDefinition, 'routes'>;

/**
 * The path of an overlay's own page.
 * @param base the path of the page that has the overlay
 */
export const overlayPath = (base: string, overlay: string): string => `${base === '/' ? '' : base}/${overlay}`;

/** The paths of a page's overlays by their ids. */
export const overlayPaths = ({ routes }: Routes, page: string): Record<string, string> =>
  Object.fromEntries(
    Object.values(routes).flatMap(({ overlay, canonical, ...route }) =>
      overlay === undefined || route.page !== page ? [] : [[overlay, canonical]],
    ),
  );

/** The path of the page that a route's overlay belongs to; the home page for one that has no path, such as not-found. */
export function pathBehind({ routes, site }: Routes & Pick<SiteDefinition, 'site'>, { page }: Route): string {
  const behind = Object.values(routes).find((route) => route.page === page && route.overlay === undefined);
  return behind?.canonical ?? site.home ?? '/';
}
