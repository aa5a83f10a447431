/** The HTTP server: intakes first, then Express; connection limits; graceful stop. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { serverPaths } from '../../engine/paths.ts';
import { errorFields, type Log } from '../log/log.ts';
import { type RequestSpan, withRequest } from '../log/request-scope.ts';
import { limitWaiting } from './crowding.ts';
import { commonHeaders } from './headers.ts';
import { namesOneHost, splitTarget, visitIdOf } from './request.ts';
import { identifyError, requestIdOf } from './request-id.ts';
import { createSlots, type Slots } from './slots.ts';

export interface ListenerParts {
  readonly intakes: (request: IncomingMessage, response: ServerResponse, path: string, query: string) => Promise<void>;
  readonly app: RequestListener;
  /** Called before each request is handled; true if it has ended the response. Only for `funnel dev`. */
  readonly hold?: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | undefined;
  /** Whether a path belongs to the site. */
  readonly isKnown: (path: string) => boolean;
  readonly log: Log;
  /** How many proxies in front are trusted. Behind a proxy all connections share its address, so none is limited. */
  readonly trustProxy: number;
  /** The header in which a trusted proxy sends the id of a request, in lower case; null draws every id. */
  readonly requestIdHeader: string | null;
  /** Called with each finished request: what it asked for, its status (0 when it was aborted) and its seconds. */
  readonly observe?: ((kind: RequestKind, status: number, seconds: number) => void) | undefined;
  /** Begins the span of a request; null when it is not traced. */
  readonly beginSpan?: ((request: IncomingMessage) => RequestSpan | null) | undefined;
}

export type RequestKind = 'page' | 'intake' | 'file' | 'other';

// A fifth of all connections. A browser opens six; a large office behind one address loses at most its oldest idle
// ones.
const maxWaitingPerAddress = 1000;

// Served besides the site's own paths. Other file names are logged only when the file exists.
const servicePaths = new Set<string>([
  serverPaths.alive,
  serverPaths.ready,
  serverPaths.robots,
  serverPaths.siteMap,
  serverPaths.favicon,
  serverPaths.oldFavicon,
  serverPaths.touchIcon,
  serverPaths.manifest,
  serverPaths.traces,
]);
const filePaths = /^\/(?:(?:_f|assets)\/[\w./-]{1,150}|[\w/-]{1,150}\.ics)$/;

/** The path as the log shows it, without anything that a client made up. */
const loggedPath = (path: string, status: number, isKnown: (path: string) => boolean): string =>
  isKnown(path) || servicePaths.has(path) || (status < 400 && filePaths.test(path)) ? path : '(other)';

const kindOf = (path: string, isKnown: (path: string) => boolean): RequestKind => {
  if (path.startsWith(serverPaths.api)) return 'intake';
  if (path.startsWith(serverPaths.own) || path.startsWith(serverPaths.assets)) return 'file';
  return isKnown(path) ? 'page' : 'other';
};

/** The pending responses of each server; a stop closes their connections after them. */
const pendingResponses = new WeakMap<Server, Slots<ServerResponse>>();

/** Creates the server; `listen` starts it. */
export function createHttpServer(parts: ListenerParts): Server {
  const { intakes, app, hold, isKnown, log, trustProxy, requestIdHeader, observe, beginSpan } = parts;
  const pending = createSlots<ServerResponse>();

  function handle(request: IncomingMessage, response: ServerResponse, path: string, query: string): void {
    if (!namesOneHost(request)) {
      request.resume();
      response.writeHead(400, { ...commonHeaders, Connection: 'close' }).end();
      return;
    }
    if (!path.startsWith(serverPaths.api)) {
      app(request, response);
      return;
    }
    intakes(request, response, path, query).catch((error: unknown) => {
      log.write('error', 'request-failed', errorFields(error));
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  }

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      const { path, query } = splitTarget(request.url ?? '/');
      const started = performance.now();
      const requestId = requestIdOf(request, requestIdHeader);
      const span = beginSpan?.(request) ?? null;
      const scope = { requestId, span };
      identifyError(response, requestId);
      const slot = pending.add(response);
      // A stopping server accepts no further request on this connection.
      if (!server.listening) response.shouldKeepAlive = false;
      const ended = (): void => {
        pending.remove(slot);
        const visit = visitIdOf(request);
        const took = performance.now() - started;
        const status = response.writableFinished ? response.statusCode : 0;
        observe?.(kindOf(path, isKnown), status, took / 1000);
        const method = request.method ?? '';
        const shown = loggedPath(path, response.statusCode, isKnown);
        span?.end(
          {
            ...{ 'http.request.method': method, 'url.path': shown, 'http.response.status_code': status },
            ...{ 'funnel.request_id': requestId, ...(visit === null ? {} : { 'funnel.visit': visit }) },
          },
          status === 0 || status >= 500,
          `${method} ${shown}`,
        );
        log.write('info', 'request', {
          method,
          path: shown,
          status,
          ms: Math.round(took * 10) / 10,
          ...(visit === null ? {} : { visit }),
        });
      };
      response.on('close', () => withRequest(scope, ended));
      withRequest(scope, () => {
        if (hold === undefined) handle(request, response, path, query);
        else void hold(request, response).then((hasEnded) => hasEnded || handle(request, response, path, query));
      });
    },
  );
  // Node's default is unlimited; memory is limited.
  server.maxConnections = 5000;
  if (trustProxy === 0) limitWaiting(server, maxWaitingPerAddress);
  pendingResponses.set(server, pending);
  return server;
}

/**
 * The socket on which a service manager listens for this process, such as systemd (sd_listen_fds): connections wait there
 * while the process is restarted. Null without one.
 */
export const handedSocket = (env: Readonly<Record<string, string | undefined>>, pid: number): number | null =>
  env['LISTEN_PID'] === String(pid) && Number(env['LISTEN_FDS']) >= 1 ? 3 : null;

/**
 * Starts listening.
 * @param socket listens already, in place of a port
 * @returns the port
 * @throws when the port is taken
 */
export function listen(server: Server, port: number, host: string, socket: number | null = null): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket === null ? { port, host } : { fd: socket }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/**
 * Accepts no new connections, lets pending responses finish, and closes the connections that exceed the time limit.
 * @param timeoutMs milliseconds
 * @returns whether every response finished by itself
 */
export async function stopListening(server: Server, timeoutMs: number): Promise<boolean> {
  let cut = false;
  const timer = setTimeout(() => {
    cut = true;
    server.closeAllConnections();
  }, timeoutMs);
  // A keep-alive connection becomes idle only after its response, so idle ones are closed repeatedly until none is
  // left.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    for (const response of pendingResponses.get(server)?.values() ?? []) response.shouldKeepAlive = false;
    server.closeIdleConnections();
  });
  clearTimeout(timer);
  clearInterval(idle);
  return !cut;
}
