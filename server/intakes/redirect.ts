import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { Lookup } from '../../engine/flow/scope.ts';
import { fillTemplate } from '../../engine/flow/scope.ts';

// Any origin does: it only tells an address of this site from another one.
const here = 'https://here.invalid';

/**
 * Where an intake sends the visitor: a path of this site, or an absolute https address on a declared host.
 * @returns null when there is nowhere, or what the template came to is neither
 */
export function redirectOf(site: SiteDefinition, intake: IntakeDefinition, lookup: Lookup): string | null {
  if (intake.redirect === null) return null;
  const text = fillTemplate(intake.redirect, lookup);
  if (!URL.canParse(text, here)) return null;
  const url = new URL(text, here);
  // Written from the parsed address, so that what a browser reads is what was checked.
  if (url.origin === here) return url.pathname.startsWith('//') ? null : `${url.pathname}${url.search}${url.hash}`;
  const known =
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    (site.site.hosts ?? []).includes(url.host);
  return known ? url.href : null;
}
