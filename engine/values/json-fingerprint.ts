import type { Json } from '../../schemas/compiled.ts';
import { canonicalJson } from './canonical-json.ts';

/**
 * A 64-bit FNV-1a fingerprint of a value, as 16 hex digits. It detects differences; it is not cryptographic and does
 * not prevent forgery.
 * Source: http://www.isthe.com/chongo/tech/comp/fnv/ (offset basis and prime for 64 bits).
 */
export function jsonFingerprint(value: Json): string {
  let hash = 0xcbf29ce484222325n;
  const text = canonicalJson(value);
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
