/** The Express application: what all its answers have in common. Its routes are handed to it. */
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { serverPaths } from '../../engine/paths.ts';
import { errorFields, type Log } from '../log/log.ts';
import { closedPolicy, isSecure, standingHeaders, strictTransport } from './headers.ts';

/** What a folder of the server adds its routes with. */
export interface Routes {
  /** A path that is only read. */
  read(path: string, answer: RequestHandler): void;
  /** A path that is only posted to. */
  post(path: string, answer: RequestHandler): void;
  /** Answers that nothing is at the address. */
  missing(response: Response): void;
}

export type AddRoutes = (routes: Routes) => void;

export interface AppParts {
  /** In the order in which they are tried. */
  readonly routes: readonly AddRoutes[];
  /** Answers every other path. */
  readonly otherwise: (request: Request, response: Response) => Promise<void>;
  readonly messages: () => Readonly<Record<'notFound' | 'methodNotAllowed' | 'malformed' | 'internal', string>>;
  readonly trustProxy: number;
  readonly log: Log;
}

/** The Express application. */
export function createApp({ routes, otherwise, messages, trustProxy, log }: AppParts): Express {
  const app = express();
  app
    .disable('x-powered-by')

    .set('trust proxy', trustProxy)
    .set('query parser', false)
    .set('case sensitive routing', true)
    .set('strict routing', true);

  app.use((request, response, next) => {
    response.set(standingHeaders).set('Content-Security-Policy', closedPolicy);
    if (isSecure(request, trustProxy)) response.set('Strict-Transport-Security', strictTransport);
    next();
  });

  const missing = (response: Response): void => {
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
      post(path, answer) {
        app.post(path, answer);
        app.all(path, (_request, response) => refuseMethod(response, 'POST'));
      },
      missing,
    });
  app.use(serverPaths.own.slice(0, -1), (_request, response) => missing(response));
  app.use((request, response) => otherwise(request, response));

  // Four parameters tell Express that this is for errors.
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    // A path that is no well-formed text is the sender's fault.
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
