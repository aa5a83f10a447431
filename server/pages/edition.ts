/** A version with everything that its routes show. Computed once per version; a request only looks it up. */
import { createHash } from 'node:crypto';
import type { Pictures, Route, SiteDefinition } from '../../engine/definition.ts';
import type { FormMessages } from '../../engine/forms/types.ts';
import { Memo } from '../../engine/memo/memo.ts';
import { hasTrap, isGuarded } from '../../engine/protection/form-guard.ts';
import type { RenderFacts } from '../../renderer/contract.ts';
import { isHidden, isPerVisitor, notFoundRoute } from './routes.ts';

/** The input for rendering the pages of a version. */
export interface EditionParts {
  readonly site: SiteDefinition;
  readonly origin: string;
  readonly bundles: Readonly<Record<string, string>>;
  readonly formMessages: FormMessages;
  /** Publishes a drawing as a PNG and returns its path. */
  readonly picture: RenderFacts['picture'];
}

/** What a route shows. */
export interface RoutePlace {
  readonly route: Route;
  /** Whether each visitor sees something different there. */
  readonly isPerVisitor: boolean;
  /** Whether search engines must ignore it. */
  readonly isHidden: boolean;
  /** The flows whose bundles its page refers to, sorted. */
  readonly flows: readonly string[];
  /** The hosts that a form of its page may redirect to. */
  readonly redirectHosts: readonly string[];
  /** A hash of everything that its page is rendered from. Places with the same fingerprint look the same. */
  readonly fingerprint: string;
}

export interface Edition extends EditionParts {
  /** Whether the bundle of one of its flows has this address. */
  hasBundle(address: string): boolean;
  placeOf(route: Route): RoutePlace;
  /** The page of unknown paths; null when there is none. */
  readonly missing: RoutePlace | null;
}

const tags = new WeakMap<Pictures, string>();

/** A hash of a site's pictures, computed once. */
function picturesTag({ pictures }: SiteDefinition): string {
  if (pictures === undefined) return '';
  const tag = tags.get(pictures) ?? createHash('sha256').update(JSON.stringify(pictures)).digest('base64url');
  tags.set(pictures, tag);
  return tag;
}

/** What the intakes of a site add to its forms besides their fields. */
const addedToForms = ({ intakes }: SiteDefinition): readonly boolean[] => [hasTrap(intakes), isGuarded(intakes)];

/** The flows that a route shows, sorted. */
const flowsOf = ({ index }: SiteDefinition, { flow, page }: Route): readonly string[] =>
  [...new Set([flow ?? [], index.pages[page]?.flows ?? []].flat())].sort();

function describe(
  { site, origin, bundles }: EditionParts,
  added: readonly boolean[],
  route: Route,
  flows: readonly string[],
): RoutePlace {
  const redirectHosts = flows.some((flow) => site.index.flows[flow]?.leaves) ? (site.site.allowedHosts ?? []) : [];
  const drawnFrom = [
    site.pages[route.page]?.hash,
    ...[route.flow, route.step, route.canonical, origin],
    flows.map((flow) => [site.flows[flow]?.hash, bundles[flow]]),
    redirectHosts,
    picturesTag(site),
    added,
  ];
  return {
    route,
    isPerVisitor: isPerVisitor(site, route),
    isHidden: isHidden(site, route),
    flows,
    redirectHosts,
    fingerprint: createHash('sha256').update(JSON.stringify(drawnFrom)).digest('base64url'),
  };
}

/** @param memo keeps the places of routes that look as in an earlier edition */
export function createEdition(parts: EditionParts, memo = new Memo()): Edition {
  const { site, origin, bundles } = parts;
  const places = new Map<Route, RoutePlace>();
  // Once: each route would look at every intake.
  const added = addedToForms(site);
  const around = [origin, site.pictures, site.site, ...added];
  const placeOf = (route: Route): RoutePlace => {
    const known = places.get(route);
    if (known !== undefined) return known;
    const flows = flowsOf(site, route);
    const given: unknown[] = [...around, site.pages[route.page]];
    for (const flow of flows) given.push(site.flows[flow], bundles[flow]);
    const place = memo.once('place', route, given, () => describe(parts, added, route, flows));
    places.set(route, place);
    return place;
  };
  const addresses = new Set(Object.values(parts.bundles));
  const missing = notFoundRoute(parts.site);
  return {
    ...parts,
    hasBundle: (address) => addresses.has(address),
    placeOf,
    missing: missing === null ? null : placeOf(missing),
  };
}
