/** Handles forms that are posted without script: the visit goes on, and the next screen is drawn. */
import { postedNames } from '../../../engine/flow/post-names.ts';
import { pathBehind } from '../../../engine/overlays.ts';
import { addressAt } from '../../../engine/session/address.ts';
import { leafOf, startSession } from '../../../engine/session/session.ts';
import { readForm } from '../../http/body.ts';
import { isSecure } from '../../http/headers.ts';
import { ownerCookie, ownerKeys } from '../../intakes/owner.ts';
import { clientAddress } from '../../limits/address.ts';
import { StoreError } from '../../store/errors.ts';
import { answerForm, type FormAnswer } from '../../visits/answer.ts';
import { newVisit, seedOf } from '../../visits/begin.ts';
import type { SealedVisit } from '../../visits/seal.ts';
import type { Visit } from '../../visits/visit.ts';
import type { FormVisit } from '../../visits/visit-keeper.ts';
import type { EncodedPage } from '../page-cache.ts';
import { beginningOf } from '../routes.ts';
import type { Version } from '../version.ts';
import { withQuery } from './addresses.ts';
import type { VisitorPages, VisitorPagesOptions } from './contract.ts';
import { callPerformer, type FormPost, visitIdFrom } from './form-calls.ts';
import { visitFromReferrer } from './origins.ts';
import { isOverLimit, redirectOut, redirectTo, refuseText } from './replies.ts';
import { flowAt, routeAt } from './route-flow.ts';
import { type DrawVisit, isOver, reachedVisit } from './screen.ts';
import { isFeedback } from './toasts.ts';

/** @param draw draws the screen that the visit has reached */
export function formAnswerer(options: VisitorPagesOptions, draw: DrawVisit): VisitorPages['answer'] {
  const { seal, keeper, limits, isForeign, trustProxy, clock, random, refresh, record } = options;

  /** The version that began the visit of a form; undefined if none of those that take the form did. */
  async function beginnerOf(
    takers: () => readonly Version[],
    path: string,
    carried: FormVisit | null,
  ): Promise<Version | undefined> {
    const opens = (each: Version): boolean =>
      carried?.openFor(flowAt(each, routeAt(each, path)).compiled.flow).ok === true;
    const begun = takers().find(opens);
    if (begun !== undefined || carried === null) return begun;
    // Another process may have begun the visit with a publication that this one does not serve yet.
    await refresh();
    return takers().find(opens);
  }

  /** Begins the visit of a form that carries none. */
  function begin({ request, query, fields, address, version, route, compiled, step }: FormPost): SealedVisit {
    const { site, edition } = version;
    const seed = seedOf(compiled, step, fields, [address, request.headers['user-agent'] ?? null], clock());
    const createId = seal.idsFrom(seed);
    const page = route.overlay === undefined ? route.canonical : pathBehind(site, route);
    const origin = visitFromReferrer(request, page, new URLSearchParams(), edition.origin);
    return newVisit(compiled, beginningOf(site, route), query, origin, { clock, random, createId });
  }

  /** Responds to a form with what its visit has come to. @returns null when the response has already been sent */
  async function reply(post: FormPost, { id, visit, restarted }: FormAnswer): Promise<EncodedPage | null> {
    const { response, carried, opened, version, route, step } = post;
    const leaves = visit.requested.find((effect) => effect.kind === 'leave');
    if (leaves !== undefined) return redirectOut(response, version, leaves, 303, visit);
    // A flow that closes its overlay without a message returns to the page.
    if (isOver(visit) && !visit.requested.some(isFeedback))
      return redirectTo(response, 303, pathBehind(version.site, route));
    const elsewhere = restarted === null ? redirectOf(visit, step, carried !== null) : null;
    if (elsewhere !== null) return redirectTo(response, elsewhere.status, elsewhere.location);
    const { restartedTitle: title, restartedText, fullText } = version.intakes.messages;
    const restartToasts = restarted === null ? [] : [{ title, text: restarted === 'full' ? fullText : restartedText }];
    const { flow } = visit.session.compiled;
    const continued = restarted === null && opened?.ok === true ? carried : null;
    const sealed = await keeper.keep(flow, { id, log: visit.log }, reachedVisit(visit.session), continued);
    return draw(version, route, visit, sealed, restartToasts);
  }

  return async (request, response, takers, path, query) => {
    const [own] = takers() as readonly [Version, ...Version[]];
    const { messages } = own.intakes;
    if (isForeign(request)) return refuseText(response, 'cross-site', messages);
    const address = clientAddress(request, trustProxy);
    if (await isOverLimit(response, address, messages, limits)) return null;
    const body = await readForm(request);
    if (!body.ok) return body.fault === 'gone' ? null : refuseText(response, body.fault, messages);
    const text = body.value.get(postedNames.log);
    let carried: FormVisit | null;
    try {
      carried = text === null ? null : await keeper.read(text);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return refuseText(response.set('Retry-After', '5'), 'unavailable', messages);
    }
    const version = (await beginnerOf(takers, path, carried)) ?? takers()[0] ?? own;
    const route = routeAt(version, path);
    const { compiled, step } = flowAt(version, route);
    const opened = carried?.openFor(compiled.flow) ?? null;
    const post: FormPost = {
      ...{ request, response, query, fields: body.value, address, carried, opened },
      ...{ version, own, route, compiled, step },
    };
    const currentKeys = ownerKeys(request.headers.cookie);
    const granted: string[] = [];
    const perform = callPerformer(post, currentKeys, granted);
    const answered = await answerForm(compiled, body.value, opened, () => begin(post), { perform, clock, random });
    const traced = visitIdFrom(answered.id);
    if (traced !== null) void record?.(request, traced, compiled, answered.visit.log);
    const cookie = ownerCookie(granted, currentKeys, isSecure(request, trustProxy));
    if (cookie !== null) response.append('Set-Cookie', cookie);
    return reply(post, answered);
  };
}

/**
 * The redirect to a screen whose address differs from the posted one. With 307 the browser posts the same form there:
 * the visit it carries takes the same steps to the same screen, and its submissions have the same keys. A form without
 * a visit would begin a new one there, so it gets a 303, and only if the visit there begins with the same values.
 */
function redirectOf(
  { session, log, requested }: Visit,
  posted: string,
  carriesVisit: boolean,
): { readonly status: 303 | 307; readonly location: string } | null {
  const address = leafOf(session).step === posted ? null : addressAt(session);
  if (address === null) return null;
  if (carriesVisit) return { status: 307, location: withQuery(address) };
  const { values } = startSession(session.compiled, log.input).session.snapshot.context;
  const isSame = JSON.stringify(values) === JSON.stringify(session.snapshot.context.values);
  return isSame && !requested.some(isFeedback) ? { status: 303, location: withQuery(address) } : null;
}
