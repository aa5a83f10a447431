/** Begins the visit of a page, without side effects. */
import { prefilledValues } from '../../../engine/forms/prefill.ts';
import { clientAddress } from '../../limits/address.ts';
import { newVisit } from '../../visits/begin.ts';
import { resumeVisit } from '../../visits/visit.ts';
import { beginningOf } from '../routes.ts';
import type { VisitorPages, VisitorPagesOptions } from './contract.ts';
import { flowAt } from './route-flow.ts';

export const visitStarter =
  ({
    seal,
    trustProxy,
    clock,
    random,
    reply,
  }: Pick<VisitorPagesOptions, 'seal' | 'trustProxy' | 'clock' | 'random' | 'reply'>): VisitorPages['begin'] =>
  async (request, version, route, { query, visit: origin, at }) => {
    const { site, intakes } = version;
    const { compiled } = flowAt(version, route);
    const beginning = beginningOf(site, route);
    const given = {
      ...beginning,
      saved: { ...beginning.saved, ...prefilledValues(compiled.forms, query, site.extensions?.rules) },
    };
    const now = at === undefined ? clock : () => at;
    const { id, log } = newVisit(compiled, given, query, origin, {
      ...{ clock: now, random, createId: seal.idsFrom(null) },
    });
    const visit = resumeVisit(compiled, log, {
      // A GET of a page must not cause side effects.
      mayPerform: (call) => call.method === 'GET' && !call.background,
      perform: async ({ path, payload }) =>
        reply?.(path, payload) ??
        intakes.handle('GET', path, {
          body: payload,
          address: clientAddress(request, trustProxy),
          key: null,
          page: route.canonical,
          userAgent: null,
          owner: [],
          cookie: request.headers.cookie ?? null,
        }),
      // Without script, no timer fires in the browser.
      skipsTimers: route.overlay !== undefined,
      clock: now,
      random,
    });
    await visit.settle();
    return { id, compiled, visit };
  };
