/** Everything but the intakes: pages, files, health. */

import { createHash } from 'node:crypto';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { calendarPath } from '../../engine/calendar/event.ts';
import { serverPaths } from '../../engine/paths.ts';
import type { Version } from '../definitions/versions.ts';
import { createDrawings } from '../images/drawing.ts';
import type { DrawnPictures } from '../images/drawn.ts';
import { imageFolder, isQuality } from '../images/formats.ts';
import type { Icons } from '../images/icons.ts';
import { qualityFor } from '../images/quality.ts';
import type { Variants } from '../images/variants.ts';
import { errorFields, type Log } from '../log/log.ts';
import { type Bundles, bundleFolder } from '../pages/bundles.ts';
import { type Encoded, encode, sendEncoded } from '../pages/encoded.ts';
import type { PageDates } from '../pages/page-dates.ts';
import { robots, siteMap } from '../pages/site-map.ts';
import { type TraceSink, tracesPath } from '../traces/sink.ts';
import { type BuiltAssets, funnelAsset } from './assets.ts';
import { createCalendar } from './calendar.ts';
import { failsPrecondition } from './conditions.ts';
import { closedPolicy, isSecure, standingHeaders, strictTransport } from './headers.ts';
import type { Health } from './health.ts';
import { splitTarget } from './request.ts';

export interface AppParts {
  readonly current: () => Version;
  readonly pages: (request: Request, response: Response) => Promise<void>;
  readonly built: BuiltAssets;
  readonly bundles: Bundles;
  /** The folder that the files beside the definitions are in. */
  readonly assetsFolder: () => string;
  readonly variants: Variants;
  readonly drawn: DrawnPictures;
  readonly icons: Icons;
  readonly dates: Pick<PageDates, 'of'>;
  readonly health: Health;
  /** Null where traces are not taken. */
  readonly traces: TraceSink | null;
  readonly trustProxy: number;
  readonly log: Log;
}

const forEver = 'public, max-age=31536000, immutable';
// One address, several qualities: each browser keeps the one that suited its connection, and no shared cache does.
const forEverAtOne = forEver.replace('public', 'private');
const forAnHour = 'public, max-age=3600';
// An SVG opened by itself is a document: it may carry styles, and nothing that runs.
const filePolicy = `${closedPolicy}; style-src 'unsafe-inline'; img-src data:; sandbox`;

