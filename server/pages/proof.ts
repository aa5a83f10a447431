/** Draws every page and every first screen that visitors of a site can get, to prove that it can be published. */
import { type ByAxes, mapAxes, thingsFrom } from '../../engine/axes/by-axes.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import type { Log } from '../log/log.ts';
import { createBundles } from './bundles.ts';
import { createPageCache } from './page-cache.ts';
import { createVisitTrials } from './trial.ts';
import { prepareDrawable } from './version.ts';

/** @throws UnrenderablePages, or the error of compiling the site */
export async function proveDrawable(
  sites: ByAxes<SiteDefinition>,
  renderer: PageRenderer,
  { siteUrl, log, clock }: { readonly siteUrl: string | null; readonly log: Log; readonly clock: () => number },
): Promise<void> {
  const parts = {
    bundles: createBundles(renderer),
    drawn: {
      // Nobody requests the picture from this process.
      publish: (draw: () => unknown) => {
        draw();
        return '';
      },
    },
    siteUrl,
  };
  const versions = thingsFrom(
    mapAxes(sites, (site) => prepareDrawable(site, parts)),
    clock(),
  );
  const pageCache = createPageCache(renderer, log);
  for (const { edition } of versions) await pageCache.render(edition);
  await createVisitTrials(renderer, clock).run(versions);
}
