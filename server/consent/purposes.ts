/** What a visitor allows, as the server sees it: Global Privacy Control and the choice in the consent cookie. */
import type { IncomingMessage } from 'node:http';
import { allowedPurposes, type ConsentChoice, type Purpose, readChoice } from '../../engine/consent/consent.ts';
import { policyVersionOf } from '../../engine/consent/policy.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import { cookiesIn } from '../http/cookies.ts';

/** What a request says about consent. */
export interface ConsentSignals {
  readonly choice: ConsentChoice | null;
  /** `Sec-GPC: 1`. */
  readonly privacyControl: boolean;
  /** The visitor's id in the cookie of the attribution; null where there is none. */
  readonly visitor: string | null;
}

/** Reads the signals from a request's headers. */
export const consentSignals = ({ headers }: Pick<IncomingMessage, 'headers'>): ConsentSignals => ({
  choice: readChoice(headers.cookie),
  privacyControl: headers['sec-gpc'] === '1',
  visitor: /^[0-9a-f-]{36}$/.exec(cookiesIn(headers.cookie, ['visitor']).visitor ?? '')?.[0] ?? null,
});

/** The purposes that a request allows. Without signals, as from a caller within the process, it refuses nothing itself. */
export function purposesOf(
  { site }: Pick<SiteDefinition, 'site'>,
  { consent }: { readonly consent?: ConsentSignals | null },
): ReadonlySet<Purpose> {
  return allowedPurposes(policyVersionOf(site), consent?.choice ?? null, consent?.privacyControl ?? false);
}

type KnownRequest = { readonly consent?: ConsentSignals | null; readonly visitId?: string | null };

/**
 * The keys by which the outbox knows the visitor of a request, the most lasting first: the subject of the choice, the
 * visitor of the attribution, the visit. Messages are stored with the first; a refusal cancels those of all.
 */
export const visitorKeys = ({ consent, visitId }: KnownRequest): readonly string[] =>
  [consent?.choice?.id, consent?.visitor, visitId].filter((key) => key != null);

/** The key with which messages of a request are stored; null without one. */
export const visitorKeyOf = (request: KnownRequest): string | null => visitorKeys(request)[0] ?? null;
