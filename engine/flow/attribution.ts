/** Attribution: where a visitor came from. */
import type { VisitSource } from './visit.ts';

const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;

/** The query parameters used for attribution. */
export const attributionParameters: readonly string[] = ['src', ...campaign];

/** The visit before anything is known about it. Expressions can read every name and get null. */
export const unknownVisit: VisitSource = Object.fromEntries(
  [...attributionParameters, 'referrer', 'path'].map((name) => [name, null]),
);

/** A landing as plain values, so that this module does not have to parse addresses. */
export interface LandingFacts {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The host that the visitor came from; empty if there is none or if it could not be read. */
  readonly referrerHost: string;
}

/** The source: the `src` parameter, else `ref_` with the referrer's host, else `direct_access`. */
export function sourceOf({ query, referrerHost }: Pick<LandingFacts, 'query' | 'referrerHost'>): string {
  if (query['src']) return query['src'].slice(0, 200);
  return referrerHost === '' ? 'direct_access' : `ref_${referrerHost.replaceAll('.', '_')}`.slice(0, 200);
}

/**
 * The values that expressions read under `visit`. Parameters of the current address take precedence over those of the
 * first landing.
 * @param own host of the site, which does not count as a source
 */
export function visitOf(landing: LandingFacts, here: Readonly<Record<string, string>>, own: string): VisitSource {
  const query = { ...landing.query, ...Object.fromEntries(Object.entries(here).filter(([, value]) => value !== '')) };
  const referrerHost = landing.referrerHost === own ? '' : landing.referrerHost;
  return {
    src: sourceOf({ query, referrerHost }),
    referrer: referrerHost === '' ? null : referrerHost,
    path: landing.path,
    ...Object.fromEntries(campaign.map((name) => [name, query[name]?.slice(0, 200) || null])),
  };
}
