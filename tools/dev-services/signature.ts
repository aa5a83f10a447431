/** Verifies the signature of a Standard Webhook: HMAC-SHA256 over id, timestamp and body. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A receiver refuses older requests, which may be replayed ones. */
const toleranceSeconds = 300;

export type Verdict = 'valid' | 'unsigned' | 'wrong signature' | 'too old';

/** @param secret `whsec_` and the key as base64 @param now epoch milliseconds */
export function verifyWebhook(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  secret: string,
  now: number,
): Verdict {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers;
  if (typeof signatures !== 'string') return 'unsigned';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(at)}.${body}`)
    .digest();
  const isSigned = signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return 'wrong signature';
  return Math.abs(now / 1000 - Number(at)) > toleranceSeconds ? 'too old' : 'valid';
}
