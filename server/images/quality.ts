/** How good a picture is worth sending, by what the browser tells of its connection. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Quality } from './formats.ts';

/** What a page asks browsers to tell with every request (https://wicg.github.io/netinfo/#networkinformation-client-hints). */
export const hints = 'Save-Data, ECT, RTT, Downlink';

const text = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';

function number(value: string | string[] | undefined): number | null {
  const written = text(value);
  return written === '' || Number.isNaN(Number(written)) ? null : Number(written);
}

/**
 * Low when data is to be saved, on 2g or slower, with a round trip over 500 ms or less than 1 Mbit/s; medium on 3g;
 * else high, as for browsers that tell nothing.
 */
export function qualityFor(headers: IncomingHttpHeaders): Quality {
  const kind = text(headers['ect']);
  const trip = number(headers['rtt']);
  const downlink = number(headers['downlink']);
  const saves = text(headers['save-data']).toLowerCase() === 'on';
  if (saves || kind === '2g' || kind === 'slow-2g') return 'low';
  if ((trip !== null && trip > 500) || (downlink !== null && downlink < 1)) return 'low';
  return kind === '3g' ? 'medium' : 'high';
}
