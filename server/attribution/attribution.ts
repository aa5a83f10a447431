/** The attribution of a lead, from the request that submits it. */
import type { IncomingMessage } from 'node:http';
import { type AttributionSettings, attributionSettings } from '../../engine/attribution/attribution.ts';
import { carryInto } from '../../engine/attribution/carry.ts';
import { carriedHosts } from '../../engine/attribution/platforms.ts';
import type { Purpose } from '../../engine/consent/consent.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import { addressParameters } from '../../engine/flow/address-parameters.ts';
import { sourceOf } from '../../engine/flow/attribution.ts';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { StoredAttribution } from '../../engine/intakes/submission-scope.ts';
import { consentSignals, purposesOf } from '../consent/purposes.ts';
import { queryOf } from '../http/request.ts';
import { visitorOf } from './cookies.ts';
import { type ReportedLanding, touchOf } from './touch.ts';

/** What a request says about its visitor's source. */
export interface SourceSignals {
  /** The visit's landing as far as the request shows it. It counts without valid cookies. */
  readonly landing: () => ReportedLanding | null;
  /** The Host header. */
  readonly host: string | null;
}

const kept = new WeakMap<SiteDefinition, AttributionSettings | null>();

/** The settings of a site, without parameters that are marked as personal data; null if it keeps no sources. */
export function keptSources(site: SiteDefinition): AttributionSettings | null {
  const known = kept.get(site);
  if (known !== undefined) return known;
  const settings = attributionSettings(site.site);
  const { visible } = addressParameters(site);
  const allowed =
    settings === null
      ? null
      : { ...settings, parameters: settings.parameters.filter((name) => visible.includes(name)) };
  kept.set(site, allowed);
  return allowed;
}

/** @returns null if the site keeps no sources, the visitor does not allow it, or nothing is known */
export function attributionOf(
  site: SiteDefinition,
  request: {
    readonly source?: SourceSignals | null;
    /** The Cookie header. */
    readonly cookie?: string | null;
  },
  allowed: ReadonlySet<Purpose>,
  at: number,
): StoredAttribution | null {
  const settings = keptSources(site);
  const { source } = request;
  if (settings === null || source == null || !allowed.has(settings.purpose)) return null;
  const known = visitorOf(request.cookie, settings);
  if (known !== null) return { visitor: known.visitor, first: known.touches.first, last: known.touches.last };
  const landing = source.landing();
  if (landing === null) return null;
  const touch = touchOf(landing, settings, ownHosts(site, source.host), at);
  return { visitor: null, first: touch, last: touch };
}

/** The hosts under which a site is reached. */
export const ownHosts = ({ site }: SiteDefinition, host: string | null): string[] => [
  new URL(site.url).host,
  ...(host === null ? [] : [host]),
];

type VisitInput = Pick<SessionInput, 'visit' | 'query'>;
type VisitRequest = Pick<IncomingMessage, 'headers' | 'url'>;

/**
 * The landing of a visit that the server runs, without script: what its input, the request's address and that of its page
 * show. The input has the referrer's host only.
 */
export function landingOfVisit(
  { visit, query }: VisitInput,
  { headers: { host, referer }, url = '' }: VisitRequest,
): ReportedLanding {
  const { src, referrer, path, ...campaign } = visit;
  const known = Object.entries(campaign).filter((entry): entry is [string, string] => entry[1] !== null);
  // The page of another site may have parameters of its own.
  const isFromHere = referer !== undefined && URL.canParse(referer) && new URL(referer).host === host;
  const isWritten = src != null && src !== sourceOf({ query: {}, referrerHost: referrer ?? '' });
  return {
    path: path ?? '/',
    query: {
      ...(isFromHere ? landingOfPage(referer)?.query : {}),
      ...Object.fromEntries(queryOf(url)),
      ...Object.fromEntries(known),
      ...(isWritten ? { src } : {}),
      ...query,
    },
    referrer: referrer == null ? '' : `https://${referrer}`,
  };
}

/** Carries the source of a visit without script into the address that it leaves for. */
export function carryVisit(address: URL, site: SiteDefinition, input: VisitInput, request: VisitRequest): void {
  if (site.site.integrations?.carry === undefined) return;
  const { visible } = addressParameters(site);
  const hosts = carriedHosts(site.site, (name) => visible.includes(name));
  const { query } = landingOfVisit(input, request);
  const allowed = purposesOf(site, { consent: consentSignals(request) });
  carryInto(address, hosts, query, allowed.has('marketing'));
}

/** The landing that the address of the submitting page shows: its path and query. */
export function landingOfPage(referer: string | undefined): ReportedLanding | null {
  if (referer === undefined || !URL.canParse(referer)) return null;
  const { pathname, searchParams } = new URL(referer);
  return { path: pathname, query: Object.fromEntries(searchParams), referrer: '' };
}
