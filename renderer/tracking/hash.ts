/** Hashes personal values before they leave the site. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface HashedUser {
  readonly em: string;
  readonly ph: string;
  readonly fn: string;
  readonly ln: string;
}

/** SHA-256 in hex; an empty text for an empty text. */
export const sha256Of = (text: string): string => (text === '' ? '' : bytesToHex(sha256(utf8ToBytes(text))));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Normalizes personal values: trimmed, lower-case e-mail and names; the digits of a phone; a last name from two words on. */
export function prepareUser({ email, phone, name }: Readonly<Record<string, unknown>>): HashedUser {
  const words = textOf(name).normalize('NFC').trim().toLowerCase().split(/\s+/).filter(Boolean);
  return {
    em: textOf(email).trim().toLowerCase(),
    ph: textOf(phone).replace(/\D/g, ''),
    fn: words[0] ?? '',
    ln: words.length > 1 ? (words.at(-1) as string) : '',
  };
}

/**
 * Hashes a user's values. Synchronous: a redirect that follows the event at once would end a page that awaits
 * `crypto.subtle`, which plain HTTP lacks, too.
 */
export function hashUser(user: Readonly<Record<string, unknown>>): HashedUser {
  const { em, ph, fn, ln } = prepareUser(user);
  return { em: sha256Of(em), ph: sha256Of(ph), fn: sha256Of(fn), ln: sha256Of(ln) };
}
