/** What an answer of Meta's Conversions API means. */
import type { SendResult } from '../../connector.ts';
import type { HttpOutcome } from '../../guard/client.ts';
import { resultOfStatus } from '../answers.ts';

interface MetaError {
  readonly code?: unknown;
  readonly error_subcode?: unknown;
  readonly is_transient?: unknown;
}

const invalidToken = 190;
const invalidParameter = 100;
/** With the code of an invalid parameter: there is no such pixel, or the token may not use it. */
const unknownObject = 33;

function readBody(text: string): { readonly error?: MetaError | null; readonly events_received?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Reasons contain codes only: the messages of Meta may repeat what was sent. */
export function resultOfMeta(outcome: HttpOutcome, now: number): SendResult {
  const general = resultOfStatus(outcome, now);
  if (!outcome.answered) return general;
  const { error, events_received: received } = readBody(outcome.text);
  if (typeof error !== 'object' || error === null) {
    if (general.result !== 'delivered') return general;
    return received === 0 ? { result: 'failed', reason: 'Meta received no event' } : general;
  }
  const { code, error_subcode: subcode, is_transient: isTransient } = error;
  const number = typeof code === 'number' ? String(code) : 'unknown';
  const reason = `HTTP ${outcome.status}, error ${number}${typeof subcode === 'number' ? `, subcode ${subcode}` : ''}`;
  if (code === invalidToken) return { result: 'paused', reason: `${reason}: the access token is not valid` };
  if (isTransient !== true && outcome.status < 500 && code === invalidParameter)
    return subcode === unknownObject
      ? { result: 'paused', reason: `${reason}: the pixel is unknown, or the access token may not use it` }
      : { result: 'refused', reason: `${reason}: Meta does not accept the event` };
  const wait = general.result === 'failed' ? general.retryAfterMs : undefined;
  return { result: 'failed', reason, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
}
