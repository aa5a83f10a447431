/** A site's routes besides its pages: robots.txt, site map, and the bundles of its islands. */
import { serverPaths } from '../../engine/paths.ts';
import type { AddRoutes } from '../http/app.ts';
import { immutable, oneHour } from '../http/caching.ts';
import { encode, sendEncoded } from '../http/encoding.ts';
import { type Bundles, bundleFolder } from './bundles.ts';
import type { PageDates } from './page-dates.ts';
import { robots, siteMap } from './site-map.ts';
import type { Version } from './version.ts';

export interface SiteRouteParts {
  readonly current: () => Version;
  readonly dates: Pick<PageDates, 'of'>;
  readonly bundles: Bundles;
  /** Waits for what was published: the page of another process may be newer than this one. */
  readonly refresh: () => Promise<void>;
}

export const siteRoutes =
  ({ current, dates, bundles, refresh }: SiteRouteParts): AddRoutes =>
  ({ read, notFound }) => {
    read(serverPaths.robots, async (request, response) => {
      const encoded = await encode(robots(current().edition.origin), 'text/plain; charset=utf-8', 'once');
      sendEncoded(request, response, encoded, 200, { 'Cache-Control': oneHour });
    });
    read(serverPaths.siteMap, async (request, response) => {
      const { site, edition } = current();
      const map = siteMap(site, edition.origin, dates.of);
      const encoded = await encode(map, 'application/xml; charset=utf-8', 'once');
      sendEncoded(request, response, encoded, 200, { 'Cache-Control': oneHour });
    });
    read(`${bundleFolder}:name`, async (request, response) => {
      const name = String(request.params['name']);
      if (bundles.find(name) === null) await refresh();
      const found = bundles.find(name);
      if (found === null) return notFound(response);
      sendEncoded(request, response, await found, 200, { 'Cache-Control': immutable });
    });
  };
