/** Hashes of passwords: scrypt with the parameters that OWASP recommends for 32 MB of memory. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const hashBytes = 32;
export const minPasswordLength = 12;
/** Longer ones would only cost time. */
export const maxPasswordLength = 256;

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    // The same characters can be typed in several ways.
    scrypt(password.normalize('NFKC'), salt, hashBytes, { ...options, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );

/** Encodes a password with a new salt: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

// Hashing for an unknown name takes as long as for a known one, so that the time of an answer names nobody.
const nobody = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether a password is the encoded one. @param encoded null for an unknown user: takes as long, and is false */
export async function isPassword(password: string, encoded: string | null): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = (encoded ?? nobody).split('$');
  if (kind !== 'scrypt') return false;
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(password, Buffer.from(salt, 'base64url'), options);
  const wanted = Buffer.from(hash, 'base64url');
  return found.length === wanted.length && timingSafeEqual(found, wanted) && encoded !== null;
}
