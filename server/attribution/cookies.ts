/** The cookies of attribution. Browsers keep those that a server sets longer than those of scripts. */
import type { AttributionSettings } from '../../engine/attribution/attribution.ts';
import { cookiesIn } from '../http/cookies.ts';
import { readTouch, type Touch, type Touches, writeTouch } from './touch.ts';

const names = { visitor: 'visitor', first: 'touch_first', last: 'touch_last' } as const;
const all = Object.values(names);

/** The visitor's random id. It is derived from nothing. */
const visitorPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface KnownVisitor {
  readonly visitor: string;
  readonly touches: Touches;
}

/** The visitor of a Cookie header; null without valid cookies. */
export function visitorOf(header: string | null | undefined, settings: AttributionSettings): KnownVisitor | null {
  if (header == null || !header.includes(names.first)) return null;
  const { visitor = '', touch_first: firstText = '', touch_last: lastText = '' } = cookiesIn(header, all);
  if (!visitorPattern.test(visitor)) return null;
  const first = readTouch(firstText, settings);
  if (first === null) return null;
  const last = firstText === lastText ? first : readTouch(lastText, settings);
  return { visitor, touches: { first, last: last ?? first } };
}

/** Whether a request has one of the cookies. */
export const hasCookies = (header: string | undefined): boolean => Object.keys(cookiesIn(header, all)).length > 0;

const attributes = (seconds: number, secure: boolean): string =>
  `; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** The Set-Cookie headers for a visitor. A source ends its days after it was first set, however often the visitor returns. */
export function visitorCookies(
  { visitor, touches: { first, last } }: KnownVisitor,
  { days }: AttributionSettings,
  secure: boolean,
  now: number,
): string[] {
  const seconds = days * 24 * 60 * 60;
  const endOf = ({ at = '' }: Touch): string =>
    attributes(Math.max(0, Math.min(seconds, seconds - Math.floor((now - Date.parse(at)) / 1000))), secure);
  return [
    `${names.visitor}=${visitor}${attributes(seconds, secure)}`,
    `${names.first}=${writeTouch(first)}${endOf(first)}`,
    `${names.last}=${writeTouch(last)}${endOf(last)}`,
  ];
}

/** The Set-Cookie headers that remove them. */
export const removedCookies = (secure: boolean): string[] => all.map((name) => `${name}=${attributes(0, secure)}`);
