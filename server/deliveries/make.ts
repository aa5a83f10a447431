/**
 * Makes the payload of a message when it is sent. Everything that it contains is stored with the submission or in the
 * plan, so that it is the same whenever and wherever it is made.
 */
import { hash } from 'node:crypto';
import { dateFormatter } from '../../engine/expressions/dates.ts';
import { evaluate } from '../../engine/expressions/run.ts';
import { type StoredAttribution, submissionScope } from '../../engine/intakes/submission-scope.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import { computingFault } from './computation-fault.ts';
import { type MessageSender, messagePayload, unknownSender } from './payloads.ts';
import type { DeliveryPlan } from './plan.ts';

/** A stored submission. */
export interface StoredSource {
  readonly key: string;
  readonly data: Readonly<Record<string, Json>>;
  readonly meta: Readonly<Record<string, Json>>;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** What a message contains, or why that cannot be made. */
export interface MadePayload {
  readonly payload: Json;
  /** Null for a payload. */
  readonly fault: string | null;
}

/** A message without a payload. */
export const unmade = (fault: string | null): MadePayload => ({ payload: null, fault });

/** The id of a submission, the same for each repetition of its key. */
export const submissionId = (intake: string, key: string): string =>
  hash('sha256', `submission ${intake} ${key}`).slice(0, 32);

/** Makes the payload of a delivery. Never throws. */
export function makePayload(
  { id, deliver, site }: DeliveryPlan,
  delivery: string,
  sender: MessageSender | null,
  { key, data, meta, receivedAt }: StoredSource,
): MadePayload {
  const definition = Object.hasOwn(deliver, delivery) ? deliver[delivery] : undefined;
  if (definition === undefined) return unmade('its definition is missing');
  const submission = submissionId(id, key);
  const attribution = (meta['attribution'] ?? null) as StoredAttribution | null;
  const lookup = submissionScope(site, data, attribution, () => submission);
  const formatDate = dateFormatter(site.locale, site.timeZone);
  try {
    const payload = messagePayload(definition, {
      ...{ site, values: data, submission, at: receivedAt, ...(sender ?? unknownSender) },
      page: typeof meta['page'] === 'string' ? meta['page'] : null,
      evaluate: (code: Code) => evaluate(code, lookup, formatDate),
    });
    return payload === null ? unmade('nobody to send it to') : { payload, fault: null };
  } catch (error) {
    return unmade(computingFault(error));
  }
}
