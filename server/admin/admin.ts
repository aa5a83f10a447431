/** The requests of the admin port: metrics, readiness and leads; those of the studio are handed on. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { splitTarget } from '../http/request.ts';
import { identifyError, requestIdOf } from '../http/request-id.ts';
import { errorFields, type Log } from '../log/log.ts';
import { withRequest } from '../log/request-scope.ts';
import { StoreError } from '../store/errors.ts';
import type { LeadsApi } from './leads-api.ts';
import { AdminError, sendJson, sendText } from './reply.ts';
import type { Status } from './status.ts';
import { collectionsOf, type TokenCheck } from './tokens.ts';

export interface AdminParts {
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
  readonly status: () => Promise<Status>;
  readonly leads: LeadsApi;
  readonly tokens: TokenCheck;
  readonly studio: StudioListener;
  readonly log: Log;
}

/** The studio, which answers its own requests. */
export interface StudioListener {
  owns(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void>;
}

const paths = ['/', '/healthz', '/readyz', '/metrics', '/api/leads', '/studio/'] as const;
const leadsPath = /^\/api\/leads(?<rest>$|\/[\w-]+$)/;

/** @throws AdminError 503 */
function unavailable(error: unknown): never {
  throw error instanceof StoreError ? new AdminError(503, 'unavailable', error.message) : error;
}

export function createAdminServer({ metrics, status, leads, tokens, studio, log }: AdminParts): Server {
  /** @throws AdminError 401 */
  async function scopesOf({ headers }: IncomingMessage) {
    const secret = /^bearer +([\w-]{1,200})\s*$/i.exec(headers.authorization ?? '')?.[1];
    const scopes = secret === undefined ? null : await tokens.scopesOf(secret).catch(unavailable);
    if (scopes !== null) return scopes;
    throw new AdminError(
      401,
      'unauthorized',
      'Send a token in the header Authorization: Bearer TOKEN. `npx funnel tokens create` makes one.',
    );
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, query } = splitTarget(request.url ?? '/');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      throw new AdminError(405, 'method-not-allowed', 'The admin port accepts GET and HEAD only.');
    }
    if (path === '/') return sendText(response, 200, `${(await status()).line}\n\n${paths.slice(1).join('\n')}\n`);
    if (path === '/healthz') return sendText(response, 200, 'alive\n');
    if (path === '/readyz') {
      const { ready, line } = await status();
      return sendText(response, ready ? 200 : 503, `${line}\n`);
    }
    if (path === '/metrics') {
      const { text, contentType } = await metrics();
      return sendText(response, 200, text, contentType);
    }
    const rest = leadsPath.exec(path)?.groups?.['rest'];
    if (rest !== undefined)
      return leads.handle(response, rest, new URLSearchParams(query), collectionsOf(await scopesOf(request)));
    throw new AdminError(404, 'not-found', `There is nothing here. There are ${paths.join(', ')}.`);
  }

  function refuse(response: ServerResponse, error: unknown): void {
    if (!(error instanceof AdminError)) log.write('error', 'admin-request-failed', errorFields(error));
    if (response.headersSent) return void response.destroy();
    const {
      status: code,
      code: name,
      message,
    } = error instanceof AdminError
      ? error
      : new AdminError(500, 'internal', 'The server failed; its log has the error.');
    if (code === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    sendJson(response, code, { code: name, message });
  }

  return createServer({ headersTimeout: 10_000, requestTimeout: 15_000 }, (request, response) => {
    const id = requestIdOf(request, null);
    identifyError(response, id);
    const { path, query } = splitTarget(request.url ?? '/');
    if (studio.owns(path)) {
      void withRequest({ requestId: id, span: null }, () => studio.handle(request, response, path, query));
      return;
    }
    request.resume();
    void withRequest({ requestId: id, span: null }, () =>
      answer(request, response).catch((error: unknown) => refuse(response, error)),
    );
  });
}
