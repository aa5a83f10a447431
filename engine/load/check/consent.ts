import { asksForConsent, consentAddress } from '../../consent/policy.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/** Checks that a site which asks for consent names its policy, and lets visitors change their choice. */
export function checkConsent(draft: Draft, sources: Iterable<Source<unknown>>): void {
  const { report, site } = draft;
  const { consent } = site.data;
  if (consent === undefined || !asksForConsent(site.data)) return;
  for (const key of ['version', 'policy'] as const)
    if (consent[key] === undefined)
      report.add('consent-incomplete', site, site.place(['consent', 'mode'], { key: true }), { key });
  const opens = (source: Source<unknown>): boolean =>
    draft.contents(source).annotated.some(({ kind, value }) => kind === 'href' && value === consentAddress);
  if (!draft.unknown.has(consentAddress) && ![...sources].some(opens))
    report.add('consent-unreachable', site, site.place(['consent', 'mode'], { key: true }));
}
