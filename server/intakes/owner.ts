/**
 * Who may write under a subject again: the browser that wrote under it first. It is handed a key in an HttpOnly cookie;
 * the key is derived from the subject and the server's secret, so nothing is stored for it, and the subject alone, which
 * stands in addresses, does not give it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Owners {
  /** The key of a subject. */
  keyOf(collection: string, subject: string): string;
  /** Whether one of the keys that a browser sent is the subject's. */
  owns(keys: readonly string[], collection: string, subject: string): boolean;
}

const cookieName = 'owner';
const keyPattern = /^[A-Za-z0-9_-]{22}$/;
// Each visit of the diagnostic needs two; the oldest are dropped.
const mostKeys = 12;
/** Seconds that a browser keeps its keys. */
const keptFor = 30 * 24 * 60 * 60;

export function createOwners(secret: Buffer): Owners {
  const keyOf = (collection: string, subject: string): string =>
    createHmac('sha256', secret).update(`owner ${collection}\n${subject}`).digest('base64url').slice(0, 22);
  return {
    keyOf,
    owns(keys, collection, subject) {
      const wanted = Buffer.from(keyOf(collection, subject));
      return keys.some((key) => key.length === wanted.length && timingSafeEqual(Buffer.from(key), wanted));
    },
  };
}

/** The keys in a Cookie header, the newest first. */
export function ownerKeys(header: string | undefined): readonly string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
  return value
    .split('.')
    .filter((key) => keyPattern.test(key))
    .slice(0, mostKeys);
}

/** The Set-Cookie header that hands a browser new keys beside those it has; null when there are none. */
export function ownerCookie(granted: readonly string[], held: readonly string[], secure: boolean): string | null {
  if (granted.length === 0) return null;
  const keys = [...new Set([...granted, ...held])].slice(0, mostKeys);
  return `${cookieName}=${keys.join('.')}; Path=/; Max-Age=${keptFor}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
