/** The inspector of `funnel dev`: a page for a frame over the live page, its code, and what it asks about a visit. */
import type { IncomingMessage } from 'node:http';
import { devPaths } from '../../engine/paths.ts';
import type { Log } from '../log/log.ts';
import type { StudioBundle } from './bundle.ts';
import { isOwn, namesStudio, type StudioPlace } from './guard.ts';
import { inspectorPage } from './pages.ts';
import { html, json, StudioError, type StudioReply } from './replies.ts';
import { type Respond, respondWith } from './respond.ts';
import type { StudioApi } from './studio.ts';

export interface DevInspectorParts {
  /** The names of the server. A page of another site asks nothing. */
  readonly place: StudioPlace;
  readonly bundle: StudioBundle;
  readonly api: StudioApi;
  readonly log: Log;
}

export interface DevInspector {
  /** Whether a path belongs to the inspector. */
  owns(path: string): boolean;
  /** Answers a request whose path it owns. Never rejects. @param query without the question mark */
  readonly handle: Respond;
}

const home = devPaths.inspect;
const assets = `${home}/assets/`;
const api = `${home}/api`;
/** What the inspector asks; the rooms of the studio are not in it. */
const asked = /^\/(?:(?:inspect|visits\/[\w-]+)(?:\/[a-z]+)?|versions|preview\/[\w-]+)$/;
const visitPath = /^\/visits\/[\w-]+$/;
/** The calls have an author, who is not logged in. */
const staff = { name: 'author', role: 'viewer' } as const;

export function createDevInspector({ place, bundle, api: answer, log }: DevInspectorParts): DevInspector {
  async function replyTo(request: IncomingMessage, path: string, query: string): Promise<StudioReply> {
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    if (!namesStudio(place, request)) throw new StudioError(421, 'wrong-host', 'This host name is not of this server.');
    if (!isOwn(place, request, isChange))
      throw new StudioError(403, 'cross-site', 'The request is from a page of another site.');
    if (path.startsWith(`${api}/`)) {
      const below = path.slice(api.length);
      if (!asked.test(below)) throw new StudioError(404, 'not-found', 'There is nothing here.');
      try {
        return await answer({ request, path: below, query: new URLSearchParams(query), staff });
      } catch (error) {
        // Browsers report every 404, but a visit that has just begun is not recorded yet.
        if (error instanceof StudioError && error.status === 404 && visitPath.test(below)) return json(200, null);
        throw error;
      }
    }
    if (isChange) throw new StudioError(405, 'method-not-allowed', 'Use GET or HEAD.', { Allow: 'GET, HEAD' });
    if (path.startsWith(assets)) {
      const file = await bundle.file(path.slice(assets.length), request.headers['accept-encoding']);
      if (file === null) throw new StudioError(404, 'not-found', 'There is no such file.');
      return file;
    }
    const entry = await bundle.entry();
    if (entry === null) throw new StudioError(503, 'not-built', 'The inspector is not built: run `npm run build`.');
    return { ...html(200, inspectorPage(assets + entry)), isFramed: true };
  }

  return {
    owns: (path) => path === home || path.startsWith(`${home}/`),
    handle: respondWith({ replyTo, api, log, failure: 'inspector-request-failed' }),
  };
}
