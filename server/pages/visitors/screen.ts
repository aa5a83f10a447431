/** Draws the screen of one visitor. */
import type { Route } from '../../../engine/definition.ts';
import { isGuarded } from '../../../engine/protection/form-guard.ts';
import { addressAt } from '../../../engine/session/address.ts';
import type { ReachedVisit } from '../../../engine/session/carry-over.ts';
import { questionIds } from '../../../engine/session/question-ids.ts';
import { leafOf, type Session } from '../../../engine/session/session.ts';
import type { BegunVisit } from '../../../renderer/contract.ts';
import type { Visit } from '../../visits/visit.ts';
import { type EncodedPage, encodePage, factsOf } from '../page-cache.ts';
import { routeOf } from '../routes.ts';
import type { Version } from '../version.ts';
import { withQuery } from './addresses.ts';
import type { VisitorPagesOptions } from './contract.ts';
import { toastsOf } from './toasts.ts';

/** Draws a visit as it is now. @param sealed what the forms of the page carry @param first toasts before those of the visit */
export type DrawVisit = (
  version: Version,
  route: Route,
  visit: Visit,
  sealed: string,
  first: BegunVisit['toasts'],
) => Promise<EncodedPage>;

export const visitDrawer =
  ({ renderer, protection, clock }: Pick<VisitorPagesOptions, 'renderer' | 'protection' | 'clock'>): DrawVisit =>
  async ({ site, edition, intakes }, route, visit, sealed, first) => {
    const { session, log } = visit;
    const { step } = leafOf(session);
    const address = step === route.step ? null : addressAt(session);
    const shown = routeOf(site, route.flow, step) ?? route;
    const page = await renderer.renderSession(factsOf(edition, edition.placeOf(shown), true), {
      session,
      log,
      toasts: [...first, ...toastsOf(visit.requested, site.site.allowedHosts ?? [], edition.origin, intakes.messages)],
      address: address === null ? null : withQuery(address),
      sealed,
      opened: isGuarded(site.intakes) ? protection.openings.issue(clock()) : null,
      over: isOver(visit),
    });
    return encodePage(page, 'once', edition.placeOf(route).redirectHosts);
  };

/** Whether a flow has closed the overlay it runs in. */
export const isOver = ({ requested }: Visit): boolean => requested.some(({ kind }) => kind === 'close');

/** What another version of the flow continues a visit with. */
export const reachedVisit = ({ compiled, snapshot }: Session): ReachedVisit => ({
  screen: leafOf({ compiled, snapshot }).screen,
  values: Object.fromEntries(
    Object.entries(snapshot.context.values).filter(([, value]) => value !== null && value !== ''),
  ),
  questions: questionIds(compiled.flow),
});
