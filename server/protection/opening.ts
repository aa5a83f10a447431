/**
 * The signed time at which a form was opened. Pages are the same for all visitors and caches keep them, so that the time is
 * not part of a page: a script of the page fetches it when the page is shown.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Openings {
  /** The token of a form that is opened now. @param at epoch milliseconds */
  issue(at: number): string;
  /**
   * How long a form has been open.
   * @param at epoch milliseconds
   * @returns milliseconds; null for a token that this server did not issue
   */
  ageOf(token: string, at: number): number | null;
}

const pattern = /^([0-9a-z]{1,10})\.([\w-]{22})$/;
/** How far the clocks of two processes may differ, in milliseconds. */
const skewMs = 5000;

/** @param secret shared by all processes of a site */
export function createOpenings(secret: Buffer): Openings {
  const sign = (time: string): Buffer =>
    createHmac('sha256', secret).update(`opening ${time}`).digest().subarray(0, 16);
  return {
    issue(at) {
      const time = at.toString(36);
      return `${time}.${sign(time).toString('base64url')}`;
    },
    ageOf(token, at) {
      const [, time = '', signature = ''] = pattern.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const own = sign(time);
      if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
      const age = at - Number.parseInt(time, 36);
      return age < -skewMs ? null : Math.max(age, 0);
    },
  };
}
