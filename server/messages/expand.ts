/**
 * Makes the messages of a submission, after it was acknowledged. Everything that they contain is stored with the submission
 * or in its plan, so that they are the same whenever and wherever they are made.
 */
import { hash } from 'node:crypto';
import { purposeOf } from '../../engine/deliveries/kinds.ts';
import { dateFormatter } from '../../engine/expressions/dates.ts';
import { ExpressionError, evaluate } from '../../engine/expressions/run.ts';
import { type StoredAttribution, submissionScope } from '../../engine/intakes/submission-scope.ts';
import { canonicalJson } from '../../engine/values/canonical-json.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import type { DueMessages, DueStatus } from './due.ts';
import { messagePayload } from './payloads.ts';
import type { DeliveryPlan } from './plan.ts';

/** What messages contain besides the values and metadata of the record. */
export interface MessageSender {
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Cookies of the ad networks, by name. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Whether the visitor's data may be used for marketing. */
  readonly marketing: boolean;
}

/** A stored submission. */
export interface StoredSource {
  readonly key: string;
  readonly data: Readonly<Record<string, Json>>;
  readonly meta: Readonly<Record<string, Json>>;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface ExpandedMessage {
  readonly delivery: string;
  readonly destination: string;
  readonly kind: string;
  readonly purpose: ReturnType<typeof purposeOf>;
  readonly dedupeKey: string | null;
  /** `dead`: it cannot be made, for the reason in `error`. */
  readonly status: DueStatus | 'dead';
  readonly error: string | null;
  readonly payload: Json;
}

const hashOf = (value: Json): string => hash('sha256', canonicalJson(value)).slice(0, 32);

/** The id of a submission, the same for each repetition of its key. */
export const submissionId = (intake: string, key: string): string =>
  hash('sha256', `submission ${intake} ${key}`).slice(0, 32);

/** The messages of a submission, in the order of the definitions. */
export function expandMessages(
  { id, deliver, site }: DeliveryPlan,
  due: DueMessages,
  sender: MessageSender,
  { key, data, meta, receivedAt }: StoredSource,
): ExpandedMessage[] {
  const submission = submissionId(id, key);
  const attribution = (meta['attribution'] ?? null) as StoredAttribution | null;
  const lookup = submissionScope(site, data, attribution, () => submission);
  const formatDate = dateFormatter(site.locale, site.timeZone);
  const source = {
    ...{ site, values: data, submission, at: receivedAt, ...sender },
    page: typeof meta['page'] === 'string' ? meta['page'] : null,
    evaluate: (code: Code) => evaluate(code, lookup, formatDate),
  };
  const messages: ExpandedMessage[] = [];
  for (const [delivery, definition] of Object.entries(deliver)) {
    if (!Object.hasOwn(due, delivery)) continue;
    const status = due[delivery] as DueStatus;
    const { destination, kind, once } = definition;
    const message = { delivery, destination, kind, purpose: purposeOf(definition) };
    try {
      const payload = messagePayload(definition, source);
      if (payload === null) continue;
      const same = once === undefined ? null : source.evaluate(once);
      // An empty value is nobody's, so that the message is one of its own.
      const dedupeKey = same === null || same === '' ? null : `${id}:${delivery}:${hashOf(same)}`;
      messages.push({ ...message, dedupeKey, status, error: null, payload });
    } catch (error) {
      // The loader proves that expressions have a value, so this is a mistake of the engine; it must stop no other message.
      const reason = error instanceof ExpressionError ? error.code : (error as Error).name;
      messages.push({ ...message, dedupeKey: null, status: 'dead', error: `not computed: ${reason}`, payload: null });
    }
  }
  return messages;
}
