/** Solves a challenge of ALTCHA 1: the number whose SHA-256 after the salt is the challenge. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface Challenge {
  readonly algorithm: string;
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

/** How long the page may not respond, in milliseconds. */
const sliceMs = 8;

/**
 * Tries numbers in slices, so that the page keeps responding. `crypto.subtle` is missing over plain HTTP.
 * @returns the solution as base64 of its JSON
 * @throws Error without a solution, or when it is aborted
 */
export async function solve({ maxnumber, ...challenge }: Challenge, signal: AbortSignal): Promise<string> {
  const salt = utf8ToBytes(challenge.salt);
  // The salt is hashed once.
  const prefix = sha256.create().update(salt);
  let end = performance.now() + sliceMs;
  for (let number = 0; number <= maxnumber; number += 1) {
    const found = prefix
      .clone()
      .update(utf8ToBytes(String(number)))
      .digest();
    if (bytesToHex(found) === challenge.challenge) return btoa(JSON.stringify({ ...challenge, number }));
    if (performance.now() < end) continue;
    await new Promise((done) => setTimeout(done));
    if (signal.aborted) throw new Error('The proof was aborted.');
    end = performance.now() + sliceMs;
  }
  throw new Error('The challenge has no solution.');
}
