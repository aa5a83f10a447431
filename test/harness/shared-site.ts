/** One server for all test files of a worker. */
import { type SiteServer, startSite } from './site-server.ts';

let shared: Promise<SiteServer> | undefined;

/** The worker's server with the project's own definitions, started at the first call. It ends with the worker. */
export function shareSite(): Promise<SiteServer> {
  shared ??= startSite({ endsWithParent: true }).catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}
