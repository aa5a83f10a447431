/** Signatures of Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const prefix = 'whsec_';
/** The specification's limits of a secret, in bytes. */
const [shortest, longest] = [24, 64];

/** Reads `whsec_` and base64. @returns null for anything else */
export function readWebhookSecret(text: string): KeyObject | null {
  const encoded = text.trim();
  if (!encoded.startsWith(prefix) || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded.slice(prefix.length))) return null;
  const key = Buffer.from(encoded.slice(prefix.length), 'base64');
  // A key made once saves one for each message.
  return key.length < shortest || key.length > longest ? null : createSecretKey(key);
}

/** @param at seconds since 1970 */
export const webhookSignature = (key: KeyObject, id: string, at: number, body: string): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