/** The Express application. */
export function createApp({
  current,
  pages,
  built,
  bundles,
  assetsFolder,
  variants,
  drawn,
  icons,
  dates,
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
  const calendar = createCalendar(Date.now);
  const missing = (response: Response): void => {
    response
      .status(404)
      .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': closedPolicy })
      .type('json')
      .json({ message: current().intakes.messages.notFound, code: 'not-found' });
  };
  /** A path that is only read. */
  const read = (path: string, answer: RequestHandler): void => {
    app.get(path, answer);
    app.all(path, (_request, response) => refuseMethod(response, 'GET, HEAD'));
  };
  const refuseMethod = (response: Response, allow: string): void => {
    response
      .status(405)
      .set({ Allow: allow, 'Cache-Control': 'no-store' })
      .json({ message: current().intakes.messages.methodNotAllowed, code: 'method-not-allowed' });
  };
  const give = async (request: Request, response: Response, found: Promise<Encoded> | null): Promise<void> => {
    if (found === null) return missing(response);
    sendEncoded(request, response, await found, 200, { 'Cache-Control': forEver });
  };
  const givePicture = (
    request: Request,
    response: Response,
    { body, type }: { readonly body: Buffer; readonly type: string },
    headers: Readonly<Record<string, string>>,
  ): void => {
    const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    sendEncoded(request, response, { type, bodies: { identity: body }, tag }, 200, {
      ...headers,
      'Content-Security-Policy': filePolicy,
    });
  };
  const refuseFile = (response: Response, error: Error): void => {
    const { status, headers } = error as { status?: number; headers?: Record<string, string> };
    // A range or a condition that cannot be met says nothing about the file being there.
    if (status === 412 || status === 416) {
      response.removeHeader('Content-Type');
      response
        .status(status)
        .set({ ...headers, 'Cache-Control': 'no-store' })
        .end();
    } else missing(response);
  };
  const giveFile = async (request: Request, response: Response, next: NextFunction, path: string): Promise<void> => {
    const asset = await funnelAsset(assetsFolder(), path);
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
      if (error && response.headersSent) next(error);
      else if (error) refuseFile(response, error);
    });
  };

  read(serverPaths.alive, (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' });
  });
  read(serverPaths.ready, async (_request, response) => {
    const reason = await health.ready().then(
      () => null,
      (error: unknown) => (error as { code?: string }).code ?? (error as Error).message,
    );
    response
      .status(reason === null ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(reason === null ? { status: 'ready', definition: current().site.hash } : { status: 'not ready', reason });
  });
  read(serverPaths.robots, async (request, response) => {
    sendEncoded(
      request,
      response,
      await encode(robots(current().edition.origin), 'text/plain; charset=utf-8', 'once'),
      200,
      { 'Cache-Control': forAnHour },
    );
  });
  read(serverPaths.siteMap, async (request, response) => {
    const { site, edition } = current();
    sendEncoded(
      request,
      response,
      await encode(siteMap(site, edition.origin, dates.of), 'application/xml; charset=utf-8', 'once'),
      200,
      { 'Cache-Control': forAnHour },
    );
  });
  read(calendarPath(':event'), (request, response) => {
    const { site, edition } = current();
    const id = String(request.params['event']);
    const file = calendar(site, id, new URL(edition.origin).host);
    if (file === null) return missing(response);
    if (failsPrecondition(request, file.tag)) return void response.status(412).end();
    response
      .set({
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': `attachment; filename="${id}.ics"`,
        'Cache-Control': forAnHour,
        ETag: file.tag,
      })
      .send(file.text);
  });
  const giveIcon = async (request: Request, response: Response): Promise<void> => {
    const found = await icons.find(splitTarget(request.url).path.slice(1));
    if (found === null) return missing(response);
    givePicture(request, response, found, { 'Cache-Control': forAnHour });
  };
  for (const path of [serverPaths.favicon, serverPaths.oldFavicon, serverPaths.touchIcon]) read(path, giveIcon);
  read(serverPaths.manifest, async (request, response) => {
    const encoded = await encode(await icons.manifest(), 'application/manifest+json; charset=utf-8', 'once');
    sendEncoded(request, response, encoded, 200, { 'Cache-Control': forAnHour });
  });
  read(`${serverPaths.own}assets/:name`, (request, response) =>
    give(request, response, built.find(String(request.params['name']))),
  );
  read(`${bundleFolder}:name`, (request, response) =>
    give(request, response, bundles.find(String(request.params['name']))),
  );
  read(`${imageFolder}:name`, async (request, response) => {
    const name = String(request.params['name']);
    const found = await variants.find(name, qualityFor(request.headers));
    if (found !== null) return givePicture(request, response, found, { 'Cache-Control': forEverAtOne });
    const card = await drawn.find(name);
    const icon = card === null && name.startsWith('icon-') ? await icons.find(name) : null;
    const made = card === null ? icon : { body: card, type: 'image/png' };
    if (made === null) return missing(response);
    givePicture(request, response, made, { 'Cache-Control': forEver });
  });
  read(`${imageFolder}:quality/:name`, async (request, response) => {
    const quality = String(request.params['quality']);
    const found = isQuality(quality) ? await variants.find(String(request.params['name']), quality) : null;
    if (found === null) return missing(response);
    givePicture(request, response, found, { 'Cache-Control': forEver });
  });
  read(`${serverPaths.assets}{*path}`, (request, response, next) =>
    giveFile(request, response, next, splitTarget(request.url).path.slice(serverPaths.assets.length)),
  );
  if (traces !== null) {
    app.post(tracesPath, (request, response) => traces.take(request, response));
    app.all(tracesPath, (_request, response) => refuseMethod(response, 'POST'));
  }
  app.use(serverPaths.own.slice(0, -1), (_request, response) => missing(response));
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
