/** Hashes personal values before they leave the site. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type PersonValues, personValues } from '../../engine/values/person.ts';

/** SHA-256 in hex; an empty text for an empty text. */
export const sha256Of = (text: string): string => (text === '' ? '' : bytesToHex(sha256(utf8ToBytes(text))));

/**
 * Hashes a user's values. Synchronous: a redirect that follows the event at once would end a page that awaits
 * `crypto.subtle`, which plain HTTP lacks, too.
 */
export function hashUser(user: Readonly<Record<string, unknown>>): PersonValues {
  const { em, ph, fn, ln } = personValues(user);
  return { em: sha256Of(em), ph: sha256Of(ph), fn: sha256Of(fn), ln: sha256Of(ln) };
}
