/** The script inlined into every page: toasts, landing, pictures, overlays, islands. At most 4 KB compressed. */
import { startDisclosures } from './disclosures.ts';
import { type Islands, startIslands } from './islands.ts';
import { startModules } from './modules.ts';
import { startOverlays } from './overlays.ts';
import { startPatience } from './patience.ts';
import { startPictures } from './pictures.ts';
import type { Landing } from './protocol.ts';
import { startToasts } from './toast.ts';

/** The visitor's first page in this tab. It is stored in `sessionStorage` if allowed. */
function readLanding(): Landing {
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

/** Starts a page. */
export function startPage(): Islands {
  const landing = readLanding();
  // If the server chose another step, the address is that step's before any code reports it.
  const path = document.body.dataset['path'];
  if (path && path !== location.pathname) history.replaceState(history.state, '', path);

  const region = document.getElementById('toasts') as HTMLElement;
  const toast = startToasts(region);
  window.funnel = { toast, wait: startPatience(toast, region), landing, ...startModules() };

  startPictures();
  startDisclosures();
  const islands = startIslands();
  startOverlays(islands);
  return islands;
}
