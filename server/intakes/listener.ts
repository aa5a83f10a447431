/**
 * The intakes over HTTP. They are handled by the server itself, before Express, because every lead takes this path and
 * it must stay short.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { callKeyHeader } from '../../engine/flow/post-names.ts';
import { landingOfPage } from '../attribution/attribution.ts';
import { consentSignals } from '../consent/purposes.ts';
import { readJson } from '../http/body.ts';
import { closedPolicy, commonHeaders, isSecure, strictTransport } from '../http/headers.ts';
import type { CrossSiteCheck } from '../http/origin.ts';
import { keyPattern, pageOf, visitIdOf } from '../http/request.ts';
import { clientAddress } from '../limits/address.ts';
import type { IntakeErrorCode, IntakeReply } from './errors.ts';
import { ownerCookie, ownerKeys } from './owner.ts';
import type { IntakeRunner } from './runner.ts';

export interface IntakeListenerOptions {
  /**
   * The intakes of the version that drew the page of a request, and those of the visitor's own version, which are the
   * same unless a publication came between; read once per request.
   */
  readonly choose: (request: IncomingMessage) => ChosenIntakes | Promise<ChosenIntakes>;
  readonly trustProxy: number;
  readonly isForeign: CrossSiteCheck;
}

export interface ChosenIntakes {
  readonly drawn: IntakeRunner;
  readonly own: IntakeRunner;
}

const baseHeaders = Object.freeze({
  ...commonHeaders,
  'Content-Security-Policy': closedPolicy,
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
});

/** Handles `/api/…`. */
export function createIntakeListener({
  choose,
  trustProxy,
  isForeign,
}: IntakeListenerOptions): (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
) => Promise<void> {
  function send(request: IncomingMessage, response: ServerResponse, reply: IntakeReply): void {
    if (response.destroyed || response.headersSent) return;
    const text = JSON.stringify(reply.body);
    const headers: Record<string, string | number> = {
      ...baseHeaders,
      ...reply.headers,
      'Content-Length': Buffer.byteLength(text),
    };
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    if (key !== null && keyPattern.test(key)) headers[callKeyHeader] = key;
    const secure = isSecure(request, trustProxy);
    if (secure) headers['Strict-Transport-Security'] = strictTransport;
    const { granted = [] } = reply;
    const cookie = granted.length === 0 ? null : ownerCookie(granted, ownerKeys(request.headers.cookie), secure);
    if (cookie !== null) headers['Set-Cookie'] = cookie;
    // The unread rest of the body would be parsed as the next request.
    if (reply.status === 413) headers.Connection = 'close';
    response.writeHead(reply.status, headers);
    response.end(text);
  }

  return async (request, response, path, query) => {
    const chosen = choose(request);
    const { drawn: intakes, own } = chosen instanceof Promise ? await chosen : chosen;
    const answer = (code: IntakeErrorCode, headers: Record<string, string> = {}): void => {
      request.resume();
      send(request, response, intakes.refuse(path, code, { headers }));
    };
    const methods = intakes.methodsOf(path);
    if (methods.length === 0) return answer('not-found');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (method !== 'GET' && method !== 'POST') return answer('method-not-allowed', { Allow: allowOf(methods) });
    if (!methods.includes(method)) return answer('method-not-allowed', { Allow: allowOf(methods) });
    if (isForeign(request)) return answer('cross-site');
    const context = {
      address: clientAddress(request, trustProxy),
      page: pageOf(request.headers.referer),
      userAgent: request.headers['user-agent'] ?? null,
      owner: ownerKeys(request.headers.cookie),
      visitId: visitIdOf(request),
      consent: consentSignals(request),
      trapped: request.headers['form-trap'] === '1',
      opened: textOf(request.headers['form-opened']),
      proof: textOf(request.headers['form-proof']),
      cookie: request.headers.cookie ?? null,
      closing: own === intakes ? null : own.conditionOf(path),
      source: {
        landing: () => landingOfPage(request.headers.referer),
        host: request.headers.host ?? null,
      },
    };
    const reply =
      method === 'GET'
        ? await intakes.handle('GET', path, {
            ...{ ...context, key: null },
            body: intakes.parametersOf(path, new URLSearchParams(query)),
          })
        : await intakes.handle('POST', path, {
            ...{ ...context, key: idempotencyKeyOf(request.headers['idempotency-key']) },
            read: () => readJson(request),
          });
    if (reply.code !== undefined) request.resume();
    send(request, response, reply);
  };
}

const textOf = (header: string | string[] | undefined): string | null => (typeof header === 'string' ? header : null);

/** The idempotency key of a submission: a quoted string (RFC 8941) as in the IETF draft, or bare. */
function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header.join(',') : header;
  return text === undefined ? null : (/^"([^"\\]*)"$/.exec(text.trim())?.[1] ?? text);
}

const allowOf = (methods: readonly string[]): string =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
