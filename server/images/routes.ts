/** Routes of pictures, icons and the web manifest. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { serverPaths } from '../../engine/paths.ts';
import type { AddRoutes } from '../http/app.ts';
import { immutable, immutablePrivate, oneHour } from '../http/caching.ts';
import { encode, sendEncoded } from '../http/encoding.ts';
import { filePolicy } from '../http/headers.ts';
import { splitTarget } from '../http/request.ts';
import type { DrawnPictures } from './drawn.ts';
import { imageFolder, isQuality } from './formats.ts';
import type { SiteIcons } from './icons.ts';
import { qualityFor } from './quality.ts';
import type { Variants } from './variants.ts';

export interface PictureParts {
  readonly variants: Variants;
  readonly drawn: DrawnPictures;
  readonly icons: SiteIcons;
}

function sendPicture(
  request: Request,
  response: Response,
  { body, type }: { readonly body: Buffer; readonly type: string },
  headers: Readonly<Record<string, string>>,
): void {
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  sendEncoded(request, response, { type, bodies: { identity: body }, tag }, 200, {
    ...headers,
    'Content-Security-Policy': filePolicy,
  });
}

/** Pictures in the widths and formats that pages refer to, generated social cards, and the site's icons. */
export const pictureRoutes =
  ({ variants, drawn, icons }: PictureParts): AddRoutes =>
  ({ read, notFound }) => {
    const sendIcon = async (request: Request, response: Response): Promise<void> => {
      const found = await icons.find(splitTarget(request.url).path.slice(1));
      if (found === null) return notFound(response);
      sendPicture(request, response, found, { 'Cache-Control': oneHour });
    };
    for (const path of [serverPaths.favicon, serverPaths.oldFavicon, serverPaths.touchIcon]) read(path, sendIcon);
    read(serverPaths.manifest, async (request, response) => {
      const encoded = await encode(await icons.manifest(), 'application/manifest+json; charset=utf-8', 'once');
      sendEncoded(request, response, encoded, 200, { 'Cache-Control': oneHour });
    });
    read(`${imageFolder}:name`, async (request, response) => {
      const name = String(request.params['name']);
      const found = await variants.find(name, qualityFor(request.headers));
      if (found !== null) return sendPicture(request, response, found, { 'Cache-Control': immutablePrivate });
      const card = await drawn.find(name);
      const icon = card === null && name.startsWith('icon-') ? await icons.find(name) : null;
      const made = card === null ? icon : { body: card, type: 'image/png' };
      if (made === null) return notFound(response);
      sendPicture(request, response, made, { 'Cache-Control': immutable });
    });
    read(`${imageFolder}:quality/:name`, async (request, response) => {
      const quality = String(request.params['quality']);
      const found = isQuality(quality) ? await variants.find(String(request.params['name']), quality) : null;
      if (found === null) return notFound(response);
      sendPicture(request, response, found, { 'Cache-Control': immutable });
    });
  };
