/** The Express application: what all its responses share. Its routes are passed in. */
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { serverPaths } from '../../engine/paths.ts';
import { errorFields, type Log } from '../log/log.ts';
import { closedPolicy, commonHeaders, isSecure, strictTransport } from './headers.ts';

/** How a folder of the server adds its routes. */
export interface Routes {
  /** Adds a path that accepts GET and HEAD only. */
  read(path: string, answer: RequestHandler): void;
  /** Adds the paths that the definitions name, which accept GET and HEAD only. */
  readNamed(isNamed: (path: string) => boolean, answer: RequestHandler): void;
  /** Adds a path that accepts POST only. */
  post(path: string, answer: RequestHandler): void;
  /** Sends 404. */
  notFound(response: Response): void;
}

export type AddRoutes = (routes: Routes) => void;

export interface AppParts {
  /** In order of precedence. */
  readonly routes: readonly AddRoutes[];
  /** Handles every other path. */
  readonly fallback: (request: Request, response: Response) => Promise<void>;
  readonly messages: () => Readonly<Record<'notFound' | 'methodNotAllowed' | 'malformed' | 'internal', string>>;
  readonly trustProxy: number;
  readonly log: Log;
}

export function createApp({ routes, fallback, messages, trustProxy, log }: AppParts): Express {
  const app = express();
  app
    .disable('x-powered-by')

    .set('trust proxy', trustProxy)
    .set('query parser', false)
    .set('case sensitive routing', true)
    .set('strict routing', true);

  app.use((request, response, next) => {
    response.set(commonHeaders).set('Content-Security-Policy', closedPolicy);
    if (isSecure(request, trustProxy)) response.set('Strict-Transport-Security', strictTransport);
    next();
  });

  const notFound = (response: Response): void => {
    response
      .status(404)
      .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': closedPolicy })
      .type('json')
      .json({ message: messages().notFound, code: 'not-found' });
  };
  const refuseMethod = (response: Response, allow: string): void => {
    response
      .status(405)
      .set({ Allow: allow, 'Cache-Control': 'no-store' })
      .json({ message: messages().methodNotAllowed, code: 'method-not-allowed' });
  };
  for (const add of routes)
    add({
      read(path, answer) {
        app.get(path, answer);
        app.all(path, (_request, response) => refuseMethod(response, 'GET, HEAD'));
      },
      readNamed(isNamed, answer) {
        app.use((request, response, next) => {
          if (!isNamed(request.path)) return next();
          if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response, 'GET, HEAD');
          return answer(request, response, next);
        });
      },
      post(path, answer) {
        app.post(path, answer);
        app.all(path, (_request, response) => refuseMethod(response, 'POST'));
      },
      notFound,
    });
  app.use(serverPaths.own.slice(0, -1), (_request, response) => notFound(response));
  app.use((request, response) => fallback(request, response));

  // Express recognizes an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    // A path with malformed percent-encoding is the client's error.
    const status = (error as { status?: unknown } | null)?.status === 400 ? 400 : 500;
    if (status === 500) log.write('error', 'request-failed', errorFields(error));
    if (response.headersSent) return next(error);
    response
      .status(status)
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send(status === 400 ? messages().malformed : messages().internal);
  });
  return app;
}
