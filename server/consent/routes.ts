/** Receives choices from the consent banner: a form that scripts post in the background. */
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Category, type ConsentChoice, consentCookie, writeChoice } from '../../engine/consent/consent.ts';
import { type ConsentPolicy, consentSavedAnchor, policyOf } from '../../engine/consent/policy.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import { callKeyHeader } from '../../engine/flow/post-names.ts';
import { serverPaths } from '../../engine/paths.ts';
import type { AddRoutes } from '../http/app.ts';
import { readForm } from '../http/body.ts';
import { isSecure } from '../http/headers.ts';
import type { CrossSiteCheck } from '../http/origin.ts';
import { pageOf, visitIdOf } from '../http/request.ts';
import { clientAddress, limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { Store } from '../store/types.ts';
import { type Decision, proofOf } from './proof.ts';
import { consentSignals, visitorKeys } from './purposes.ts';

export interface ConsentRoutesOptions {
  readonly site: () => Pick<SiteDefinition, 'site' | 'hash'>;
  readonly store: Pick<Store, 'submit' | 'deliveries'>;
  readonly limits: RateLimit;
  readonly isForeign: CrossSiteCheck;
  readonly trustProxy: number;
  readonly clock: () => number;
  readonly log: Pick<Log, 'write'>;
  /** Called with each stored choice, and the visit that made it. */
  readonly chosen?: (visit: string | null, choice: ConsentChoice) => Promise<void>;
}

const perMinute = 30;
const bodyBytes = 2048;
const daySeconds = 24 * 60 * 60;
const keyPattern = /^[A-Za-z0-9_-]{8,64}$/;

const createId = (): string => randomBytes(16).toString('hex');

/** Where a form that was posted without script returns to. */
function pageBehind(referer: string | undefined, host: string | undefined): string {
  if (referer === undefined || !URL.canParse(referer)) return '/';
  const { host: from, pathname, search } = new URL(referer);
  return from === host && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}

function decisionOf(fields: URLSearchParams, privacyControl: boolean): Decision | null {
  const value = fields.get('choice');
  if (value === 'control' || (privacyControl && value !== null)) return 'control';
  return value === 'accept' || value === 'reject' || value === 'save' ? value : null;
}

function grantedBy(decision: Decision, fields: URLSearchParams, { categories }: ConsentPolicy): readonly Category[] {
  if (decision === 'accept') return categories;
  return decision === 'save' ? categories.filter((category) => fields.has(category)) : [];
}

/** The endpoint of the consent banner. */
export function consentRoutes({
  site,
  store,
  limits,
  isForeign,
  trustProxy,
  clock,
  log,
  chosen = async () => {},
}: ConsentRoutesOptions): AddRoutes {
  async function handle(request: Request, response: Response): Promise<void> {
    const definition = site();
    const policy = policyOf(definition.site);
    const end = (status: number, headers: Record<string, string> = {}): void => {
      request.resume();
      response
        .status(status)
        .set({ 'Cache-Control': 'no-store', ...headers })
        .end();
    };
    if (policy === null) return end(404);
    if (isForeign(request)) return end(403);
    const address = clientAddress(request, trustProxy);
    const wait = await limits.take('consent', limitKeyOf(address), perMinute);
    if (wait > 0) return end(429, { 'Retry-After': String(wait) });
    const body = await readForm(request, bodyBytes);
    if (!body.ok) return body.fault === 'gone' ? undefined : end(400);
    const signals = consentSignals(request);
    const decision = decisionOf(body.value, signals.privacyControl);
    if (decision === null) return end(400);
    const key = body.value.get('key') ?? '';
    const choice = {
      version: policy.version,
      granted: grantedBy(decision, body.value, policy),
      id: signals.choice?.id ?? createId(),
    };
    const rows = proofOf(definition, policy, {
      ...{ choice, decision, address, at: clock(), page: pageOf(request.headers.referer) },
      key: keyPattern.test(key) ? key : createId(),
      userAgent: request.headers['user-agent'] ?? null,
    });
    try {
      for (const row of rows) await store.submit(row);
      const refused = policy.categories.filter((category) => !choice.granted.includes(category));
      const visitors = new Set([choice.id, ...visitorKeys({ consent: signals, visitId: visitIdOf(request) })]);
      if (refused.length > 0)
        for (const visitor of visitors) await store.deliveries.cancelWaiting(visitor, refused, clock());
      await chosen(visitIdOf(request), choice);
    } catch (error) {
      log.write('error', 'consent-not-stored', errorFields(error));
      return end(503, { 'Retry-After': '5' });
    }
    const secure = isSecure(request, trustProxy) ? '; Secure' : '';
    // Scripts of the page read it, because pages are cached for all visitors.
    const cookie = `${consentCookie}=${writeChoice(choice)}; Path=/; Max-Age=${policy.days * daySeconds}; SameSite=Lax${secure}`;
    response.append('Set-Cookie', cookie).set('Cache-Control', 'no-store');
    if (request.headers.accept === 'application/json') {
      if (keyPattern.test(key)) response.set(callKeyHeader, key);
      response.status(204).end();
    } else {
      const page = pageBehind(request.headers.referer, request.headers.host);
      response.status(303).set('Location', `${page}#${consentSavedAnchor}`).end();
    }
  }
  return ({ post }) => post(serverPaths.consent, handle);
}
