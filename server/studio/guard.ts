/** Which requests may reach the studio at all: those that name this server, and those of its own pages. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

export interface StudioPlace {
  /** The address that the admin port listens on. */
  readonly adminHost: string;
  /** The origin that staff use, if a proxy is in front; else null. */
  readonly adminUrl: string | null;
}

/** The host of a Host header without its port; null if it is none. */
function hostOf(header: string | undefined): string | null {
  if (header === undefined || !URL.canParse(`http://${header}`)) return null;
  const url = new URL(`http://${header}`);
  return url.pathname === '/' && url.username === '' && url.search === '' ? url.hostname.replace(/^\[|\]$/g, '') : null;
}

/**
 * Whether the Host header names this server. A site that lets its own name point to this machine (DNS rebinding) sends
 * its name; nobody can do so with an address in numbers.
 */
export function namesStudio({ adminHost, adminUrl }: StudioPlace, { headers }: Pick<IncomingMessage, 'headers'>) {
  const host = hostOf(headers.host);
  if (host === null) return false;
  return (
    isIP(host) !== 0 ||
    host === 'localhost' ||
    host === adminHost.toLowerCase() ||
    (adminUrl !== null && headers.host?.toLowerCase() === new URL(adminUrl).host)
  );
}

/** Whether a request is from a page of the studio, or typed by its user. @param isChange whether it may change something */
export function isOwn(
  { adminUrl }: StudioPlace,
  { headers }: Pick<IncomingMessage, 'headers'>,
  isChange: boolean,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  if (origin === undefined) return !isChange;
  return origin === `http://${headers.host}` || origin === adminUrl;
}
