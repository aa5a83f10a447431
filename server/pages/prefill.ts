/** Pages whose forms begin with values of the address (`prefill`). They are drawn for one visitor. */
import type { PageDefinition, Route } from '../../engine/definition.ts';
import { prefilledValues } from '../../engine/forms/prefill.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { Version } from './version.ts';

const valuesFor = ({ flows, site }: Version, flow: string | null, query: URLSearchParams): Record<string, Json> =>
  query.size === 0 ? {} : prefilledValues(flows.get(flow ?? '')?.forms ?? [], query, site.extensions?.rules);

type Overlays = NonNullable<PageDefinition['overlays']>;

type With = NonNullable<Overlays[string]['with']>;

const overlaysOf = ({ site }: Version, { page }: Route): [string, Overlays[string]][] =>
  Object.entries(site.pages[page]?.overlays ?? {});

/** Whether an address supplies values to a form on the page of a route, or in its overlays. */
export const isPrefilled = (version: Version, route: Route, query: URLSearchParams): boolean =>
  [route.flow, ...overlaysOf(version, route).map(([, { flow }]) => flow)].some(
    (flow) => Object.keys(valuesFor(version, flow, query)).length > 0,
  );

/** A version whose page of a route passes the values of the address to the flows of its overlays. */
export function withPrefilled(version: Version, route: Route, query: URLSearchParams): Version {
  const { site, edition } = version;
  const page = site.pages[route.page];
  if (page === undefined || query.size === 0) return version;
  const overlays = Object.fromEntries(
    overlaysOf(version, route).map(([id, overlay]) => [
      id,
      { ...overlay, with: { ...overlay.with, ...valuesFor(version, overlay.flow, query) } as With },
    ]),
  );
  const filled = { ...site, pages: { ...site.pages, [route.page]: { ...page, overlays } } };
  return { ...version, site: filled, edition: { ...edition, site: filled } };
}
