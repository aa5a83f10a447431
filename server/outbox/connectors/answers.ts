/** What the answer of an HTTP service means for a message and its destination. */
import type { SendResult } from '../connector.ts';
import type { HttpOutcome } from '../guard/client.ts';
import { readRetryAfter } from '../guard/retry-after.ts';

/**
 * Reads the status alone. A 4xx that judges the message is a failure like others: the dispatcher finds out whether the
 * destination accepts different messages.
 * @param accepts statuses besides 2xx that mean success
 */
export function resultOfStatus(outcome: HttpOutcome, now: number, accepts: readonly number[] = []): SendResult {
  if (!outcome.answered) return { result: 'failed', reason: outcome.reason };
  const { status, headers } = outcome;
  if ((status >= 200 && status < 300) || accepts.includes(status))
    return { result: 'delivered', detail: `HTTP ${status}` };
  if (status === 410) return { result: 'paused', reason: 'HTTP 410' };
  const wait = readRetryAfter(headers['retry-after'], now);
  const reason = `HTTP ${status}${status >= 300 && status < 400 ? ': redirects are not followed' : ''}`;
  return { result: 'failed', reason, ...(wait === null ? {} : { retryAfterMs: wait }) };
}
