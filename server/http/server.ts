/** The listening process: the intakes first, then Express; limits on connections; a stop that finishes what is under way. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { errorFields, type Log } from '../log/log.ts';
import { splitTarget } from './request.ts';

export interface ListenerParts {
  readonly intakes: (request: IncomingMessage, response: ServerResponse, path: string, query: string) => Promise<void>;
  readonly app: RequestListener;
  /** Whether a path is one of the site's own. */
  readonly isKnown: (path: string) => boolean;
  readonly log: Log;
}

// Lower-case words only: nothing a visitor typed, no address, number or name in capitals looks like this.
const harmless = /^\/[a-z/-]{0,100}$/;
// A file's name is no visitor's word where there is such a file.
const files = /^\/(?:_f|assets)\/[\w./-]{1,150}$/;

/** The server, not yet listening. */
export function createHttpServer({ intakes, app, isKnown, log }: ListenerParts): Server {
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
      response.on('close', () => {
        const shown =
          isKnown(path) || harmless.test(path) || (response.statusCode < 400 && files.test(path)) ? path : '(other)';
        const ms = Math.round((performance.now() - started) * 10) / 10;
        log.write('info', 'request', {
          method: request.method ?? '',
          path: shown,
          status: response.writableFinished ? response.statusCode : 0,
          ms,
        });
      });
      if (!path.startsWith('/api/')) return app(request, response);
      intakes(request, response, path, query).catch((error: unknown) => {
        log.write('error', 'request-failed', errorFields(error));
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end();
      });
    },
  );
  // Node's default is unbounded; memory is not.
  server.maxConnections = 5000;
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
    server.closeIdleConnections();
  });
  clearTimeout(timer);
  clearInterval(idle);
  return !cut;
}
