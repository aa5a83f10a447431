/** Whether a request was sent by a page of this site. */
import type { IncomingMessage } from 'node:http';
import type { Log } from '../log/log.ts';

export type SentByAnotherSite = (request: Pick<IncomingMessage, 'headers'>) => boolean;

export interface OriginCheckOptions {
  /** Origin the site is published at. */
  readonly origin: () => string;
  /** Whether the Origin header may also name the host that was asked for: while developing, the site has many names. */
  readonly anyHost: boolean;
  readonly log: Pick<Log, 'write'>;
}

/** Judges by what browsers say of a request. A client that is no browser sends neither header and passes. */
export function createOriginCheck({ origin, anyHost, log }: OriginCheckOptions): SentByAnotherSite {
  let warned = false;
  return ({ headers }) => {
    if (headers['sec-fetch-site'] === 'cross-site') return true;
    const own = origin();
    if (headers.origin === undefined || headers.origin === own) return false;
    // By the host alone: a proxy that ends https makes the schemes differ.
    const isHost = URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
    if (isHost && !anyHost && !warned) {
      warned = true;
      log.write('warn', 'origin-refused', { siteUrl: own, hint: 'Set SITE_URL to the origin that visitors use.' });
    }
    return !(isHost && anyHost);
  };
}
