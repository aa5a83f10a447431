/** The script inlined into every page: toasts, landing, pictures, islands. At most 4 KB compressed. */
import { startDisclosures } from './disclosures.ts';
import { startIslands } from './islands.ts';
import { readLanding } from './landing.ts';
import { startModules } from './modules.ts';
import { startPatience } from './patience.ts';
import { startPictures } from './pictures.ts';
import type { Islands } from './protocol.ts';
import { startToasts } from './toast.ts';

/** Starts a page. */
export function startPage(): Islands {
  const landing = readLanding();
  // If the server chose another step, the address is that step's before any code reports it.
  const path = document.body.dataset['path'];
  if (path && path !== location.pathname) history.replaceState(history.state, '', path);

  const region = document.getElementById('toasts') as HTMLElement;
  const toast = startToasts(region);
  window.funnel = { toast, wait: startPatience(toast, region), landing, acts: [], ...startModules() };

  startPictures();
  startDisclosures();
  const islands = startIslands();
  window.overlays?.(islands);
  return islands;
}
