import type { SiteDefinition } from '../../engine/definition.ts';
import { consentCollection } from '../consent/proof.ts';
import { type RetentionRules, rulesOf } from '../store/retention.ts';

function retentionOf({ site, intakes }: SiteDefinition): RetentionRules {
  const { deliveries = null, consents } = site.retention ?? {};
  const collections = rulesOf(Object.values(intakes));
  return {
    collections: consents === undefined ? collections : { ...collections, [consentCollection]: { days: consents } },
    deliveries,
  };
}

/** The rules of the site that is served, made once for each site, because each lead reads them. */
export function siteRetention(current: () => SiteDefinition): () => RetentionRules {
  const rulesBySite = new WeakMap<SiteDefinition, RetentionRules>();
  return () => {
    const site = current();
    const known = rulesBySite.get(site) ?? retentionOf(site);
    rulesBySite.set(site, known);
    return known;
  };
}
