/** A version as its pages are drawn, with what each of its routes shows: worked out once, looked up by each request. */
import { createHash } from 'node:crypto';
import type { Pictures, Route, SiteDefinition } from '../../engine/definition.ts';
import type { FormMessages } from '../../engine/forms/types.ts';
import type { RenderFacts } from '../../renderer/contract.ts';
import { isHidden, isPerVisitor, notFoundRoute } from './routes.ts';

/** What the pages of one version are drawn with. */
export interface EditionParts {
  readonly site: SiteDefinition;
  readonly origin: string;
  readonly bundles: Readonly<Record<string, string>>;
  readonly formMessages: FormMessages;
  /** Publishes a drawing as a picture, and gives back its path. */
  readonly picture: RenderFacts['picture'];
}

/** What a route shows. */
export interface RoutePlace {
  readonly route: Route;
  /** Whether every visitor sees something else there. */
  readonly isPerVisitor: boolean;
  /** Whether search engines are to leave it out. */
  readonly isHidden: boolean;
  /** The flows whose bundles its page names, sorted. */
  readonly flows: readonly string[];
  /** The hosts that a form of its page may redirect to. */
  readonly leavesTo: readonly string[];
  /** A hash of everything that its page is drawn from. Two places with one fingerprint look the same. */
  readonly fingerprint: string;
}

export interface Edition extends EditionParts {
  placeOf(route: Route): RoutePlace;
  /** The page of unknown paths; null where there is none. */
  readonly missing: RoutePlace | null;
}

const tags = new WeakMap<Pictures, string>();

/** The pictures of a site in short, worked out once. */
function picturesTag({ pictures }: SiteDefinition): string {
  if (pictures === undefined) return '';
  const tag = tags.get(pictures) ?? createHash('sha256').update(JSON.stringify(pictures)).digest('base64url');
  tags.set(pictures, tag);
  return tag;
}

function describe({ site, origin, bundles }: EditionParts, route: Route): RoutePlace {
  const own = route.flow === null ? [] : [route.flow];
  const flows = [...new Set([...own, ...(site.index.pages[route.page]?.flows ?? [])])].sort();
  const leavesTo = flows.some((flow) => site.index.flows[flow]?.leaves) ? (site.site.hosts ?? []) : [];
  const drawnFrom = [
    site.pages[route.page]?.hash,
    ...[route.flow, route.step, route.canonical, origin],
    flows.map((flow) => [site.flows[flow]?.hash, bundles[flow]]),
    leavesTo,
    picturesTag(site),
  ];
  return {
    route,
    isPerVisitor: isPerVisitor(site, route),
    isHidden: isHidden(site, route),
    flows,
    leavesTo,
    fingerprint: createHash('sha256').update(JSON.stringify(drawnFrom)).digest('base64url'),
  };
}

export function createEdition(parts: EditionParts): Edition {
  const places = new Map<Route, RoutePlace>();
  const placeOf = (route: Route): RoutePlace => {
    const place = places.get(route) ?? describe(parts, route);
    places.set(route, place);
    return place;
  };
  const missing = notFoundRoute(parts.site);
  return { ...parts, placeOf, missing: missing === null ? null : placeOf(missing) };
}
