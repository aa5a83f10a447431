/** The group of a visitor, which is the same at each of their requests. It decides which variant they get. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { cookiesIn } from '../http/cookies.ts';
import { isSecure } from '../http/headers.ts';
import { clientAddress } from '../limits/address.ts';

export interface VisitorGroups {
  /**
   * The number of a visitor, from 0 to 9,999.
   * @param seed the id of a version or of an experiment: each numbers its visitors by itself
   */
  groupOf(request: IncomingMessage, seed: string): number;
  /** The Set-Cookie header that keeps a visitor's number; null if the browser has it. */
  cookieFor(request: IncomingMessage): string | null;
}

const cookieName = 'funnel-group';
/** One of 10,000 numbers identifies nobody. */
const groups = 10_000;
const maxAgeSeconds = 30 * 24 * 60 * 60;

/**
 * A random-looking number from 0 to 9,999 in a signed cookie identifies the group of a visitor. Without the cookie, the number
 * comes from the address and the browser's name, so that the requests before the cookie arrives, and those of a browser
 * without cookies, agree.
 */
export function createVisitorGroups(secret: Buffer, trustProxy: number): VisitorGroups {
  const sign = (text: string): Buffer => createHmac('sha256', secret).update(`canary ${text}`).digest();
  const numberOf = (text: string): number => sign(text).readUInt32BE(0) % groups;
  const signature = (number: string): string => sign(`cookie ${number}`).toString('base64url').slice(0, 22);

  function keptNumber(header: string | undefined): number | null {
    const [, number, given] = /^(\d{1,4})\.([\w-]{22})$/.exec(cookiesIn(header, [cookieName])[cookieName] ?? '') ?? [];
    if (number === undefined || given === undefined) return null;
    return timingSafeEqual(Buffer.from(signature(number)), Buffer.from(given)) ? Number(number) : null;
  }
  const drawnNumber = (request: IncomingMessage): number =>
    numberOf(`visitor ${clientAddress(request, trustProxy) ?? ''}\n${request.headers['user-agent'] ?? ''}`);

  return {
    groupOf(request, seed) {
      const number = keptNumber(request.headers.cookie) ?? drawnNumber(request);
      return numberOf(`group ${number} ${seed}`);
    },
    cookieFor(request) {
      if (keptNumber(request.headers.cookie) !== null) return null;
      const number = String(drawnNumber(request));
      const secure = isSecure(request, trustProxy) ? '; Secure' : '';
      return `${cookieName}=${number}.${signature(number)}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}
