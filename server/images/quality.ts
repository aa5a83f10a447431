/** Chooses the quality of a picture from the client hints about the connection. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Quality } from './formats.ts';

/** The client hints that pages request (https://wicg.github.io/netinfo/#networkinformation-client-hints). */
export const hints = 'Save-Data, ECT, RTT, Downlink';

const text = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';

function number(value: string | string[] | undefined): number | null {
  const written = text(value);
  return written === '' || Number.isNaN(Number(written)) ? null : Number(written);
}

/**
 * Low with Save-Data, on 2g or slower, with a round trip over 500 ms or less than 1 Mbit/s; medium on 3g; else high,
 * also for browsers that send no hints.
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
