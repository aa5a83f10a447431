/** Hashes personal values before they leave the site. */

export interface HashedUser {
  readonly em: string;
  readonly ph: string;
  readonly fn: string;
  readonly ln: string;
}

/** SHA-256 in hex; an empty text for an empty text. */
export async function sha256(text: string): Promise<string> {
  if (text === '') return '';
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

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

/** Hashes a user's values. */
export async function hashUser(user: Readonly<Record<string, unknown>>): Promise<HashedUser> {
  const { em, ph, fn, ln } = prepareUser(user);
  const [a, b, c, d] = await Promise.all([em, ph, fn, ln].map(sha256));
  return { em: a as string, ph: b as string, fn: c as string, ln: d as string };
}
