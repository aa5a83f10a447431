/** One server for all test files of a worker. */
import { type HostedSite, hostSite } from './hosted-site.ts';

let shared: Promise<HostedSite> | undefined;

/** The worker's server with the project's own definitions, started at the first call. It ends with the worker. */
export function shareSite(): Promise<HostedSite> {
  shared ??= hostSite().catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}
