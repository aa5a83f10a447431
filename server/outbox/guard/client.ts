/**
 * Sends HTTP requests to addresses that authors and operators chose, and to none inside the operator's network: the
 * client resolves each host itself, checks every address of it, and connects to the addresses that it has checked.
 */
import { lookup as systemLookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { whyNotPublic } from './addresses.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host to all of its addresses. */
export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: readonly ResolvedAddress[]) => void,
) => void;

export interface HttpClientOptions {
  /** Whether the destination may be inside the operator's network, and be reached without TLS. */
  readonly allowPrivate?: boolean;
  readonly resolve?: Resolve;
  /** From the start of a request to the end of its answer. */
  readonly timeoutMs?: number;
  /** Certificates of authorities that are trusted instead of the usual ones. */
  readonly ca?: string;
}

/** A checked address of a destination. */
export interface Target {
  readonly send: typeof http.request;
  readonly options: http.RequestOptions;
}

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Reasons contain no part of the address but its host. */
export type HttpOutcome =
  /** A redirect is an answer like any other: it is not followed. */
  | {
      readonly answered: true;
      readonly status: number;
      readonly headers: http.IncomingHttpHeaders;
      /** What arrived of the body within the limits. */
      readonly text: string;
    }
  | { readonly answered: false; readonly reason: string };

export interface HttpClient {
  /** @returns a reason if no request may be sent to an address */
  target(address: string): Target | { readonly refused: string };
  /** Sends a request. Never rejects. */
  post(target: Target, request: PostRequest): Promise<HttpOutcome>;
  close(): void;
}

const usualTimeoutMs = 15_000;
export const largestAnswer = 64 * 1024;
/** Shorter than the idle time after which common servers close a connection. */
const idleMs = 4_000;
const connections = 20;

class Refusal extends Error {
  override readonly name = 'Refusal';
}

const remedy = 'if it belongs to you, declare the destination private: true';

const resolveBySystem: Resolve = (host, done) => systemLookup(host, { all: true }, (error, all) => done(error, all));

/**
 * A lookup that fails if any address of a host is not public. A host with both kinds may answer the next lookup
 * differently, so its public addresses are not used either.
 */
export function guardedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (host, options, done) =>
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) return done(error, '', 0);
      if (first === undefined) return done(new Refusal(`${host} has no address`), '', 0);
      for (const { address } of allowPrivate ? [] : addresses) {
        const reason = whyNotPublic(address);
        if (reason !== null) return done(new Refusal(`${host} resolves to ${reason}; ${remedy}`), '', 0);
      }
      // Connections try several addresses of a host only if they get them all.
      if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
}

function readTarget(address: string, allowPrivate: boolean): URL | string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return 'the address of the destination cannot be read';
  }
  const { protocol, hostname, username, password } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return 'the address of the destination is not an https address';
  if (username !== '' || password !== '')
    return 'the address of the destination contains a user name or a password; send a header in its place';
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (allowPrivate) return url;
  const reason = isIP(literal) === 0 ? null : whyNotPublic(literal);
  if (reason !== null) return `the destination is ${reason}; ${remedy}`;
  if (protocol === 'http:')
    return 'the destination has an http address; write https, or declare it private: true if it is in your own network';
  return url;
}

function failureOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (code === 'ERR_INVALID_CHAR') return 'a header of the destination contains a character that HTTP does not allow';
  return `no answer (${String(code ?? name)})`;
}

/** Creates a client with connections of its own. */
export function createHttpClient(options: HttpClientOptions = {}): HttpClient {
  const { allowPrivate = false, resolve = resolveBySystem, timeoutMs = usualTimeoutMs, ca } = options;
  const lookup = guardedLookup(resolve, allowPrivate);
  const settings = { keepAlive: true, maxSockets: connections, timeout: idleMs, lookup };
  const plain = new http.Agent(settings);
  const secure = new https.Agent({ ...settings, ...(ca === undefined ? {} : { ca }) });

  return {
    target(address) {
      const url = readTarget(address, allowPrivate);
      if (typeof url === 'string') return { refused: url };
      const isSecure = url.protocol === 'https:';
      return {
        send: isSecure ? https.request : http.request,
        options: {
          method: 'POST',
          agent: isSecure ? secure : plain,
          hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
          ...(url.port === '' ? {} : { port: Number(url.port) }),
          path: url.pathname + url.search,
        },
      };
    },
    post: ({ send, options: to }, { headers, body, signal }) =>
      new Promise((done) => {
        const content = Buffer.from(body);
        const chunks: Buffer[] = [];
        let size = 0;
        let answer: http.IncomingMessage | null = null;
        const settle = (outcome: HttpOutcome): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          done(outcome);
        };
        // The status is the answer: a body that stops in the middle changes nothing about it.
        const settleAnswer = ({ statusCode = 0, headers: received }: http.IncomingMessage): void =>
          settle({ answered: true, status: statusCode, headers: received, text: Buffer.concat(chunks).toString() });
        const settleCut = (reason: string): void => {
          if (answer === null) settle({ answered: false, reason });
          else settleAnswer(answer);
        };
        let request: http.ClientRequest | null = null;
        const end = (reason: string): void => {
          settleCut(reason);
          request?.destroy();
        };
        const stop = (): void => end('stopped, or no answer in time');
        const timer = setTimeout(() => end('no answer in time'), timeoutMs);
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        try {
          request = send({ ...to, headers: { ...headers, 'content-length': content.length } });
        } catch (error) {
          return settle({ answered: false, reason: failureOf(error) });
        }
        request.on('error', (error) => settleCut(failureOf(error)));
        request.on('response', (response) => {
          answer = response;
          response.on('data', (chunk: Buffer) => {
            const part = chunk.subarray(0, largestAnswer - size);
            size += part.length;
            chunks.push(part);
            if (part.length < chunk.length) end('');
          });
          response.on('end', () => settleAnswer(response));
          response.on('error', () => settleAnswer(response));
        });
        request.end(content);
      }),
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}
