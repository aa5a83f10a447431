/**
 * Proof of work by the protocol of ALTCHA 1 (https://altcha.org/docs/v1): the browser searches for a number. A challenge
 * belongs to one submission, by its idempotency key, so that a proof is worth one lead and nothing has to be stored.
 */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

export interface ProofChallenge {
  readonly algorithm: 'SHA-256';
  /** SHA-256 of the salt followed by the number, in hex. */
  readonly challenge: string;
  /** The number is not greater than this. */
  readonly maxnumber: number;
  readonly salt: string;
  /** HMAC-SHA-256 of the challenge, in hex. */
  readonly signature: string;
}

export interface Proofs {
  /** A new challenge for the submission with a key. @param at epoch milliseconds */
  challenge(key: string, at: number): ProofChallenge;
  /** Whether a solution, as base64 of its JSON, proves the submission with a key. @param at epoch milliseconds */
  holds(solution: string, key: string, at: number): boolean;
}

/** On average half of it is tried: about half a second on a phone of 2018. */
const maxnumber = 50_000;
const lifeMs = 10 * 60_000;
const longest = 1000;

/** @param secret shared by all processes of a site */
export function createProofs(secret: Buffer): Proofs {
  const sign = (challenge: string): string => createHmac('sha256', secret).update(`proof ${challenge}`).digest('hex');
  return {
    challenge(key, at) {
      const parameters = new URLSearchParams({ key, expires: String(Math.floor((at + lifeMs) / 1000)) });
      // The delimiter keeps digits of the number from being read as part of the time.
      const salt = `${randomBytes(12).toString('hex')}?${parameters}&`;
      const challenge = hash('sha256', `${salt}${randomInt(maxnumber + 1)}`);
      return { algorithm: 'SHA-256', challenge, maxnumber, salt, signature: sign(challenge) };
    },
    holds(solution, key, at) {
      const found = solution.length > longest ? null : parse(solution);
      if (found === null) return false;
      const { algorithm, challenge, number, salt, signature } = found;
      if (algorithm !== 'SHA-256' || !Number.isSafeInteger(number)) return false;
      if (typeof salt !== 'string' || typeof challenge !== 'string' || typeof signature !== 'string') return false;
      const parameters = new URLSearchParams(salt.split('?')[1]);
      if (parameters.get('key') !== key || Number(parameters.get('expires')) * 1000 < at) return false;
      return isEqual(signature, sign(challenge)) && hash('sha256', `${salt}${Number(number)}`) === challenge;
    },
  };
}

const isEqual = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left, 'latin1'), Buffer.from(right, 'latin1'));

function parse(solution: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(solution, 'base64').toString());
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
