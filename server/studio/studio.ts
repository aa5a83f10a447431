/** The requests of the studio, under `/studio` on the admin port: login, session, the application and its API. */
import type { IncomingMessage } from 'node:http';
import { readForm } from '../http/body.ts';
import { clientAddress, limitKeyOf, personKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Log } from '../log/log.ts';
import type { StaffStore } from '../store/types.ts';
import type { StudioBundle } from './bundle.ts';
import { isOwn, namesStudio, type StudioPlace } from './guard.ts';
import { loginPage, loginStyle, shellPage } from './pages.ts';
import { isPassword } from './passwords.ts';
import { html, redirect, StudioError, type StudioReply } from './replies.ts';
import { type Respond, respondWith } from './respond.ts';
import { createSessions, type Staff } from './sessions.ts';

/** A request of somebody who is logged in. */
export interface StudioCall {
  readonly request: IncomingMessage;
  /** The path after `/studio/api`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly staff: Staff;
}

/** Answers calls of the application. @throws StudioError, StoreError */
export type StudioApi = (call: StudioCall) => Promise<StudioReply>;

export interface StudioParts {
  readonly place: StudioPlace;
  readonly staff: StaffStore;
  readonly limits: Pick<RateLimit, 'take'>;
  readonly bundle: StudioBundle;
  readonly api: StudioApi;
  /** How many proxies in front of the admin port are trusted. */
  readonly proxies: number;
  readonly log: Log;
  readonly clock: () => number;
}

export interface Studio {
  /** Whether a path belongs to the studio. */
  owns(path: string): boolean;
  /** Answers a request whose path it owns. Never rejects. @param query without the question mark */
  readonly handle: Respond;
}

const home = '/studio/';
const login = '/studio/login';
const api = '/studio/api';
const assetPath = '/studio/assets/';
/** Attempts to log in per minute, of an address and for a name. */
const attempts = { address: 10, name: 5 } as const;

/** A path in the studio that a login may lead to: never another site. */
const localPath = (to: string | null): string =>
  to !== null && /^\/studio\/[\w\-./?=&%]*$/.test(to) && !to.includes('//') && !to.includes('..') ? to : home;

function requireMethod(request: IncomingMessage, ...methods: readonly string[]): void {
  if (methods.includes(request.method ?? '')) return;
  throw new StudioError(405, 'method-not-allowed', `Use ${methods.join(' or ')}.`, { Allow: methods.join(', ') });
}

export function createStudio(parts: StudioParts): Studio {
  const { place, staff: users, limits, bundle, log, clock } = parts;
  const sessions = createSessions(users, place.adminUrl?.startsWith('https:') === true, clock);

  const loginReply = (status: number, to: string, fault: string | null): StudioReply =>
    html(status, loginPage(to, fault), [loginStyle]);

  async function logIn(request: IncomingMessage): Promise<StudioReply> {
    const body = await readForm(request, 4096);
    if (!body.ok) throw new StudioError(400, 'malformed', 'The login form could not be read.');
    const name = (body.value.get('name') ?? '').trim();
    const to = localPath(body.value.get('to'));
    const client = limitKeyOf(clientAddress(request, parts.proxies));
    const wait = Math.max(
      await limits.take('studio-login', client, attempts.address),
      await limits.take('studio-login-name', personKeyOf(name.toLowerCase()), attempts.name),
    );
    if (wait > 0)
      return {
        ...loginReply(429, to, `Too many attempts. Try again in ${wait} seconds.`),
        headers: { 'Retry-After': String(wait) },
      };
    const user = await users.user(name);
    const isRight = await isPassword((body.value.get('password') ?? '').slice(0, 256), user?.password ?? null);
    const cookie = isRight && user !== null ? await sessions.begin(user.name) : null;
    // The name is what somebody typed: it may be a password.
    log.write('info', cookie === null ? 'studio-login-refused' : 'studio-login', cookie === null ? {} : { name });
    if (cookie === null) return loginReply(401, to, 'This name and password do not match.');
    return redirect(to, { 'Set-Cookie': cookie });
  }

  async function ofStaff(request: IncomingMessage, path: string, query: string, staff: Staff): Promise<StudioReply> {
    if (path === api || path.startsWith(`${api}/`))
      return await parts.api({ request, path: path.slice(api.length), query: new URLSearchParams(query), staff });
    requireMethod(request, 'GET', 'HEAD');
    if (path.startsWith(assetPath)) {
      const file = await bundle.file(path.slice(assetPath.length), request.headers['accept-encoding']);
      if (file === null) throw new StudioError(404, 'not-found', 'There is no such file.');
      return file;
    }
    // Everything else is a page of the application, which says so itself where there is none.
    if (!/^\/studio(?:\/[\w\-./]*)?$/.test(path) || path.includes('..'))
      throw new StudioError(404, 'not-found', 'There is no such page.');
    const entry = await bundle.entry();
    if (entry === null) throw new StudioError(503, 'not-built', 'The studio is not built: run `npm run build`.');
    return path === '/studio' ? redirect(home) : html(200, shellPage(assetPath + entry));
  }

  async function replyTo(request: IncomingMessage, path: string, query: string): Promise<StudioReply> {
    if (!namesStudio(place, request))
      throw new StudioError(421, 'wrong-host', 'This host name is not one of the studio. Set ADMIN_URL to allow it.');
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    // A link of another site may open a page, without its session: the cookie is not sent then.
    if ((isChange || path.startsWith(`${api}/`)) && !isOwn(place, request, isChange))
      throw new StudioError(403, 'cross-site', 'The request is from a page of another site.');
    const { cookie } = request.headers;
    if (path === login) {
      requireMethod(request, 'GET', 'HEAD', 'POST');
      if (request.method === 'POST') return await logIn(request);
      return loginReply(200, localPath(new URLSearchParams(query).get('to')), null);
    }
    if (path === '/studio/logout') {
      requireMethod(request, 'POST');
      return redirect(login, { 'Set-Cookie': await sessions.end(cookie) });
    }
    const staff = await sessions.staffOf(cookie);
    if (staff !== null) return await ofStaff(request, path, query, staff);
    const isPage = !isChange && !path.startsWith(`${api}/`) && !path.startsWith(assetPath);
    if (!isPage) throw new StudioError(401, 'unauthorized', 'Log in first.');
    return redirect(`${login}?to=${encodeURIComponent(localPath(query === '' ? path : `${path}?${query}`))}`);
  }

  return {
    owns: (path) => path === '/studio' || path.startsWith('/studio/'),
    handle: respondWith({ replyTo, api, log, failure: 'studio-request-failed' }),
  };
}
