/** Where a flow begins. */
import type { Route, SiteDefinition } from '../../engine/definition.ts';

/** The paths at which a flow begins: of the flow itself, or of each overlay that shows it. */
export function variantsOf({ routes, pages }: SiteDefinition, flow: string): Route[] {
  const canonical = Object.entries(routes).flatMap(([path, route]) => (route.canonical === path ? [route] : []));
  const own = canonical.find((route) => route.flow === flow && route.overlay === undefined);
  if (own !== undefined) return [own];
  return canonical.filter(
    ({ page, overlay }) => overlay !== undefined && pages[page]?.overlays?.[overlay]?.flow === flow,
  );
}
