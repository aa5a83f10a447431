/** Draws every page and every first screen of a site, to prove that it can be published. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import type { Log } from '../log/log.ts';
import { createBundles } from './bundles.ts';
import { createPageCache } from './page-cache.ts';
import { createVisitTrials } from './trial.ts';
import { prepareDrawable } from './version.ts';

/** @throws UnrenderablePages, or the error of compiling the site */
export async function proveDrawable(
  site: SiteDefinition,
  renderer: PageRenderer,
  { siteUrl, log, clock }: { readonly siteUrl: string | null; readonly log: Log; readonly clock: () => number },
): Promise<void> {
  const version = prepareDrawable(site, {
    bundles: createBundles(renderer),
    drawn: {
      // Nobody requests the picture from this process.
      publish: (draw) => {
        draw();
        return '';
      },
    },
    siteUrl,
  });
  await createPageCache(renderer, log).render(version.edition);
  await createVisitTrials(renderer, clock).run(version);
}
