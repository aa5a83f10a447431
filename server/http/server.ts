/** The listening process: the intakes first, then Express; limits on connections; a stop that finishes what is under way. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { serverPaths } from '../../engine/paths.ts';
import { errorFields, type Log } from '../log/log.ts';
import { limitWaiting } from './crowding.ts';
import { standingHeaders } from './headers.ts';
import { namesOneHost, splitTarget, visitIdOf } from './request.ts';

export interface ListenerParts {
  readonly intakes: (request: IncomingMessage, response: ServerResponse, path: string, query: string) => Promise<void>;
  readonly app: RequestListener;
  /** Whether a path is one of the site's own. */
  readonly isKnown: (path: string) => boolean;
  readonly log: Log;
  /** How many proxies in front are believed. Behind one, every connection has its address, so none is limited. */
  readonly trustProxy: number;
}

// A fifth of all. A browser opens six; a large office behind one address loses its oldest idle ones at most.
const waitingPerAddress = 1000;

// Served beside the site's own paths; a file's name is the author's only where there is such a file.
const service = new Set<string>([
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
const files = /^\/(?:_f|assets|calendario)\/[\w./-]{1,150}$/;

/** What the log says of a path: nothing that a visitor or a stranger made up. */
const shownPath = (path: string, status: number, isKnown: (path: string) => boolean): string =>
  isKnown(path) || service.has(path) || (status < 400 && files.test(path)) ? path : '(other)';

/** The answers under way of each server, to be told when it stops. */
const underWay = new WeakMap<Server, Set<ServerResponse>>();

/** The server, not yet listening. */
export function createHttpServer({ intakes, app, isKnown, log, trustProxy }: ListenerParts): Server {
  const answers = new Set<ServerResponse>();
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
      answers.add(response);
      // A stopping server takes no further request on this connection.
      if (!server.listening) response.shouldKeepAlive = false;
      response.on('close', () => {
        answers.delete(response);
        const visit = visitIdOf(request);
        const ms = Math.round((performance.now() - started) * 10) / 10;
        log.write('info', 'request', {
          method: request.method ?? '',
          path: shownPath(path, response.statusCode, isKnown),
          status: response.writableFinished ? response.statusCode : 0,
          ms,
          ...(visit === null ? {} : { visit }),
        });
      });
      if (!namesOneHost(request)) {
        request.resume();
        response.writeHead(400, { ...standingHeaders, Connection: 'close' }).end();
        return;
      }
      if (!path.startsWith(serverPaths.api)) return app(request, response);
      intakes(request, response, path, query).catch((error: unknown) => {
        log.write('error', 'request-failed', errorFields(error));
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end();
      });
    },
  );
  // Node's default is unbounded; memory is not.
  server.maxConnections = 5000;
  if (trustProxy === 0) limitWaiting(server, waitingPerAddress);
  underWay.set(server, answers);
  return server;
}

/** Listens. @returns the port; @throws when it is taken */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/**
 * Takes no new connections, lets what is under way end, and cuts what has not ended in time.
 * @param patience milliseconds
 * @returns whether everything ended by itself
 */
export async function stopListening(server: Server, patience: number): Promise<boolean> {
  let cut = false;
  const timer = setTimeout(() => {
    cut = true;
    server.closeAllConnections();
  }, patience);
  // A connection kept alive goes idle only after its answer, so idle ones are looked for until all are gone.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    for (const response of underWay.get(server) ?? []) response.shouldKeepAlive = false;
    server.closeIdleConnections();
  });
  clearTimeout(timer);
  clearInterval(idle);
  return !cut;
}
