import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { Lookup } from '../../engine/flow/scope.ts';
import { fillTemplate } from '../../engine/flow/scope.ts';

// Base for relative addresses; any origin works, because it only marks an address as one of this site.
const ownOrigin = 'https://here.invalid';

/**
 * Where an intake redirects the visitor: a path of this site, or an https address on a declared host.
 * @returns null when the intake has no redirect, or its address is neither of these
 */
export function redirectOf(site: SiteDefinition, intake: IntakeDefinition, lookup: Lookup): string | null {
  if (intake.redirect === null) return null;
  const text = fillTemplate(intake.redirect, lookup);
  if (!URL.canParse(text, ownOrigin)) return null;
  const url = new URL(text, ownOrigin);
  // Serialized from the parsed URL, so that browsers see exactly the address that was checked.
  if (url.origin === ownOrigin) return url.pathname.startsWith('//') ? null : `${url.pathname}${url.search}${url.hash}`;
  const allowed =
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    (site.site.allowedHosts ?? []).includes(url.host);
  return allowed ? url.href : null;
}
