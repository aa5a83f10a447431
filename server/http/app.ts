/** Everything but the intakes: pages, files, health. */

import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { type CalendarEvent, calendarPath, icsOf } from '../../engine/calendar/event.ts';
import type { Version } from '../definitions/versions.ts';
import { createDrawings } from '../images/drawing.ts';
import { imageFolder } from '../images/formats.ts';
import { hints, qualityFor } from '../images/quality.ts';
import type { Variants } from '../images/variants.ts';
import { errorFields, type Log } from '../log/log.ts';
import { type Bundles, bundleFolder } from '../pages/bundles.ts';
import { type Encoded, encode, sendEncoded } from '../pages/encoded.ts';
import { robots, siteMap } from '../pages/site-map.ts';
import { type TraceSink, tracesPath } from '../traces/sink.ts';
import { type BuiltAssets, funnelAsset } from './assets.ts';
import { closedPolicy, isSecure, standingHeaders, strictTransport } from './headers.ts';
import type { Health } from './health.ts';
import { splitTarget } from './request.ts';

export interface AppParts {
  readonly current: () => Version;
  readonly pages: (request: Request, response: Response) => Promise<void>;
  readonly built: BuiltAssets;
  readonly bundles: Bundles;
  readonly funnelsDir: string;
  readonly variants: Variants;
  readonly health: Health;
  /** Null where traces are not taken. */
  readonly traces: TraceSink | null;
  readonly trustProxy: number;
  readonly log: Log;
}

const forEver = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600';
// An SVG opened by itself is a document: it may carry styles, and nothing that runs.
const filePolicy = `${closedPolicy}; style-src 'unsafe-inline'; img-src data:; sandbox`;

/** The Express application. */
export function createApp({
  current,
  pages,
  built,
  bundles,
  funnelsDir,
  variants,
  health,
  traces,
  trustProxy,
  log,
}: AppParts): Express {
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

  const drawings = createDrawings();
  const missing = (response: Response): void => {
    response
      .status(404)
      .set('Cache-Control', 'no-store')
      .json({ message: current().intakes.messages.notFound, code: 'not-found' });
  };
  const give = async (request: Request, response: Response, found: Promise<Encoded> | null): Promise<void> => {
    if (found === null) return missing(response);
    sendEncoded(request, response, await found, 200, { 'Cache-Control': forEver });
  };
  const giveFile = async (request: Request, response: Response, next: NextFunction, path: string): Promise<void> => {
    const asset = await funnelAsset(funnelsDir, path);
    if (asset === null) return missing(response);
    if (asset.type === 'image/svg+xml') {
      const drawing = await drawings.find(asset.file).catch(() => null);
      if (drawing === null) return missing(response);
      const headers = { 'Content-Security-Policy': filePolicy, 'Cache-Control': forAnHour };
      return sendEncoded(request, response, drawing, 200, headers);
    }
    response.set({ 'Content-Type': asset.type, 'Content-Security-Policy': filePolicy, 'Cache-Control': forAnHour });
    // Express answers conditions and ranges; a file that went away meanwhile is missing. The folder itself may stand
    // below one whose name begins with a dot.
    response.sendFile(asset.file, { cacheControl: false, etag: true, dotfiles: 'allow' }, (error) => {
      if (error && !response.headersSent) missing(response);
      else if (error) next(error);
    });
  };

  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' });
  });
  app.get('/readyz', async (_request, response) => {
    const reason = await health.ready().then(
      () => null,
      (error: unknown) => (error as { code?: string }).code ?? (error as Error).message,
    );
    response
      .status(reason === null ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(reason === null ? { status: 'ready', definition: current().site.hash } : { status: 'not ready', reason });
  });
  app.get('/robots.txt', async (request, response) => {
    sendEncoded(
      request,
      response,
      await encode(robots(current().edition.origin), 'text/plain; charset=utf-8', 'once'),
      200,
      { 'Cache-Control': forAnHour },
    );
  });
  app.get('/sitemap.xml', async (request, response) => {
    const { site, edition } = current();
    sendEncoded(
      request,
      response,
      await encode(siteMap(site, edition.origin), 'application/xml; charset=utf-8', 'once'),
      200,
      { 'Cache-Control': forAnHour },
    );
  });
  app.get(calendarPath(':event'), (request, response) => {
    const { site, edition } = current();
    const id = String(request.params['event']);
    const event = Object.hasOwn(site.site.events ?? {}, id) ? site.site.events?.[id] : undefined;
    if (event === undefined) return missing(response);
    response
      .set({
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': `attachment; filename="${id}.ics"`,
        'Cache-Control': forAnHour,
      })
      .send(icsOf(id, event as CalendarEvent, new URL(edition.origin).host, Date.now()));
  });
  app.get('/favicon.svg', (request, response, next) => giveFile(request, response, next, 'geral/assets/favicon.svg'));
  app.get('/_f/assets/:name', (request, response) => give(request, response, built.find(request.params.name)));
  app.get(`${bundleFolder}:name`, (request, response) => give(request, response, bundles.find(request.params.name)));
  app.get(`${imageFolder}:name`, async (request, response) => {
    const found = await variants.find(request.params.name, qualityFor(request.headers));
    if (found === null) return missing(response);
    response
      .set({ 'Content-Type': found.type, 'Cache-Control': forEver, Vary: hints, 'Content-Security-Policy': filePolicy })
      .send(found.body);
  });
  app.get('/assets/{*path}', (request, response, next) =>
    giveFile(request, response, next, splitTarget(request.url).path.slice('/assets/'.length)),
  );
  if (traces !== null) app.post(tracesPath, (request, response) => traces.take(request, response));
  app.use('/_f', (_request, response) => missing(response));
  app.use((request, response) => pages(request, response));

  // Four parameters tell Express that this is for errors.
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    // A path that is no well-formed text is the sender's fault.
    const status = (error as { status?: unknown } | null)?.status === 400 ? 400 : 500;
    if (status === 500) log.write('error', 'request-failed', errorFields(error));
    if (response.headersSent) return next(error);
    const { messages } = current().intakes;
    response
      .status(status)
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send(status === 400 ? messages.malformed : messages.internal);
  });
  return app;
}
