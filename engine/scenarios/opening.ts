/** Where a browser begins the visit of a scenario. */
import type { Json } from '../../schemas/compiled.ts';
import type { ScenarioCase } from '../../schemas/generated/types.ts';
import type { SiteDefinition } from '../definition.ts';
import { attributionParameters } from '../flow/attribution.ts';
import { canonicalJson } from '../values/canonical-json.ts';

export interface ScenarioOpening {
  /** The path and the query of the page. */
  readonly address: string;
  /** The host that the visitor comes from; null for none. */
  readonly referrer: string | null;
  /** The overlay that is opened on the page; null for a flow with addresses. */
  readonly overlay: string | null;
}

/**
 * The page that a case opens: that of its step, or one with an overlay of the flow, preferably one that passes the values
 * of the case.
 * @returns null if no page shows the flow
 */
export function openingOf(site: SiteDefinition, flow: string, given: ScenarioCase): ScenarioOpening | null {
  const source = Object.entries((given.source ?? {}) as Readonly<Record<string, string>>);
  const parameters = source.filter(([name]) => attributionParameters.includes(name));
  const query = Object.entries({ ...Object.fromEntries(parameters), ...given.query })
    .map((parameter) => parameter.map((each) => encodeURIComponent(String(each))).join('='))
    .join('&');
  const referrer = source.find(([name]) => name === 'referrer')?.[1] ?? null;
  const at = (path: string, overlay: string | null): ScenarioOpening => ({
    address: query === '' ? path : `${path}?${query}`,
    ...{ referrer, overlay },
  });
  const definition = site.flows[flow];
  const [path] = definition?.steps[given.open ?? definition.start]?.path ?? [];
  if (path !== undefined) return at(path, null);
  const passed = canonicalJson((given.with ?? {}) as Json);
  const overlays = Object.entries(site.pages).flatMap(([page, { overlays = {} }]) => {
    const route = Object.values(site.routes).find((each) => each.page === page && each.overlay === undefined);
    return Object.entries(overlays)
      .filter(([, overlay]) => route !== undefined && overlay.flow === flow)
      .map(([id, overlay]) => ({ id, path: route?.canonical as string, with: canonicalJson(overlay.with ?? {}) }));
  });
  const found = overlays.find((overlay) => overlay.with === passed) ?? overlays[0];
  return found === undefined ? null : at(found.path, found.id);
}
