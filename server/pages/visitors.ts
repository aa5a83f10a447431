/**
 * Pages for one visitor: steps that show each visitor something different, and responses to forms posted without
 * script.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Route } from '../../engine/definition.ts';
import { visitOf } from '../../engine/flow/attribution.ts';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { postedNames } from '../../engine/flow/post-names.ts';
import { prefilledValues } from '../../engine/forms/prefill.ts';
import type { MessageCatalogue } from '../../engine/messages/keys.ts';
import { pathBehind } from '../../engine/overlays.ts';
import { isGuarded } from '../../engine/protection/form-guard.ts';
import { addressAt } from '../../engine/session/address.ts';
import type { ReachedVisit } from '../../engine/session/carry-over.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { allowedAddress, placeToLeaveFor } from '../../engine/session/leave.ts';
import { questionIds } from '../../engine/session/question-ids.ts';
import { leafOf, type Session, startSession } from '../../engine/session/session.ts';
import type { BegunVisit, PageRenderer } from '../../renderer/contract.ts';
import { carryVisit, landingOfVisit } from '../attribution/attribution.ts';
import { consentSignals } from '../consent/purposes.ts';
import { readForm } from '../http/body.ts';
import { isSecure } from '../http/headers.ts';
import type { CrossSiteCheck } from '../http/origin.ts';
import { isVisitId, type VisitId } from '../http/request.ts';
import { type IntakeErrorCode, type IntakeReply, intakeErrors } from '../intakes/errors.ts';
import { ownerCookie, ownerKeys } from '../intakes/owner.ts';
import { clientAddress, limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Protection } from '../protection/protection.ts';
import { StoreError } from '../store/errors.ts';
import type { Glance } from '../traces/glance.ts';
import type { BegunSession, TraceSink } from '../traces/sink.ts';
import { answerForm } from '../visits/answer.ts';
import { newVisit, seedOf } from '../visits/begin.ts';
import type { Seal } from '../visits/seal.ts';
import { submissionKey } from '../visits/submission-key.ts';
import { resumeVisit, type Visit } from '../visits/visit.ts';
import type { FormVisit, VisitKeeper } from '../visits/visit-keeper.ts';
import { bundleFolder } from './bundles.ts';
import type { VersionChoice } from './choice.ts';
import { type EncodedPage, encodePage, factsOf } from './page-cache.ts';
import { withPrefilled } from './prefill.ts';
import { beginningOf, routeOf } from './routes.ts';
import type { Version } from './version.ts';

export interface VisitorPagesOptions {
  readonly renderer: Pick<PageRenderer, 'renderSession' | 'renderStatic'>;
  readonly seal: Seal;
  readonly keeper: VisitKeeper;
  readonly limits: RateLimit;
  readonly protection: Pick<Protection, 'openings'>;
  readonly isForeign: CrossSiteCheck;
  readonly trustProxy: number;
  readonly clock: () => number;
  readonly random: () => number;
  /** Stores the trace of a visit without script; missing if no visit is recorded. */
  readonly record?: TraceSink['record'] | undefined;
  /** Waits for what was published. */
  readonly refresh: () => Promise<void>;
  /** The reply to a call in place of the intake's; null leaves it to the intake. Only for `funnel dev`. */
  readonly reply?: ((path: string, payload: unknown) => IntakeReply | null) | undefined;
}

/** Where a visit comes from, and what its address has. */
export interface Arrival {
  readonly query: URLSearchParams;
  readonly visit: SessionInput['visit'];
  /** Epoch milliseconds; now by default. */
  readonly at?: number;
}

export interface VisitorPages {
  /** Begins a visit at a route with a flow, and fetches what its step needs. It causes no side effects. */
  begin(request: IncomingMessage, version: Version, route: Route, arrival: Arrival): Promise<BegunAt>;
  /** Renders a page that shows each visitor something different; null when the response has already been sent. */
  show(
    request: Request,
    response: Response,
    version: Version,
    route: Route,
    query: URLSearchParams,
  ): Promise<EncodedPage | null>;
  /**
   * Handles a form posted to a step's path; null when the response has already been sent.
   * @param takers the versions that take a form there now: the visitor's own first, then those whose pages may still be open.
   *   The one that began the visit continues it
   */
  answer(
    request: Request,
    response: Response,
    takers: () => readonly Version[],
    path: string,
    query: URLSearchParams,
  ): Promise<EncodedPage | null>;
}

