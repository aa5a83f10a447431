import { hash } from 'node:crypto';
import type { CallEffect } from '../../engine/session/effects.ts';
import { canonicalJson } from '../../engine/values/canonical-json.ts';

/**
 * The Idempotency-Key of a visit's call: however often a browser posts the same form of the same visit again, it is
 * one submission. What says only when it was sent is left out.
 * @param visit the visit's id, which nobody else knows
 */
export function submissionKey(visit: string, { id, path, payload, times }: CallEffect): string {
  const said = Object.fromEntries(Object.entries(payload).filter(([name]) => !times.includes(name)));
  return hash('sha256', [visit, id, path, canonicalJson(said)].join('\n'), 'base64url');
}
