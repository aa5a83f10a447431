/** Serves the assets beside the definitions. */
import type { NextFunction, Request, Response } from 'express';
import { serverPaths } from '../../engine/paths.ts';
import type { AddRoutes } from '../http/app.ts';
import { funnelAsset } from '../http/assets.ts';
import { oneHour } from '../http/caching.ts';
import { sendEncoded } from '../http/encoding.ts';
import { filePolicy } from '../http/headers.ts';
import { splitTarget } from '../http/request.ts';
import { createDrawings } from './drawing.ts';

/** @param folders of the assets: that of the served version, then those of versions whose pages may still be open */
export function fileRoutes(folders: () => readonly string[]): AddRoutes {
  const drawings = createDrawings();
  return ({ read, notFound }) => {
    const refuse = (response: Response, error: Error): void => {
      const { status, headers } = error as { status?: number; headers?: Record<string, string> };
      // An unsatisfiable range or a failed condition does not mean that the file is missing.
      if (status === 412 || status === 416) {
        response.removeHeader('Content-Type');
        response
          .status(status)
          .set({ ...headers, 'Cache-Control': 'no-store' })
          .end();
      } else notFound(response);
    };
    const send = async (request: Request, response: Response, next: NextFunction, path: string): Promise<void> => {
      let asset: Awaited<ReturnType<typeof funnelAsset>> = null;
      for (const folder of folders()) asset ??= await funnelAsset(folder, path);
      if (asset === null) return notFound(response);
      if (asset.type === 'image/svg+xml') {
        const drawing = await drawings.find(asset.file).catch(() => null);
        if (drawing === null) return notFound(response);
        const headers = { 'Content-Security-Policy': filePolicy, 'Cache-Control': oneHour };
        return sendEncoded(request, response, drawing, 200, headers);
      }
      response.set({ 'Content-Type': asset.type, 'Content-Security-Policy': filePolicy, 'Cache-Control': oneHour });
      // Express handles conditions and ranges; a file deleted meanwhile gets a 404. `dotfiles` is allowed because a
      // parent of the folder may have a name that begins with a dot.
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
