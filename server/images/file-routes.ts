/** Files beside the definitions. */
import type { NextFunction, Request, Response } from 'express';
import { serverPaths } from '../../engine/paths.ts';
import type { AddRoutes } from '../http/app.ts';
import { funnelAsset } from '../http/assets.ts';
import { oneHour } from '../http/caching.ts';
import { sendEncoded } from '../http/encoded.ts';
import { filePolicy } from '../http/headers.ts';
import { splitTarget } from '../http/request.ts';
import { createDrawings } from './drawing.ts';

/** @param assetsFolder the folder that the files beside the definitions are in */
export function fileRoutes(assetsFolder: () => string): AddRoutes {
  const drawings = createDrawings();
  return ({ read, notFound }) => {
    const refuse = (response: Response, error: Error): void => {
      const { status, headers } = error as { status?: number; headers?: Record<string, string> };
      // A range or a condition that cannot be met says nothing about the file being there.
      if (status === 412 || status === 416) {
        response.removeHeader('Content-Type');
        response
          .status(status)
          .set({ ...headers, 'Cache-Control': 'no-store' })
          .end();
      } else notFound(response);
    };
    const send = async (request: Request, response: Response, next: NextFunction, path: string): Promise<void> => {
      const asset = await funnelAsset(assetsFolder(), path);
      if (asset === null) return notFound(response);
      if (asset.type === 'image/svg+xml') {
        const drawing = await drawings.find(asset.file).catch(() => null);
        if (drawing === null) return notFound(response);
        const headers = { 'Content-Security-Policy': filePolicy, 'Cache-Control': oneHour };
        return sendEncoded(request, response, drawing, 200, headers);
      }
      response.set({ 'Content-Type': asset.type, 'Content-Security-Policy': filePolicy, 'Cache-Control': oneHour });
      // Express answers conditions and ranges; a file that went away meanwhile is missing. The folder itself may stand
      // below one whose name begins with a dot.
      response.sendFile(asset.file, { cacheControl: false, etag: true, dotfiles: 'allow' }, (error) => {
        if (error && response.headersSent) next(error);
        else if (error) refuse(response, error);
      });
    };
    read(`${serverPaths.assets}{*path}`, (request, response, next) =>
      send(request, response, next, splitTarget(request.url).path.slice(serverPaths.assets.length)),
    );
  };
}
