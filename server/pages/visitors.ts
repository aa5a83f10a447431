/**
 * Pages for one visitor: steps that show each visitor something different, and responses to forms posted without
 * script.
 */
import { pathBehind } from '../../engine/overlays.ts';
import { clientAddress } from '../limits/address.ts';
import { encodePage, factsOf } from './page-cache.ts';
import { withPrefilled } from './prefill.ts';
import { visitStarter } from './visitors/beginning.ts';
import type { VisitorPages, VisitorPagesOptions } from './visitors/contract.ts';
import { formAnswerer } from './visitors/form-post.ts';
import { visitFromReferrer, visitOfRequest } from './visitors/origins.ts';
import { isOverLimit, redirectOut } from './visitors/replies.ts';
import { reachedVisit, visitDrawer } from './visitors/screen.ts';

export function createVisitorPages(options: VisitorPagesOptions): VisitorPages {
  const { renderer, seal, limits, trustProxy } = options;
  const draw = visitDrawer(options);
  const begin = visitStarter(options);

  return {
    begin,
    answer: formAnswerer(options, draw),

    async show(request, response, served, route, query) {
      const version = withPrefilled(served, route, query);
      const { site, intakes, edition } = version;
      if (await isOverLimit(response, clientAddress(request, trustProxy), intakes.messages, limits)) return null;
      if (route.flow === null) {
        const place = edition.placeOf(route);
        return encodePage(await renderer.renderStatic(factsOf(edition, place, true)), 'once', place.redirectHosts);
      }
      const origin =
        route.overlay === undefined
          ? visitOfRequest(request, route, query, edition.origin)
          : visitFromReferrer(request, pathBehind(site, route), query, edition.origin);
      const { id, visit } = await begin(request, version, route, { query, visit: origin });
      const leaves = visit.requested.find((effect) => effect.kind === 'leave');
      if (leaves !== undefined) return redirectOut(response, version, leaves, 302, visit);
      // Nothing is stored for a page that nobody has answered.
      const sealed = seal.close(visit.session.compiled.flow, { id, log: visit.log }, reachedVisit(visit.session));
      return draw(version, route, visit, sealed, []);
    },
  };
}
