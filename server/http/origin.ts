/** Whether a request was sent by a page of another site. */
import type { IncomingMessage } from 'node:http';
import type { Log } from '../log/log.ts';

export type CrossSiteCheck = (request: Pick<IncomingMessage, 'headers'>) => boolean;

export interface OriginCheckOptions {
  /** Origin the site is published at. */
  readonly origin: () => string;
  /** Whether the Origin header may also name the requested host: in development the site has many names. */
  readonly allowRequestHost: boolean;
  readonly log: Pick<Log, 'write'>;
}

/**
 * Checks the headers with which browsers describe a request. A client that is not a browser sends neither and passes.
 */
export function createOriginCheck({ origin, allowRequestHost, log }: OriginCheckOptions): CrossSiteCheck {
  let warned = false;
  return ({ headers }) => {
    if (headers['sec-fetch-site'] === 'cross-site') return true;
    const ownOrigin = origin();
    if (headers.origin === undefined || headers.origin === ownOrigin) return false;
    // Compares the host only: behind a proxy that terminates https, the schemes differ.
    const isHost = URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
    if (isHost && !allowRequestHost && !warned) {
      warned = true;
      log.write('warn', 'origin-refused', {
        siteUrl: ownOrigin,
        hint: 'Set SITE_URL to the origin that visitors use.',
      });
    }
    return !(isHost && allowRequestHost);
  };
}
