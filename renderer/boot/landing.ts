/** The landing of a visit. */
import type { Landing } from './protocol.ts';

/** The visitor's first page in this tab. It is stored in `sessionStorage` if allowed. */
export function readLanding(): Landing {
  const here: Landing = {
    path: location.pathname,
    search: location.search,
    referrer: document.referrer,
    visitId: Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(''),
  };
  try {
    const stored = sessionStorage.getItem('funnel-landing');
    if (stored) return JSON.parse(stored) as Landing;
    sessionStorage.setItem('funnel-landing', JSON.stringify(here));
  } catch {
    // Storage is denied: this page is the landing.
  }
  return here;
}
