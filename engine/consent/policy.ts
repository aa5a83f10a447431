/** How a site asks for consent. */
import type { Template } from '../../schemas/compiled.ts';
import type { SiteFile } from '../../schemas/generated/types.ts';
import { type Category, categories } from './consent.ts';

/** The address of a link that opens the banner, as authors write it. */
export const consentAddress = 'consent:open';

/** The id of the banner's element. */
export const consentAnchor = 'funnel-consent';

/** The element that the page is returned to after a choice without script. */
export const consentSavedAnchor = 'funnel-consent-saved';

/** A policy that visitors are asked to consent to. */
export interface ConsentPolicy {
  readonly version: string;
  /** The address of its page. */
  readonly page: Template;
  readonly categories: readonly Category[];
  /** How many days a browser keeps the choice. */
  readonly days: number;
}

/** Whether a site asks visitors for consent. */
export const asksForConsent = ({ consent }: Pick<SiteFile, 'consent'>): boolean => consent?.mode === 'opt-in';

/** The version of the policy that a site asks consent for; null if consent is implied. */
export const policyVersionOf = (site: Pick<SiteFile, 'consent'>): string | null =>
  asksForConsent(site) ? (site.consent?.version ?? '') : null;

/** The policy that a site asks consent for; null if consent is implied. */
export function policyOf({ consent }: Pick<SiteFile, 'consent'>): ConsentPolicy | null {
  if (consent?.mode !== 'opt-in') return null;
  const { version = '', policy: page = '', days = 180 } = consent;
  const asked = consent.categories ?? categories;
  return { version, page, days, categories: categories.filter((each) => asked.includes(each)) };
}
