/**
 * Ownership of subjects: only the browser that wrote a subject first may write it again. It gets a key in an HttpOnly
 * cookie. The key is derived from the subject and the server's secret, so nothing is stored for it. Knowing the
 * subject, which is part of addresses, is not enough to derive it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Subject } from '../store/ids.ts';

export interface Owners {
  /** The owner key of a subject. */
  keyOf(collection: string, subject: Subject): string;
  /** Whether one of a browser's keys is the subject's. */
  owns(keys: readonly string[], collection: string, subject: Subject): boolean;
}

const cookieName = 'owner';
const keyPattern = /^[A-Za-z0-9_-]{22}$/;
// Each visit of the diagnostic needs two; the oldest are dropped.
const maxKeys = 12;
/** Seconds for which a browser keeps its keys. */
const maxAgeSeconds = 30 * 24 * 60 * 60;

export function createOwners(secret: Buffer): Owners {
  const keyOf = (collection: string, subject: Subject): string =>
    createHmac('sha256', secret).update(`owner ${collection}\n${subject}`).digest('base64url').slice(0, 22);
  return {
    keyOf,
    owns(keys, collection, subject) {
      const expected = Buffer.from(keyOf(collection, subject));
      return keys.some((key) => key.length === expected.length && timingSafeEqual(Buffer.from(key), expected));
    },
  };
}

/** The keys in a Cookie header, the newest first. */
export function ownerKeys(header: string | undefined): readonly string[] {
  // Few visitors have one, and every lead is checked.
  if (header === undefined || !header.includes(cookieName)) return [];
  const pairs = header.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
  return value
    .split('.')
    .filter((key) => keyPattern.test(key))
    .slice(0, maxKeys);
}

/** The Set-Cookie header that adds new keys to those a browser has; null when there are no new ones. */
export function ownerCookie(
  granted: readonly string[],
  currentKeys: readonly string[],
  secure: boolean,
): string | null {
  if (granted.length === 0) return null;
  const keys = [...new Set([...granted, ...currentKeys])].slice(0, maxKeys);
  return `${cookieName}=${keys.join('.')}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