interface BegunAt {
  readonly id: string;
  readonly compiled: CompiledFlow;
  readonly visit: Visit;
}

// Rendering for one visitor blocks the main thread for some milliseconds.
const visitsPerMinute = 120;

/** The id of a visit without script, in the form that browsers create. */
function visitIdFrom(id: string): VisitId | null {
  const text = id.replaceAll('-', '');
  return isVisitId(text) ? text : null;
}

const parse = (address: string, base: string): URL | null =>
  URL.canParse(address, base) ? new URL(address, base) : null;

export function createVisitorPages(options: VisitorPagesOptions): VisitorPages {
  const { renderer, seal, keeper, limits, protection, isForeign, trustProxy, clock, random } = options;
  const { refresh, record, reply } = options;

  function refuse(response: Response, code: IntakeErrorCode, messages: MessageCatalogue): null {
    const { status, message } = intakeErrors[code];
    // The unread rest of the body would be parsed as the next request.
    if (status === 413) response.set('Connection', 'close');
    response.status(status).set('Cache-Control', 'no-store').type('text/plain').send(messages[message]);
    return null;
  }

  /** Redirects a visitor who leaves the flow. */
  function redirect(
    response: Response,
    { site, edition, intakes }: Version,
    leaves: Extract<Effect, { kind: 'leave' }>,
    status: 302 | 303,
    { log }: Visit,
  ): null {
    const place = placeToLeaveFor(parse, leaves, site.site.allowedHosts ?? [], edition.origin);
    if (place === null) return refuse(response, 'internal', intakes.messages);
    carryVisit(place, site, log.input, response.req);
    // A redirect within the site is relative, because the site may be reached under another host than its published
    // one.
    const own = place.origin === new URL(edition.origin).origin;
    const location = own ? `${place.pathname}${place.search}${place.hash}` : place.href;
    response.status(status).set({ Location: location, 'Cache-Control': 'no-store' }).end();
    return null;
  }

  async function isLimited(response: Response, address: string | null, messages: MessageCatalogue): Promise<boolean> {
    const wait = await limits.take('visit', limitKeyOf(address), visitsPerMinute);
    if (wait > 0) refuse(response.set('Retry-After', String(wait)), 'rate-limited', messages);
    return wait > 0;
  }

  async function draw(
    { site, edition, intakes }: Version,
    route: Route,
    visit: Visit,
    sealed: string,
    first: BegunVisit['toasts'],
  ): Promise<EncodedPage> {
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
  }

  const begin: VisitorPages['begin'] = async (request, version, route, { query, visit: origin, at }) => {
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

  return {
    begin,

    async show(request, response, served, route, query) {
      const version = withPrefilled(served, route, query);
      const { site, intakes, edition } = version;
      if (await isLimited(response, clientAddress(request, trustProxy), intakes.messages)) return null;
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
      if (leaves !== undefined) return redirect(response, version, leaves, 302, visit);
      // Nothing is stored for a page that nobody has answered.
      const sealed = seal.close(visit.session.compiled.flow, { id, log: visit.log }, reachedVisit(visit.session));
      return draw(version, route, visit, sealed, []);
    },

    async answer(request, response, takers, path, query) {
      const [own] = takers() as readonly [Version, ...Version[]];
      if (isForeign(request)) return refuse(response, 'cross-site', own.intakes.messages);
      const address = clientAddress(request, trustProxy);
      if (await isLimited(response, address, own.intakes.messages)) return null;
      const body = await readForm(request);
      if (!body.ok) return body.fault === 'gone' ? null : refuse(response, body.fault, own.intakes.messages);
      const text = body.value.get(postedNames.log);
      let carried: FormVisit | null;
      try {
        carried = text === null ? null : await keeper.read(text);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        return refuse(response.set('Retry-After', '5'), 'unavailable', own.intakes.messages);
      }
      const opens = (each: Version): boolean =>
        carried?.openFor(flowAt(each, routeAt(each, path)).compiled.flow).ok === true;
      let begun = takers().find(opens);
      if (begun === undefined && carried !== null) {
        // Another process may have begun the visit with a publication that this one does not serve yet.
        await refresh();
        begun = takers().find(opens);
      }
      const version = begun ?? takers()[0] ?? own;
      const route = routeAt(version, path);
      const { compiled, step } = flowAt(version, route);
      const { site, intakes, edition } = version;
      const { messages } = intakes;
      const userAgent = request.headers['user-agent'] ?? null;
      const currentKeys = ownerKeys(request.headers.cookie);
      const granted: string[] = [];
      const opened = carried?.openFor(compiled.flow) ?? null;
      const { id, visit, restarted } = await answerForm(
        compiled,
        body.value,
        opened,
        () => {
          const seed = seedOf(compiled, step, body.value, [address, userAgent], clock());
          const createId = seal.idsFrom(seed);
          const page = route.overlay === undefined ? route.canonical : pathBehind(site, route);
          const origin = visitFromReferrer(request, page, new URLSearchParams(), edition.origin);
          return newVisit(compiled, beginningOf(site, route), query, origin, { clock, random, createId });
        },
        {
          async perform(call, id, input) {
            const reply = await intakes.handle(call.method, call.path, {
              body: call.payload,
              address,
              key: call.method === 'GET' ? null : submissionKey(id, call),
              visitId: visitIdFrom(id),
              page: route.canonical,
              userAgent,
              owner: currentKeys,
              trapped: (body.value.get(postedNames.trap) ?? '') !== '',
              opened: body.value.get(postedNames.opened),
              consent: consentSignals(request),
              cookie: request.headers.cookie ?? null,
              closing: version === own ? null : own.intakes.conditionOf(call.path),
              source: {
                landing: () => landingOfVisit(input, request),
                host: request.headers.host ?? null,
              },
            });
            granted.push(...(reply.granted ?? []));
            return reply;
          },
          clock,
          random,
        },
      );
      const traced = visitIdFrom(id);
      if (traced !== null) void record?.(request, traced, compiled, visit.log);
      const cookie = ownerCookie(granted, currentKeys, isSecure(request, trustProxy));
      if (cookie !== null) response.append('Set-Cookie', cookie);
      const leaves = visit.requested.find((effect) => effect.kind === 'leave');
      if (leaves === undefined) {
        // A flow that closes its overlay without a message returns to the page.
        if (isOver(visit) && !visit.requested.some(isFeedback)) {
          response
            .status(303)
            .set({ Location: pathBehind(site, route), 'Cache-Control': 'no-store' })
            .end();
          return null;
        }
        const elsewhere = restarted === null ? redirectOf(visit, step, text !== null) : null;
        if (elsewhere !== null) {
          response.status(elsewhere.status).set({ Location: elsewhere.location, 'Cache-Control': 'no-store' }).end();
          return null;
        }
        const { restartedTitle: title, restartedText, fullText } = messages;
        const restartToasts =
          restarted === null ? [] : [{ title, text: restarted === 'full' ? fullText : restartedText }];
        const { flow } = visit.session.compiled;
        const continued = restarted === null && opened?.ok === true ? carried : null;
        const sealed = await keeper.keep(flow, { id, log: visit.log }, reachedVisit(visit.session), continued);
        return draw(version, route, visit, sealed, restartToasts);
      }
      return redirect(response, version, leaves, 303, visit);
    },
  };
}

/**
 * Begins the session of a page that a visitor has only seen, on the version that drew it.
 * @returns null if no version has a page with this flow there
 */
export async function beginGlanced(
  request: IncomingMessage,
  { bundle, at, referrerHost, here, landing }: Glance,
  choice: Pick<VersionChoice, 'fitting'>,
  visitors: Pick<VisitorPages, 'begin'>,
): Promise<BegunSession | null> {
  const address = `${bundleFolder}${bundle}`;
  const routeIn = ({ site, edition }: Version): Route | null => {
    const route = Object.hasOwn(site.routes, here.path) ? site.routes[here.path] : undefined;
    return route?.flow != null && edition.bundles[route.flow] === address ? route : null;
  };
  const version = choice.fitting(request, (each) => routeIn(each) !== null);
  const route = version === null ? null : routeIn(version);
  if (version === null || route === null) return null;
  const origin = { path: landing.path, query: Object.fromEntries(landing.query), referrerHost };
  const own = (request.headers.host ?? '').replace(/:\d+$/, '');
  const visit = visitOf(origin, Object.fromEntries(here.query), own);
  const begun = await visitors.begin(request, withPrefilled(version, route, here.query), route, {
    ...{ query: here.query, visit, at },
  });
  return { compiled: begun.compiled, log: begun.visit.log };
}

const routeAt = ({ site }: Version, path: string): Route => site.routes[path] as Route;

/** What another version of the flow continues a visit with. */
const reachedVisit = ({ compiled, snapshot }: Session): ReachedVisit => ({
  screen: leafOf({ compiled, snapshot }).screen,
  values: Object.fromEntries(
    Object.entries(snapshot.context.values).filter(([, value]) => value !== null && value !== ''),
  ),
  questions: questionIds(compiled.flow),
});

/** Whether a flow has closed the overlay it runs in. */
const isOver = ({ requested }: Visit): boolean => requested.some(({ kind }) => kind === 'close');

const isFeedback = ({ kind }: Effect): boolean => kind === 'toast' || kind === 'alert' || kind === 'open';

function flowAt({ flows }: Version, { flow, step, canonical }: Route) {
  const compiled = flow === null ? undefined : flows.get(flow);
  if (compiled === undefined || step === null) throw new Error(`No flow is drawn at ${canonical}.`);
  return { compiled, step };
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

/**
 * Messages for a visitor without script: alerts and toasts as toasts, and a link for each window that would have
 * opened.
 */
export function toastsOf(
  effects: readonly Effect[],
  hosts: readonly string[],
  origin: string,
  { openTitle, openText }: MessageCatalogue,
): BegunVisit['toasts'] {
  const links = effects.flatMap((effect) => {
    const address = effect.kind === 'open' ? allowedAddress(parse, effect.href, hosts, origin) : null;
    return address === null ? [] : [{ title: openTitle, text: openText, link: address.href }];
  });
  const messages = effects.flatMap((effect) => {
    if (effect.kind !== 'alert' && effect.kind !== 'toast') return [];
    const as = effect.as === undefined ? {} : { as: effect.as };
    return [
      effect.kind === 'alert'
        ? { title: effect.text, text: '', ...as }
        : { title: effect.title, text: effect.text, ...as },
    ];
  });
  return [...links, ...messages];
}

function withQuery({ path, query }: { path: string; query: Readonly<Record<string, string>> }): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The source of a visit that begins with this request. Only the campaign parameters of the address are read. */
function visitOfRequest(request: Request, route: Route, query: URLSearchParams, origin: string) {
  const { referer } = request.headers;
  const referrerHost = referer !== undefined && URL.canParse(referer) ? new URL(referer).hostname : '';
  const own = new URL(origin).hostname;
  const here = request.hostname ?? own;
  return visitOf(
    { path: route.canonical, query: {}, referrerHost: referrerHost === here ? own : referrerHost },
    Object.fromEntries(query),
    own,
  );
}

/**
 * The source of a visit that continues from a page of this site, taken from that page's address where possible.
 * @param path the page's path, when the request does not contain it
 * @param query the parameters of the request's own address, which take precedence
 */
function visitFromReferrer(request: Request, path: string, query: URLSearchParams, origin: string) {
  const { referer } = request.headers;
  const page = referer !== undefined && URL.canParse(referer) ? new URL(referer) : null;
  const own = page !== null && (page.host === request.headers.host || page.origin === origin);
  return visitOf(
    { path: own ? page.pathname : path, query: {}, referrerHost: page === null || own ? '' : page.hostname },
    { ...(own ? Object.fromEntries(page.searchParams) : {}), ...Object.fromEntries(query) },
    new URL(origin).hostname,
  );
}
