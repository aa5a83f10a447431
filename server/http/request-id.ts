/** The id that a request has in the log and in its error response. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Header of error responses. */
export const requestIdHeader = 'X-Request-Id';

// Ids of common proxies are UUIDs, hexadecimal numbers or `Root=1-…;Self=1-…`.
const validId = /^[\w.:;=+/-]{8,128}$/;

/**
 * The id that a trusted proxy sent, or a random one.
 * @param header the header that the proxy always sets or overwrites, in lower case; null trusts no header
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>, header: string | null): string {
  const sent = header === null ? undefined : headers[header];
  return typeof sent === 'string' && validId.test(sent) ? sent : randomUUID();
}

/**
 * Sends the id with the response if it is an error. Other responses may be cached and shared, so they must not contain
 * a value of one request.
 */
export function identifyError(response: ServerResponse, id: string): void {
  const writeHead = response.writeHead as (status: number, ...rest: unknown[]) => ServerResponse;
  // An own property: Express replaces the prototype of responses.
  response.writeHead = function (this: ServerResponse, status: number, ...rest: unknown[]) {
    if (status >= 400) this.setHeader(requestIdHeader, id);
    return writeHead.call(this, status, ...rest);
  } as ServerResponse['writeHead'];
}
