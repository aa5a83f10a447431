import { hash } from 'node:crypto';
import type { CallEffect } from '../../engine/session/effects.ts';
import { canonicalJson } from '../../engine/values/canonical-json.ts';

/**
 * The idempotency key of a visit's call: repeated posts of the same form in the same visit are one submission. Values
 * that only contain the time of sending are left out.
 * @param visit the visit's id, which is secret
 */
export function submissionKey(visit: string, { id, path, payload, times }: CallEffect): string {
  const values = Object.fromEntries(Object.entries(payload).filter(([name]) => !times.includes(name)));
  return hash('sha256', [visit, id, path, canonicalJson(values)].join('\n'), 'base64url');
}
